// SPDX-License-Identifier: GPL-3.0-or-later
// How a session is judged: what its reader chose, and when it was looked at. Kept with the session, changes no trial.
// Thread contract: plain values and pure functions.
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace sweepbench {

/// Why a run asked for no further block.
enum class StopReason {
    Repeats,  ///< all that the plan asks for at most
    Precise,  ///< every ratio is known as well as the plan asks for
    TimeLimit
};
QString stopReasonId(StopReason reason); ///< "repeats", "precise", "time_limit"
std::optional<StopReason> stopReasonFromId(const QString &id);

/// A moment at which verdicts were given, and further blocks could still be asked for.
struct Look
{
    int repeats = 0; ///< blocks that had been measured
    QDateTime at;    ///< UTC
    bool operator==(const Look &) const = default;
};

struct Judging
{
    int baseline = 0;             ///< target that the others are compared with
    bool leaveOutOutliers = false; ///< whole pairs
    std::vector<Look> looks;      ///< in the order of time; one more than one means that the session was extended
    std::optional<StopReason> stoppedBy; ///< of the latest run that was not stopped by hand
    bool operator==(const Judging &) const = default;
};

} // namespace sweepbench
