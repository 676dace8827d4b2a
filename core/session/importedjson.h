// SPDX-License-Identifier: GPL-3.0-or-later
// What another tool's report says of a trial, as JSON: in session files and in exports.
// Thread contract: pure functions.
#pragma once

#include "core/model/sweep.h"
#include "core/model/trial.h"

#include <QJsonObject>

#include <optional>

namespace sweepbench {

/// Times in nanoseconds; what the report does not say is absent.
QJsonObject importedToJson(const ImportedFigures &figures);
/// Its inverse; absent where the text is anything else, or a figure can't be one.
std::optional<ImportedFigures> importedFromJson(const QString &text);

/// "p99", "p97_5", "p99_9": how a quantile is called in files.
QString quantileName(double fraction);

/// False for a field of a trial (as exports call it) that an imported trial's report does not tell, or that no report can.
bool tellsField(const Trial &trial, const QString &field);

} // namespace sweepbench
