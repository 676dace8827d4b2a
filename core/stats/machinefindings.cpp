// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/machinefindings.h"

#include "core/model/format.h"
#include "core/stats/cellnames.h"
#include "core/stats/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Of all cores, at least a tenth of one: what other work may take before it is told.
constexpr double toldOtherShare = 0.05;
constexpr double toldOtherCores = 0.1;
/// The same of the load average before the run, which counts the last minute.
constexpr double toldLoadShare = 0.25;
constexpr double toldLoad = 0.5;

/// What other processes used of a core while trials ran.
struct OtherWork
{
    int trials = 0; ///< in which it is known
    double mean = 0;
    double most = 0;
};

OtherWork otherWork(const Measured &measured)
{
    OtherWork work;
    for (const MeasuredCell &cell : measured.cells)
        for (const MeasuredTrial &trial : cell.trials) {
            const double seconds = std::chrono::duration<double>(trial.trial->duration).count();
            if (trial.trial->otherCpuS < 0 || seconds <= 0)
                continue;
            const double cores = trial.trial->otherCpuS / seconds;
            work.mean += cores;
            work.most = std::max(work.most, cores);
            ++work.trials;
        }
    if (work.trials > 0)
        work.mean /= work.trials;
    return work;
}

/// The load before the first trial of the session; -1 where nobody knows it.
double loadAtStart(const Measured &measured, const Environment &environment)
{
    if (environment.loadAverage > 0)
        return environment.loadAverage;
    const Trial *first = nullptr;
    for (const MeasuredCell &cell : measured.cells)
        for (const MeasuredTrial &trial : cell.trials)
            if (!first || trial.trial->order < first->order)
                first = trial.trial;
    return first ? first->loadBefore : -1;
}

QString noisyMachine(const Measured &measured, const Environment &environment)
{
    const int cores = environment.cpuCores;
    const OtherWork work = otherWork(measured);
    if (work.trials > 0) {
        // What ran while trials did says more than what ran in the minute before: that may have been another comparison.
        if (work.mean <= std::max(toldOtherCores, toldOtherShare * cores))
            return {};
        return u"The machine was not quiet: processes other than this program and the servers used %1 of a core on average while trials ran (%2 in the "
               "worst). Let it do nothing else. Work that a server hands to another process, a database for one, is in that figure too"_s.arg(
                   formatPercent(work.mean), formatPercent(work.most));
    }
    const double load = loadAtStart(measured, environment);
    if (load <= std::max(toldLoad, toldLoadShare * cores))
        return {};
    const QString on = cores > 0 ? u" on "_s + countOf(cores, u"core"_s, u"cores"_s) : QString();
    return u"The machine was not quiet before the run: its load average was %1%2. Let it do nothing else, and wait a minute before you measure"_s.arg(
        formatNumber(load, 2), on);
}

QString clockSpeed(const Environment &environment)
{
    if (environment.governor.isEmpty() || environment.governor == u"performance")
        return {};
    return u"The CPU’s clock follows the load (governor “%1”): a server that is pressed less, or a trial that comes first, may run at a lower clock. "
           "“cpupower frequency-set -g performance” keeps it still"_s.arg(environment.governor);
}

bool isOnThisMachine(const Trial &trial)
{
    return trial.address.startsWith(u"127.") || trial.address.startsWith(u"[::1]");
}

QString sharedCores(const Measured &measured, const Plan &plan, const Environment &environment)
{
    const bool here = std::any_of(measured.cells.begin(), measured.cells.end(), [](const MeasuredCell &cell) {
        return std::any_of(cell.trials.begin(), cell.trials.end(), [](const MeasuredTrial &trial) { return isOnThisMachine(*trial.trial); });
    });
    bool pinned = true;
    for (int target = 0; target < measured.targets; ++target)
        pinned = pinned && !loadOf(plan, target).clientCpus.empty();
    if (!here || pinned)
        return {};
    const QString cores = environment.cpuCores > 0 ? u"the %1 of this machine"_s.arg(countOf(environment.cpuCores, u"core"_s, u"cores"_s))
                                                   : u"the cores of this machine"_s;
    const QString one = environment.cpuCores == 1 ? u"Measure from another machine"_s
                                                  : u"Pin the client to some of them (client CPUs, --client-cpus 0) and the servers to the others (taskset), "
                                                    "or measure from another machine"_s;
    return u"Client and servers share %1, and take time from each other. %2"_s.arg(cores, one);
}

QString nearCeiling(const Measured &measured, const Plan &plan, const Environment &environment)
{
    constexpr double near = 0.8;
    double most = 0; // share of the ceiling
    double rps = 0;
    double ceilingThere = 0;
    const QString cells = cellsWith(measured, plan, [&](const MeasuredTrial &trial) {
        const double ceiling = trial.trial->transport == TransportKind::Socket ? environment.socketCeilingRps : environment.qnamCeilingRps;
        const auto figure = trial.figure(Metric::Rps);
        if (ceiling <= 0 || !figure || *figure <= near * ceiling)
            return false;
        if (*figure / ceiling > most) {
            most = *figure / ceiling;
            rps = *figure;
            ceilingThere = ceiling;
        }
        return true;
    });
    if (cells.isEmpty())
        return {};
    return u"Near the ceiling of this machine’s client: up to %1 requests per second, %2 of the %3 that the self-test saw it do (%4). "
           "Servers that are faster than that can’t be told apart here"_s.arg(formatCount(qRound64(rps)), formatPercent(most),
                                                                            formatCount(qRound64(ceilingThere)), cells);
}

} // namespace

std::vector<Finding> machineFindings(const Measured &measured, const Plan &plan, const Environment &environment)
{
    return {{u"noisy_machine"_s, Severity::Doubt, noisyMachine(measured, environment)},
            {u"governor"_s, Severity::Doubt, clockSpeed(environment)},
            {u"shared_cores"_s, Severity::Note, sharedCores(measured, plan, environment)},
            {u"near_ceiling"_s, Severity::Note, nearCeiling(measured, plan, environment)}};
}

} // namespace sweepbench
