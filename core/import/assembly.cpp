// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/assembly.h"

#include "core/import/textlines.h"
#include "core/model/httpurl.h"
#include "core/session/sessioncheck.h"
#include "core/stats/analysis.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr std::size_t mostImportedTargets = 100;
constexpr std::size_t mostImportedLevels = 1000;
constexpr int mostImportedRepeats = 10'000;

/// The plan's first figure that every run with any figure has; requests per second where there is none such.
Metric primaryOf(const std::vector<TrialPtr> &trials)
{
    for (const Metric metric : {Metric::Rps, Metric::P50Ns, Metric::MeanNs, Metric::P99Ns}) {
        const bool all = std::all_of(trials.begin(), trials.end(), [metric](const TrialPtr &trial) {
            return isUnfit(*trial) || metricValue(*trial, metric);
        });
        const bool any = std::any_of(trials.begin(), trials.end(), [metric](const TrialPtr &trial) {
            return !isUnfit(*trial) && metricValue(*trial, metric);
        });
        if (all && any)
            return metric;
    }
    return Metric::Rps;
}

/// Earliest start that a report tells.
QDateTime earliest(const std::vector<TrialPtr> &trials)
{
    QDateTime first;
    for (const TrialPtr &trial : trials)
        if (trial->startedAt.isValid() && (!first.isValid() || trial->startedAt < first))
            first = trial->startedAt;
    return first;
}

/// How long a run's band in the charts over time is.
qint64 lengthNs(const Trial &trial)
{
    const qint64 series = trial.series.empty() ? 0 : trial.series.back().startNs + trial.series.back().spanNs;
    return std::max<qint64>(trial.duration.count(), series);
}

/// Equal URLs are written alike: "localhost:80" and "http://localhost/".
QString sameUrl(const QString &url)
{
    const auto parsed = parseHttpUrl(url);
    return parsed ? parsed->toString() : url;
}

} // namespace

QStringList shortNames(const QStringList &paths)
{
    const auto allDiffer = [](const QStringList &names) { return QSet<QString>(names.begin(), names.end()).size() == names.size(); };
    QStringList bare;
    QStringList whole;
    QStringList withFolder;
    for (const QString &path : paths) {
        const QFileInfo info(path);
        bare << cleaned(info.completeBaseName().isEmpty() ? info.fileName() : info.completeBaseName(), 200);
        whole << cleaned(info.fileName(), 200);
        withFolder << cleaned(info.absoluteDir().dirName() + u'/' + info.completeBaseName(), 200);
    }
    for (const QStringList &names : {bare, whole, withFolder})
        if (allDiffer(names))
            return names;
    return paths;
}

Assembly::Assembly(const QStringList &paths)
    : m_paths(paths)
{
    m_paths.removeDuplicates();
    m_fileNames = shortNames(m_paths);
}

std::optional<Problem> Assembly::addTarget(const ImportedRun &run, const QString &key, const QString &path)
{
    if (m_targets.size() == mostImportedTargets)
        return Problem{QString(), u"there are more than %1 targets; import fewer files at once, or give those of one target the same name"_s
                                      .arg(mostImportedTargets)};
    Target target;
    target.name = run.target;
    target.url = run.url;
    target.version = run.server;
    if (!run.title.isEmpty())
        target.notes = u"title: "_s + run.title;
    if (target.name.isEmpty() && target.url.isEmpty())
        target.name = m_fileNames.value(m_paths.indexOf(path));
    m_keys << key;
    m_targets.push_back(std::move(target));
    return std::nullopt;
}

std::optional<Problem> Assembly::add(ImportedRun run, const QString &path)
{
    run.figures().file = cleaned(QFileInfo(path).fileName(), 200);
    const QString key = !run.target.isEmpty() ? u"name "_s + run.target : !run.url.isEmpty() ? u"url "_s + sameUrl(run.url) : u"file "_s + path;
    qsizetype index = m_keys.indexOf(key);
    if (index < 0) {
        if (const auto problem = addTarget(run, key, path))
            return problem;
        index = m_keys.size() - 1;
    }
    if (run.rate > highestLevel)
        return Problem{u"rate"_s, u"%1 requests per second are more than %2"_s.arg(run.rate).arg(highestLevel)};
    m_runs.push_back({static_cast<std::size_t>(index), run.rate, std::move(run.trial)});
    return std::nullopt;
}

/// Where several URLs have the same host, the path tells more than a letter.
void Assembly::nameTheTargets(Plan &plan) const
{
    QSet<QString> hosts;
    qsizetype named = 0;
    for (const Target &target : plan.targets)
        if (const auto url = parseHttpUrl(target.url); target.name.isEmpty() && url) {
            hosts.insert(QString::fromLatin1(url->authority()));
            ++named;
        }
    QSet<QString> taken;
    for (const Target &target : plan.targets)
        taken.insert(target.name);
    for (Target &target : plan.targets) {
        const auto url = parseHttpUrl(target.url);
        if (!target.name.isEmpty() || !url)
            continue;
        const bool alone = hosts.size() == named;
        const QString name = cleaned(QString::fromUtf8(alone ? url->hostHeader() : url->hostHeader() + url->requestTarget), 200);
        if (taken.contains(name))
            continue;
        target.name = name;
        taken.insert(name);
    }
    nameTargets(plan); // what is left
}

Result<Session> Assembly::session()
{
    Session session;
    Plan &plan = session.plan;
    plan.imported = true;
    plan.targets = m_targets;
    nameTheTargets(plan);
    // A rate is a level only where every run was sent at one: else there would be none that they have in common.
    const bool overRates = std::all_of(m_runs.begin(), m_runs.end(), [](const Place &run) { return run.rate >= 0.5; });
    plan.sweep.axis = overRates ? SweepAxis::Rate : SweepAxis::Connections;
    std::set<int> levels;
    std::map<std::pair<std::size_t, int>, int> repeats;
    plan.repeats = 1;
    qint64 offsetNs = 0; // the charts over time show one run after the other
    constexpr qint64 mostOffsetNs = 300LL * 24 * 3600 * 1'000'000'000;
    for (Place &run : m_runs) {
        Trial trial = std::move(run.trial);
        trial.target = static_cast<int>(run.target);
        trial.rate = overRates ? qRound(run.rate) : 0;
        const int level = levelOf(trial, plan.sweep.axis);
        levels.insert(level);
        trial.repeat = repeats[{run.target, level}]++;
        trial.order = static_cast<int>(session.trials.size());
        trial.startOffsetNs = offsetNs;
        offsetNs = std::min(offsetNs + lengthNs(trial), mostOffsetNs);
        plan.repeats = std::max(plan.repeats, trial.repeat + 1);
        session.trials.push_back(std::make_shared<const Trial>(std::move(trial)));
    }
    plan.sweep.levels.assign(levels.begin(), levels.end());
    if (levels.size() > mostImportedLevels || plan.repeats > mostImportedRepeats)
        return Problem{u"files"_s, u"%1 levels with up to %2 runs each are too many; at most %3 and %4"_s.arg(levels.size()).arg(plan.repeats)
                                       .arg(mostImportedLevels).arg(mostImportedRepeats)};
    plan.primaryMetric = primaryOf(session.trials);
    session.createdAt = earliest(session.trials);
    SessionTotals totals;
    for (const TrialPtr &trial : session.trials)
        if (const QString wrong = totals.add(*trial, plan); !wrong.isEmpty())
            return Problem{trial->imported->file, wrong};
    return session;
}

} // namespace sweepbench
