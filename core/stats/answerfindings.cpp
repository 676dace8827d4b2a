// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/answerfindings.h"

#include "core/model/format.h"
#include "core/stats/cellnames.h"
#include "core/stats/trialfigure.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double toldShare = 0.01;     // of the answers, by which a status may be more or less frequent
constexpr double toldBytesShare = 0.05;
constexpr double toldBytes = 100;      // servers call themselves by longer and shorter names

/// What a target answered in the fit trials of some levels. Sums of counts of any origin: a double does not overflow.
struct Answers
{
    std::map<int, double> status;
    double complete = 0;
    double sent = 0;
    double bytes = 0;
    bool tellsBytes = true; ///< false where an imported trial does not know them

    double share(int code) const
    {
        const auto found = status.find(code);
        return found == status.end() ? 0 : found->second / complete;
    }
    double mean() const { return bytes / complete; }
    /// If all that was cut off or failed had come whole but for a byte.
    double leastMean() const { return bytes / std::max(sent, complete); }
};

bool hasFit(const MeasuredCell &cell)
{
    return std::any_of(cell.trials.begin(), cell.trials.end(), [](const MeasuredTrial &trial) { return !trial.unfit; });
}

Answers answersOf(const Measured &measured, int target, int other)
{
    Answers answers;
    for (std::size_t level = 0; level < measured.levels.size(); ++level) {
        if (!hasFit(measured.cell(level, other)))
            continue; // levels that both have: answers may depend on the level
        for (const MeasuredTrial &trial : measured.cell(level, target).trials) {
            if (trial.unfit)
                continue;
            for (const auto &[code, count] : trial.trial->status)
                answers.status[code] += static_cast<double>(count);
            answers.complete += static_cast<double>(trial.trial->requests) + static_cast<double>(trial.trial->errors[ErrorKind::Status]);
            answers.sent += static_cast<double>(trial.trial->sent);
            answers.tellsBytes = answers.tellsBytes && (!trial.trial->imported || trial.trial->imported->tellsBytesReceived);
            answers.bytes += static_cast<double>(trial.trial->bytesReceived);
        }
    }
    return answers;
}

bool differInStatus(const Answers &a, const Answers &b)
{
    if (a.status.empty() || b.status.empty())
        return false; // not known
    std::set<int> codes;
    for (const Answers *answers : {&a, &b})
        for (const auto &[code, count] : answers->status)
            codes.insert(code);
    return std::any_of(codes.begin(), codes.end(), [&](int code) { return std::abs(a.share(code) - b.share(code)) > toldShare; });
}

bool differInSize(const Answers &a, const Answers &b)
{
    if (!a.tellsBytes || !b.tellsBytes)
        return false;
    const Answers &small = a.mean() < b.mean() ? a : b;
    const Answers &large = a.mean() < b.mean() ? b : a;
    return large.leastMean() - small.mean() > std::max(toldBytes, toldBytesShare * large.mean());
}

/// "200 (99 %) and 304 (1 %)"
QString statusText(const Answers &answers)
{
    std::vector<std::pair<double, int>> byCount;
    for (const auto &[code, count] : answers.status)
        byCount.emplace_back(count, code);
    std::sort(byCount.rbegin(), byCount.rend());
    constexpr std::size_t mostNamed = 3;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(byCount.size(), mostNamed); ++i)
        texts += byCount.size() == 1 ? QString::number(byCount[i].second)
                                     : u"%1 (%2)"_s.arg(byCount[i].second).arg(formatPercent(answers.share(byCount[i].second)));
    return texts.join(u", "_s);
}

QString differenceOf(const Answers &a, const QString &nameA, const Answers &b, const QString &nameB)
{
    QStringList parts;
    if (differInStatus(a, b))
        parts += u"%1 answers with status %2, %3 with %4"_s.arg(nameA, statusText(a), nameB, statusText(b));
    if (differInSize(a, b))
        parts += u"an answer of %1 has %2 bytes, head included, one of %3 has %4"_s.arg(
            nameA, formatCount(std::llround(a.mean())), nameB, formatCount(std::llround(b.mean())));
    return parts.join(u"; "_s);
}

/// Cells whose \a metric rests on too few answers, and the fewest there are.
QString thinTailOf(Metric metric, const Measured &measured, const Plan &plan)
{
    const qint64 needed = answersNeeded(metric);
    qint64 fewest = needed;
    const QString cells = cellsWith(measured, plan, [&fewest, metric, needed](const MeasuredTrial &trial) {
        if (!trial.figure(metric) || !tellsRequests(*trial.trial) || trial.trial->requests >= needed)
            return false;
        fewest = std::min(fewest, trial.trial->requests);
        return true;
    });
    if (cells.isEmpty())
        return {};
    return u"%1 needs %2 answers in a trial to be trusted; some have fewer (%3), and longer trials help: %4"_s.arg(
        metric == Metric::P99Ns ? u"p99"_s : u"p99.9"_s, formatCount(needed), formatCount(fewest), cells);
}

} // namespace

Finding differentAnswers(const Measured &measured, const Plan &plan, int baseline)
{
    const auto nameOf = [&plan](int target) { return plan.targets[static_cast<std::size_t>(target)].name; };
    QStringList differences;
    for (int target = 0; target < measured.targets; ++target) {
        const Answers ours = answersOf(measured, baseline, target);
        const Answers theirs = answersOf(measured, target, baseline);
        if (target == baseline || ours.complete <= 0 || theirs.complete <= 0)
            continue;
        if (const QString text = differenceOf(ours, nameOf(baseline), theirs, nameOf(target)); !text.isEmpty())
            differences += text;
    }
    Finding finding{u"different_answers"_s, Severity::Doubt, {}};
    if (!differences.isEmpty())
        finding.text = u"The answers differ, so the servers may not do the same work: %1. Look at what they send before you compare how fast"_s.arg(
            differences.join(u"; "_s));
    return finding;
}

Finding thinTail(const Measured &measured, const Plan &plan)
{
    QStringList texts{thinTailOf(Metric::P99Ns, measured, plan)};
    if (plan.primaryMetric == Metric::P999Ns)
        texts.prepend(thinTailOf(Metric::P999Ns, measured, plan));
    texts.removeAll(QString());
    return {u"thin_tail"_s, Severity::Doubt, texts.value(0)}; // what p99.9 needs is more than enough for p99
}

} // namespace sweepbench
