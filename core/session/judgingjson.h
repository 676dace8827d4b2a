// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/judging.h"
#include "core/model/result.h"

#include <QJsonObject>

namespace sweepbench {

QJsonObject judgingToJson(const Judging &judging);
/// A Problem names the field that is not what it should be. An empty object is a session that nobody has judged yet.
Result<Judging> judgingFromJson(const QJsonObject &object);

} // namespace sweepbench
