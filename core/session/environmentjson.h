// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/environment.h"
#include "core/model/result.h"

#include <QJsonObject>

namespace sweepbench {

/// What is not known is absent.
QJsonObject environmentToJson(const Environment &environment);
Result<Environment> environmentFromJson(const QJsonObject &object);

} // namespace sweepbench
