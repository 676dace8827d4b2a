// SPDX-License-Identifier: GPL-3.0-or-later
// Charts into files, from the window and from the command line.
// Thread contract: the GUI thread; any platform plugin will do.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sweepbench {

/// "1200x700". Field "--size".
Result<QSize> parseSize(const QString &text);
/// A factor from 0.25 to 8. Field "--scale".
Result<double> parseScale(const QString &text);

/// What `sweepbench --render` was asked for.
struct RenderRequest
{
    QString session;
    std::vector<ChartKind> kinds; ///< one, or all of them
    QString out;                  ///< file for one chart; folder for all
    bool intoFolder = false;
    RenderOptions options;
    bool csv = false;             ///< the data of each chart beside it
};

/// Writes the charts; the names of the files written.
Result<QStringList> renderToFiles(const RenderRequest &request);

/// One chart of an open session into \a path, and with \a csv its data into csvPathBeside(path).
std::optional<Problem> exportChartTo(const QString &path, ChartKind kind, const Session &session, const Analysis &analysis,
                                     const RenderOptions &options, bool csv = false);
/// "results-sweep.csv" for "results-sweep.png".
QString csvPathBeside(const QString &path);
/// "results-sweep.svg": a chart's name among those of one session.
QString chartFileName(const QString &base, ChartKind kind, ChartFormat format);

} // namespace sweepbench
