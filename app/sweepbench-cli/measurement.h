// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plan headless: progress, session file, signals, the report at the end.
// Thread contract: main thread only.
#pragma once

#include "app/sweepbench-cli/thresholdoptions.h"
#include "core/model/session.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace sweepbench {

struct MeasurementOptions
{
    QString output;   ///< session file; empty: an autosave file
    QString jsonFile; ///< "-" for standard output; empty: none
    bool quiet = false;
    bool phases = false; ///< in the table too
    bool allFindings = false;
    Thresholds thresholds;
    std::optional<double> equalRate; ///< after the sweep, all targets at this share of the slowest one's best rate
};

/// Measures the plan from its first block on and prints the table. Returns the exit code.
int measureNew(const Plan &plan, const MeasurementOptions &options);
/// All targets at \a share of the best rate of the slowest one in \a sweep, as a session of its own.
int measureAtEqualRate(const Session &sweep, double share, const MeasurementOptions &options);
/// Where the results at an equal rate go beside those of the sweep: "web.sweep" gives "web equal rate.sweep".
QString equalRateName(const QString &path);
/// Measures \a blocks more blocks of a saved session's plan into the same file.
int measureMore(const QString &sessionPath, Session session, int blocks, const MeasurementOptions &options);

} // namespace sweepbench
