// SPDX-License-Identifier: GPL-3.0-or-later
// One function per export format; exportSession() picks. Thread contract: pure functions over values.
#pragma once

#include "core/session/export.h"

namespace sweepbench {

QByteArray sessionToJson(const Session &session, const Analysis &analysis, const ExportOptions &options);
QByteArray sessionToCsv(const Session &session);
QByteArray sessionToMarkdown(const Session &session, const Analysis &analysis, ExportOptions options);
QByteArray sessionToOrg(const Session &session, const Analysis &analysis, ExportOptions options);
std::vector<ExportedFile> sessionToDat(const Session &session, const Analysis &analysis);
/// The script with the suffix ".gnuplot", then the files of sessionToDat(), which it finds beside itself by \a baseName.
std::vector<ExportedFile> sessionToGnuplot(const Session &session, const Analysis &analysis, const QString &baseName);

/// The name that a target goes by in every export.
QString targetName(const Plan &plan, int target);
/// "2026-11-30T20:31:05.123Z" (RFC 3339); empty for a time that is not known.
QString timeText(const QDateTime &time);
/// Shortest text that reads back as the same number.
QString exactNumber(double value);

} // namespace sweepbench
