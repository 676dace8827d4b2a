// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of planFromJson(), one for each object of the file. The first thing that is wrong ends up in \a problem.
// Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"
#include "core/session/jsonobject.h"

namespace sweepbench {

Target readTarget(const QJsonValue &value, const QString &where, SweepAxis axis, bool imported, std::optional<Problem> &problem);
/// What the sweep varies must not be in the load too.
Load readLoad(const QJsonObject &object, const QString &where, SweepAxis axis, std::optional<Problem> &problem);
/// The same keys, of which those that are there stand in for the plan's.
LoadOverride readLoadOverride(const QJsonObject &object, const QString &where, SweepAxis axis, std::optional<Problem> &problem);

/// A text of at most mostTextLength characters.
void takeText(JsonFields &fields, const QString &key, QString &into);
/// Seconds, as nanoseconds.
void takeSeconds(JsonFields &fields, const QString &key, std::chrono::nanoseconds &into);
/// true or false.
void takeFlag(JsonFields &fields, const QString &key, bool &into);
/// One of a few names; \a read gives the value of a name, \a known lists them for the message: "\"socket\" or \"qnam\"".
template<typename T>
void takeNamed(JsonFields &fields, const QString &key, const QString &known, std::optional<T> (*read)(const QString &), T &into)
{
    const auto text = fields.text(key);
    if (!text)
        return;
    if (const std::optional<T> value = read(*text))
        into = *value;
    else
        fields.fail(key, QStringLiteral("%1 is expected; %2 was given").arg(known, jsonKind(*text)));
}

} // namespace sweepbench
