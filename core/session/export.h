// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the program as text. Every format is written with '.' as decimal sign, full precision and units in the names,
// whatever the locale is.
// Thread contract: pure functions over values; writeFile() may be called from any thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"
#include "core/stats/thresholdjudge.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace sweepbench {

enum class ExportFormat { Csv, Json, Dat, Gnuplot, Markdown, Org };
inline constexpr std::array allExportFormats{ExportFormat::Csv, ExportFormat::Json,     ExportFormat::Dat,
                                             ExportFormat::Gnuplot, ExportFormat::Markdown, ExportFormat::Org};
QString exportFormatId(ExportFormat format); ///< "csv", "json", "dat", "gnuplot", "md", "org"
std::optional<ExportFormat> exportFormatFromId(const QString &id);

struct ExportOptions
{
    // What tables for people (Markdown, Org, terminal) get too:
    bool phases = false;  ///< the table of phases; JSON always has them
    bool runs = false;    ///< for each level the table of its runs
    bool ranking = false; ///< the levels of each target, best first
    bool allFindings = false; ///< the terminal's table has all of them, and not the most important ones alone; files always do
    std::vector<ThresholdJudgement> thresholds{}; ///< what was asked of the results; JSON alone records it
};

struct ExportedFile
{
    QString suffix; ///< what is appended to the base name: "" for single files, "-nginx.dat" for one of several
    QByteArray content;
};

/// One file, or several where the format has one per target (dat; gnuplot brings its dat files along, named after \a baseName,
/// and its script has the suffix ".gnuplot"). \a baseName is a file name without folder and, for these two, without ending.
std::vector<ExportedFile> exportSession(const Session &session, const Analysis &analysis, ExportFormat format, const QString &baseName,
                                        ExportOptions options = {});

/// Writes all files of an export and returns their names. With several, an ending like .dat or .gnuplot of \a path is taken off
/// first: "run.dat" becomes "run-nginx.dat" and "run-apache.dat"; "run.gnuplot" is the script beside them.
Result<QStringList> exportToFiles(const Session &session, const Analysis &analysis, ExportFormat format, const QString &path,
                                  ExportOptions options = {});

/// The table that the headless program prints: target x level with requests per second (mean ± standard error), run time, mean and p99
/// latency (of an open loop: mean and p99 response time, p99 service time), bytes per second, errors, repeats; the phases where they
/// are asked for; then one verdict sentence per level, then the findings, and the transport.
QString terminalTable(const Session &session, const Analysis &analysis, ExportOptions options = {});

/// Writes through a temporary file, so that \a path is either the old or the new content; never replaces a session.
std::optional<Problem> writeFile(const QString &path, const QByteArray &content);

} // namespace sweepbench
