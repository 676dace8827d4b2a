// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a trial that have no fixed number of fields, as JSON: in session files and in exports.
// Thread contract: pure functions.
#pragma once

#include "core/model/trial.h"

#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace sweepbench {

/// {"timeout": 5}: only what happened.
QJsonObject errorsToJson(const ErrorCounts &errors);
/// {"200": 1000}
QJsonObject statusToJson(const std::map<int, qint64> &status);
QJsonArray findingsToJson(const std::vector<Finding> &findings);

/// Their inverses; absent where the text is anything else.
std::optional<ErrorCounts> errorsFromJson(const QString &text);
std::optional<std::map<int, qint64>> statusFromJson(const QString &text);
std::optional<std::vector<Finding>> findingsFromJson(const QString &text);

} // namespace sweepbench
