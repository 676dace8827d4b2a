// SPDX-License-Identifier: GPL-3.0-or-later
// Plans as JSON: inside session files, and alone as .plan.json files that fit in version control.
// Thread contract: pure functions; the file functions may be called from any thread.
#pragma once

#include "core/model/plan.h"

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace sweepbench {

/// The format that is written; earlier ones are read too. Format 2 added rates, TLS, proxies and the qnam transport.
inline constexpr int planFormat = 2;

/// Values of secret headers (isSecretHeader) are written as empty strings, passwords of URLs are left out.
QJsonObject planToJson(const Plan &plan);
/// Refuses what is not JSON, a newer format, unknown fields and wrong types; the Problem's field is the JSON path ("targets[1].url").
Result<Plan> planFromJson(const QJsonObject &object);
Result<Plan> planFromJsonText(const QByteArray &text);

Result<Plan> loadPlan(const QString &path);
std::optional<Problem> savePlan(const Plan &plan, const QString &path);

} // namespace sweepbench
