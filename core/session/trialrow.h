// SPDX-License-Identifier: GPL-3.0-or-later
// A trial as a row of the trial table. Thread contract: pure functions over values; a query belongs to its database's thread.
#pragma once

#include "core/model/result.h"
#include "core/model/trial.h"

#include <QDateTime>
#include <QSqlQuery>
#include <QVariant>

#include <cstdint>

namespace sweepbench {

/// "INSERT INTO trial (…) VALUES (?, …)" and the values to it, in the order of trialColumns(), then the checksum.
QString insertTrialSql();
QVariantList trialToRow(const Trial &trial);

/// "SELECT … FROM trial ORDER BY id", of a file of a format.
QString selectTrialsSql(std::uint32_t format);
/// The row that \a query stands on; types and ranges of single fields are checked here, what has to hold between them
/// in sessioncheck.h. The Problem's field is the column.
Result<Trial> trialFromRow(const QSqlQuery &query, std::uint32_t format);

/// True where the column after the first \a columns is their checksum.
bool checksumFits(const QSqlQuery &query, qsizetype columns);

/// Milliseconds since 1970, or NULL for a time that is not known.
QVariant timeToRow(const QDateTime &time);
std::optional<QDateTime> timeFromRow(const QVariant &value);

} // namespace sweepbench
