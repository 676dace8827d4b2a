// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a level as a table for people: repeats down, targets across, mean ± standard error at the foot.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/stats/runstable.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sweepbench {

/// How the figures of one table are written: all in one unit and with the same decimals, so that they can be read down the column.
class RunsFormat
{
public:
    /// \a plan must outlive it.
    explicit RunsFormat(const RunsTable &table, const Plan &plan);

    /// "Run time (s)", "Requests per second", "p99 latency (ms)": what all figures are.
    QString figureTitle() const;
    /// Six significant digits of the largest, with a dagger behind an outlier; "unfit", "not run", "≥ 10 s" and "no data" for what is none.
    QString run(const RunFigure &run, int target) const;
    /// "33.52825 ± 1.4746653": to eight significant digits, as Org's and others' calculators give them; the mean alone below two runs.
    QString foot(const Summary &summary) const;
    /// "33.5 ± 1.5": to the two leading digits of the error.
    QString shortFoot(const Summary &summary) const;

private:
    QString m_title;
    QString m_unit;
    double m_size = 1; ///< of the unit, in the metric's own
    int m_decimals = 0;
    const Plan &m_plan;
};

/// One level's table in words.
struct RunsText
{
    QString caption;                ///< "Run time (s) at 500 connections; 5000 requests per trial"
    QStringList titles;             ///< "Run", then the targets
    std::vector<QStringList> lines; ///< one per repeat
    QStringList foot;               ///< "Mean ± standard error", then each target's
};
RunsText runsText(const RunsTable &table, const Plan &plan);
/// Of all levels, in the figure that runsMetric() says.
std::vector<RunsText> runsTexts(const Session &session);

/// One level's table to paste into notes: the caption, and the table with its foot.
QString runsAsMarkdown(const RunsText &text);
QString runsAsOrg(const RunsText &text);

} // namespace sweepbench
