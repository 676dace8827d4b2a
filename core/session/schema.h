// SPDX-License-Identifier: GPL-3.0-or-later
// What a session file looks like inside. A reader compares the statements word for word, so that no view, trigger, generated
// column or check of somebody else's making is ever evaluated.
// Thread contract: pure functions.
#pragma once

#include <QStringList>

#include <cstdint>

namespace sweepbench {

inline constexpr std::uint32_t sessionApplicationId = 0x53574250; ///< "SWBP"
inline constexpr std::uint32_t sessionFormat = 4; ///< what is written; formats 1 to 3 are read too

/// One row: the document.
QString sessionTableSql(std::uint32_t format = sessionFormat);
/// The columns of the document between its id and its checksum. From format 3 on the last one is how the session is judged.
QStringList sessionColumns(std::uint32_t format = sessionFormat);
/// One row per trial, in the order really run. Times in the unit that their names end with; errors, status and findings
/// are JSON; times of requests and their phases, and series are blobs (blob.h); checksums as in rowchecksum.h.
QString trialTableSql(std::uint32_t format = sessionFormat);
/// The columns of the trial table between its id and its checksum, in the order in which trialrow.h writes and reads them.
QStringList trialColumns(std::uint32_t format = sessionFormat);

} // namespace sweepbench
