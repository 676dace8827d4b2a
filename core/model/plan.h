// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/load.h"
#include "core/model/metric.h"
#include "core/model/result.h"
#include "core/model/sweep.h"
#include "core/model/target.h"

#include <QStringList>

#include <cstdint>
#include <vector>

namespace sweepbench {

enum class TrialOrder {
    Blocks,    ///< levels in random order in each block, targets back to back in random order within a level
    Sequential ///< every trial of the first target, then of the second
};
QString trialOrderId(TrialOrder order); ///< "blocks" or "sequential"

inline constexpr double leastPrecision = 0.0001;
inline constexpr double mostPrecision = 1;

/// A stop rule: blocks go on until the ratio of every level on the primary metric is known this well.
struct UntilPrecise
{
    double within = 0.02; ///< upper half-width of each ratio's interval, as a fraction of the ratio
    int leastRepeats = 8;
    std::optional<std::chrono::nanoseconds> timeLimit; ///< of the whole run; the block under way is finished
    bool operator==(const UntilPrecise &) const = default;
};

/// Everything that is needed to run an experiment again.
struct Plan
{
    std::vector<Target> targets; ///< the first one is the baseline unless the session's judging says otherwise
    Load load;
    Sweep sweep;
    int repeats = 5; ///< the most, where a stop rule may end the run before
    std::optional<UntilPrecise> untilPrecise;
    TrialOrder order = TrialOrder::Blocks;
    std::uint64_t seed = 1;
    Metric primaryMetric = Metric::Rps;
    bool imported = false; ///< of results of other tools: targets and levels alone say what was measured, and it can't be run
    bool operator==(const Plan &) const = default;
};

/// The load of a target: the plan's, with what the target does otherwise.
Load loadOf(const Plan &plan, int target);
/// The load of a trial of \a target at a level of the sweep: its connections and rate filled in.
Load loadAt(const Plan &plan, int target, int level);
/// Requests after which every trial stops, of whatever target; absent where they stop after a time, or do not all stop alike.
std::optional<qint64> requestsPerTrial(const Plan &plan);
/// The plan without its disabled targets: what is run.
Plan measuredPlan(Plan plan);
/// A target's name where results are shown, with what its load does otherwise: "nginx, keep-alive off".
QString targetLabel(const Plan &plan, int target);

/// True where requests are due at a rate: latencies are response times then.
bool isOpenLoop(const Plan &plan);

/// A preset of the time spent: levels, repeats, warm-up and duration.
enum class Depth { Quick, Standard, Publish };
inline constexpr std::array allDepths{Depth::Quick, Depth::Standard, Depth::Publish};
QString depthId(Depth depth); ///< "quick", "standard", "publish"
std::optional<Depth> depthFromId(const QString &id);
/// Sets what the depth stands for and leaves the rest of the plan as it is.
void applyDepth(Plan &plan, Depth depth);
/// The depth whose settings the plan has, if any.
std::optional<Depth> depthOf(const Plan &plan);

/// One trial to be run: indices into the plan, and its number in the order really run (both from 0).
struct TrialSlot
{
    int target = 0;
    int level = 0;
    int repeat = 0;
    int order = 0;
    bool operator==(const TrialSlot &) const = default;
};

/// The trials of the repeats [firstRepeat, firstRepeat + repeats) in the order in which they run. The same plan and seed
/// give the same order on every machine; each block draws from its own stream, so that an extension does not depend on what ran before.
std::vector<TrialSlot> trialOrder(const Plan &plan, int firstRepeat, int repeats, int firstOrder = 0);

/// Time that running the plan's \a repeats takes; absent where trials stop after a number of requests, whose time nobody knows before.
std::optional<std::chrono::nanoseconds> estimatedTime(const Plan &plan, int repeats);

/// Names for targets that have none: "A", "B", … or the URL's host and port where that tells them apart.
void nameTargets(Plan &plan);

/// What a machine allows, for the check of a plan.
struct PlanLimits
{
    qint64 descriptors = 1024;      ///< open files that the process may have (RLIMIT_NOFILE, already raised to the hard limit)
    qint64 reservedDescriptors = 64; ///< kept back for files, charts and the window
    int cpus = 1;                   ///< CPUs that the process may run on are numbered below this
};

/// Every reason why this plan can't be run, in the order of its fields; empty when it can.
std::vector<Problem> checkPlan(const Plan &plan, const PlanLimits &limits);
/// Files that the plan names and that can't be read here, or are not what they should be.
std::vector<Problem> checkPlanFiles(const Plan &plan);
/// What a user should know but may want all the same: fewer requests than connections, for one.
QStringList planNotes(const Plan &plan);

} // namespace sweepbench
