// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/acrosssessions.h"

#include "core/model/environmentdifferences.h"
#include "core/stats/acrossparts.h"
#include "core/stats/errorrate.h"
#include "core/stats/holm.h"
#include "core/stats/measured.h"
#include "core/stats/paired.h"
#include "core/stats/pairs.h"
#include "core/stats/summary.h"
#include "core/stats/verdict.h"
#include "core/stats/welch.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// What one side brings into a comparison, or why it brings nothing.
struct Values
{
    std::vector<double> values;
    QString missing;
};

class Comparer
{
public:
    Comparer(const std::vector<NamedSession> &sessions, AcrossSessions &across) : m_sessions(sessions), m_across(across)
    {
        for (const NamedSession &named : sessions)
            m_measured.push_back(measuredTrials(*named.session));
    }

    bool findLevels();
    void addCells();
    void addComparisons();

private:
    const MeasuredCell *cell(int subject, int session, int level) const;
    Values figures(int subject, int session, int level, Metric metric) const;
    Values ratios(int subject, int session, int level, Metric metric) const;
    std::optional<QString> reasonAgainst(const MeasuredCell &cell, Metric metric, const QString &who) const;
    std::vector<Metric> metrics() const;
    std::vector<AcrossComparison> comparisonsOn(Metric metric, bool relative) const;
    AcrossComparison compared(AcrossComparison comparison, int family) const;
    AcrossCell cellOf(int subject, int session, int level) const;
    int commonIndex() const;

    const std::vector<NamedSession> &m_sessions;
    AcrossSessions &m_across;
    std::vector<Measured> m_measured;
};

bool Comparer::findLevels()
{
    for (const int level : m_measured.front().levels) {
        const bool elsewhere = std::any_of(m_measured.begin() + 1, m_measured.end(), [level](const Measured &measured) {
            return std::binary_search(measured.levels.begin(), measured.levels.end(), level);
        });
        if (elsewhere)
            m_across.levels.push_back(level);
    }
    return !m_across.levels.empty();
}

/// None where the session lacks the target or the level.
const MeasuredCell *Comparer::cell(int subject, int session, int level) const
{
    const Measured &measured = m_measured[static_cast<std::size_t>(session)];
    const int target = m_across.subjects[static_cast<std::size_t>(subject)].targets[static_cast<std::size_t>(session)];
    const auto found = std::lower_bound(measured.levels.begin(), measured.levels.end(), level);
    if (target < 0 || found == measured.levels.end() || *found != level)
        return nullptr;
    return &measured.cell(static_cast<std::size_t>(found - measured.levels.begin()), target);
}

/// Why a cell's figures are no fair sample of it.
std::optional<QString> Comparer::reasonAgainst(const MeasuredCell &cell, Metric metric, const QString &who) const
{
    const auto trials = static_cast<int>(cell.trials.size());
    if (trials == 0)
        return u"%1 has no trial"_s.arg(who);
    int unfit = 0;
    int atTimeout = 0;
    QString why;
    for (const MeasuredTrial &trial : cell.trials) {
        if (trial.unfit && unfit++ == 0)
            why = unfitReason(*trial.trial);
        atTimeout += !trial.unfit && trial.reachesTimeout(metric) ? 1 : 0;
    }
    if (unfit > VerdictRules().mostDropped * trials)
        return u"%1 of %2 trials of %3 are unfit%4"_s.arg(QString::number(unfit), QString::number(trials), who,
                                                         why.isEmpty() ? QString() : u" (the first one because: %1)"_s.arg(why));
    if (atTimeout > 0)
        return u"the %1 of %2 is at least the time-out in %3"_s.arg(metricNoun({metric, m_across.openLoop}), who,
                                                                  countOf(atTimeout, u"trial"_s, u"trials"_s));
    return std::nullopt;
}

Values Comparer::figures(int subject, int session, int level, Metric metric) const
{
    const QString who = subjectIn(m_across.subjects[static_cast<std::size_t>(subject)], session, m_sessions);
    const MeasuredCell *found = cell(subject, session, level);
    if (!found)
        return {{}, u"%1 was not measured"_s.arg(who)};
    if (const auto reason = reasonAgainst(*found, metric, who))
        return {{}, *reason};
    Values result;
    for (const MeasuredTrial &trial : found->trials)
        if (const auto value = trial.figure(metric))
            result.values.push_back(*value);
    if (result.values.empty())
        result.missing = u"%1 has no such figure"_s.arg(who);
    return result;
}

/// The same of the ratios to the common target, from the session's pairs.
Values Comparer::ratios(int subject, int session, int level, Metric metric) const
{
    for (const int part : {commonIndex(), subject})
        if (const Values alone = figures(part, session, level, metric); !alone.missing.isEmpty())
            return {{}, alone.missing};
    const Pairs pairs = pairsOf(*cell(commonIndex(), session, level), *cell(subject, session, level), metric);
    const auto ran = static_cast<int>(pairs.logRatios.size()) + pairs.dropped;
    if (pairs.dropped > VerdictRules().mostDropped * ran)
        return {{}, u"%1 of %2 pairs of %3 were dropped"_s.arg(pairs.dropped).arg(ran).arg(m_sessions[static_cast<std::size_t>(session)].name)};
    Values result;
    for (const double logRatio : pairs.logRatios)
        result.values.push_back(std::exp(logRatio));
    if (result.values.empty())
        result.missing = u"%1 has no pair of trials"_s.arg(m_sessions[static_cast<std::size_t>(session)].name);
    return result;
}

int Comparer::commonIndex() const
{
    const auto &subjects = m_across.subjects;
    const auto found = std::find_if(subjects.begin(), subjects.end(), [](const AcrossSubject &subject) { return subject.common; });
    return found == subjects.end() ? -1 : static_cast<int>(found - subjects.begin());
}

/// Those that every session has: run time only where trials end after the same number of requests.
std::vector<Metric> Comparer::metrics() const
{
    std::vector<Metric> metrics{m_across.metric};
    for (const Metric metric : allMetrics)
        if (metric != m_across.metric)
            metrics.push_back(metric);
    const auto requests = requestsPerTrial(m_sessions.front().session->plan);
    const bool sameLength = requests && std::all_of(m_sessions.begin(), m_sessions.end(), [&requests](const NamedSession &named) {
        return requestsPerTrial(named.session->plan) == requests;
    });
    if (!sameLength)
        std::erase(metrics, Metric::RuntimeS);
    return metrics;
}

AcrossCell Comparer::cellOf(int subject, int session, int level) const
{
    AcrossCell result{subject, session, level, {}, {}, {}, {}, 0};
    result.figure = summarise(figures(subject, session, level, m_across.metric).values);
    const int common = commonIndex();
    if (common < 0 || common == subject)
        return result;
    const std::vector<double> values = ratios(subject, session, level, m_across.metric).values;
    result.relativePairs = static_cast<int>(values.size());
    std::vector<double> logs(values.size());
    std::transform(values.begin(), values.end(), logs.begin(), [](double value) { return std::log(value); });
    const auto estimate = comparePaired(logs, 1);
    if (!estimate)
        return result;
    result.relative = estimate->ratio;
    if (estimate->plain) {
        result.relativeLow = estimate->plain->low;
        result.relativeHigh = estimate->plain->high;
    }
    return result;
}

void Comparer::addCells()
{
    for (int subject = 0; subject < static_cast<int>(m_across.subjects.size()); ++subject)
        for (const int level : m_across.levels)
            for (int session = 0; session < static_cast<int>(m_sessions.size()); ++session)
                m_across.cells.push_back(cellOf(subject, session, level));
}

/// What is to be compared on a metric: every subject at every level that both sessions measured.
std::vector<AcrossComparison> Comparer::comparisonsOn(Metric metric, bool relative) const
{
    std::vector<AcrossComparison> comparisons;
    for (int subject = 0; subject < static_cast<int>(m_across.subjects.size()); ++subject) {
        if (relative && subject == commonIndex())
            continue;
        for (const int level : m_across.levels)
            for (int session = 1; session < static_cast<int>(m_sessions.size()); ++session)
                if (cell(subject, 0, level) && cell(subject, session, level)) {
                    AcrossComparison comparison;
                    comparison.subject = subject;
                    comparison.session = session;
                    comparison.level = level;
                    comparison.metric = metric;
                    comparison.relative = relative;
                    comparison.primary = metric == m_across.metric;
                    comparisons.push_back(comparison);
                }
    }
    const auto family = static_cast<int>(comparisons.size());
    for (AcrossComparison &comparison : comparisons)
        comparison = compared(comparison, family);
    return comparisons;
}

AcrossComparison Comparer::compared(AcrossComparison comparison, int family) const
{
    const auto valuesIn = [&](int session) {
        return comparison.relative ? ratios(comparison.subject, session, comparison.level, comparison.metric)
                                   : figures(comparison.subject, session, comparison.level, comparison.metric);
    };
    const Values baseline = valuesIn(0);
    const Values candidate = valuesIn(comparison.session);
    comparison.baselineValues = static_cast<int>(baseline.values.size());
    comparison.candidateValues = static_cast<int>(candidate.values.size());
    comparison.missing = baseline.missing.isEmpty() ? candidate.missing : baseline.missing;
    if (!comparison.missing.isEmpty())
        return comparison;
    const WelchEstimate estimate = compareUnpaired(baseline.values, candidate.values, family, usualErrorRate);
    comparison.ratio = estimate.ratio;
    comparison.t = estimate.t;
    comparison.df = estimate.df;
    comparison.p = estimate.p;
    if (estimate.plain) {
        comparison.ciLow = estimate.plain->low;
        comparison.ciHigh = estimate.plain->high;
    }
    if (estimate.simultaneous) {
        comparison.simultaneousLow = estimate.simultaneous->low;
        comparison.simultaneousHigh = estimate.simultaneous->high;
    }
    const AcrossSubject &subject = m_across.subjects[static_cast<std::size_t>(comparison.subject)];
    comparison.missing = estimate.missing;
    comparison.missing.replace(u"the baseline"_s, subjectIn(subject, 0, m_sessions));
    comparison.missing.replace(u"the candidate"_s, subjectIn(subject, comparison.session, m_sessions));
    return comparison;
}

void decideAll(std::vector<AcrossComparison> &comparisons)
{
    std::vector<std::optional<double>> p;
    for (const AcrossComparison &comparison : comparisons)
        p.push_back(comparison.p);
    const std::vector<std::optional<double>> adjusted = holmAdjusted(p, static_cast<int>(p.size()));
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        comparisons[i].pHolm = adjusted[i];
        comparisons[i].differ = adjusted[i] && *adjusted[i] < usualErrorRate && !agrees(comparisons[i]);
    }
}

void Comparer::addComparisons()
{
    for (const bool relative : {false, true}) {
        if (relative && commonIndex() < 0)
            return;
        for (const Metric metric : metrics()) {
            std::vector<AcrossComparison> comparisons = comparisonsOn(metric, relative);
            if (metric == m_across.metric)
                decideAll(comparisons);
            for (AcrossComparison &comparison : comparisons) {
                comparison.sentence = acrossSentence(comparison, m_across, m_sessions);
                m_across.comparisons.push_back(std::move(comparison));
            }
        }
    }
}

std::optional<Problem> obstacleTo(const std::vector<NamedSession> &sessions)
{
    if (sessions.size() < 2)
        return Problem{u"sessions"_s, u"%1 was given; it takes two or more to compare"_s.arg(sessions.size())};
    const SweepAxis axis = sessions.front().session->plan.sweep.axis;
    for (const NamedSession &named : sessions)
        if (named.session->plan.sweep.axis != axis)
            return Problem{u"sessions"_s, u"%1 is a sweep over %2, %3 one over %4: they have no level in common"_s.arg(
                                              sessions.front().name, levelUnit(axis, 2), named.name, levelUnit(named.session->plan.sweep.axis, 2))};
    return std::nullopt;
}

/// Sessions that have a time, in its order; the others keep their places.
std::vector<int> orderOfTime(const std::vector<QDateTime> &times)
{
    std::vector<int> order(times.size());
    std::iota(order.begin(), order.end(), 0);
    const bool allKnown = std::all_of(times.begin(), times.end(), [](const QDateTime &time) { return time.isValid(); });
    if (allKnown)
        std::stable_sort(order.begin(), order.end(), [&times](int a, int b) {
            return times[static_cast<std::size_t>(a)] < times[static_cast<std::size_t>(b)];
        });
    return order;
}

void describe(AcrossSessions &across, const std::vector<NamedSession> &sessions, const AcrossOptions &options)
{
    const Plan &plan = sessions.front().session->plan;
    across.axis = plan.sweep.axis;
    across.openLoop = isOpenLoop(plan);
    across.metric = options.metric.value_or(plan.primaryMetric);
    for (const NamedSession &named : sessions) {
        across.sessions << named.name;
        across.measuredAt.push_back(named.session->createdAt);
    }
    across.inOrderOfTime = orderOfTime(across.measuredAt);
    const Session *before = nullptr;
    for (const int index : across.inOrderOfTime) {
        const Session *now = sessions[static_cast<std::size_t>(index)].session;
        across.environmentChanges.push_back(before ? environmentDifferences(before->environment, now->environment) : QStringList());
        before = now;
    }
}

} // namespace

bool agrees(const AcrossComparison &comparison)
{
    if (!comparison.simultaneousLow || !comparison.simultaneousHigh)
        return false;
    const double margin = std::log1p(acrossMargin);
    return std::log(*comparison.simultaneousLow) > -margin && std::log(*comparison.simultaneousHigh) < margin;
}

const AcrossCell &AcrossSessions::cell(int subject, std::size_t level, int session) const
{
    const std::size_t row = static_cast<std::size_t>(subject) * levels.size() + level;
    return cells[row * static_cast<std::size_t>(sessions.size()) + static_cast<std::size_t>(session)];
}

const AcrossSubject *AcrossSessions::common() const
{
    const auto found = std::find_if(subjects.begin(), subjects.end(), [](const AcrossSubject &subject) { return subject.common; });
    return found == subjects.end() ? nullptr : &*found;
}

QStringList AcrossSessions::sentences() const
{
    QStringList texts;
    for (const bool relative : {true, false})
        for (const AcrossComparison &comparison : comparisons)
            if (comparison.primary && comparison.relative == relative)
                texts << comparison.sentence;
    return texts;
}

Result<AcrossSessions> compareSessions(const std::vector<NamedSession> &sessions, const AcrossOptions &options)
{
    if (const auto problem = obstacleTo(sessions))
        return *problem;
    auto subjects = acrossSubjects(sessions, options);
    if (!subjects)
        return subjects.problem();
    AcrossSessions across;
    describe(across, sessions, options);
    across.subjects = std::move(subjects).value();
    Comparer comparer(sessions, across);
    if (!comparer.findLevels())
        return Problem{u"sessions"_s, u"no level of %1 is measured in another session"_s.arg(sessions.front().name)};
    comparer.addCells();
    comparer.addComparisons();
    across.findings = acrossFindings(across, sessions);
    return across;
}

} // namespace sweepbench
