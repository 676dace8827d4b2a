// SPDX-License-Identifier: GPL-3.0-or-later
// What one target does otherwise than the plan's load says: keep-alive off beside on is one plan then.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/load.h"

#include <QString>

#include <array>
#include <set>

namespace sweepbench {

/// The parts of a load that a target may have of its own.
enum class LoadField {
    KeepAlive,
    Length, ///< requests or duration
    Warmup,
    Timeout,
    ThinkTime,
    RampUp,
    Connections, ///< of a sweep over rates; else they are the levels
    Rate,        ///< of an open loop at one rate
    Arrivals,
    Threads,
    ClientCpus,
    Transport,
    Http,
    Redirects,
    Cookies
};
inline constexpr std::array allLoadFields{
    LoadField::KeepAlive, LoadField::Length, LoadField::Warmup, LoadField::Timeout, LoadField::ThinkTime, LoadField::RampUp,
    LoadField::Connections, LoadField::Rate, LoadField::Arrivals, LoadField::Threads, LoadField::ClientCpus, LoadField::Transport,
    LoadField::Http, LoadField::Redirects, LoadField::Cookies};

/// What stands in for the plan's load; only those \a fields of \a values count, the others stay as a Load has them.
struct LoadOverride
{
    std::set<LoadField> fields;
    Load values;

    bool isEmpty() const { return fields.empty(); }
    bool has(LoadField field) const { return fields.contains(field); }
    /// Takes this field from \a load.
    void take(LoadField field, const Load &load);
    void drop(LoadField field);
    bool operator==(const LoadOverride &) const = default;
};

/// \a load with what the override has in its place.
Load overridden(Load load, const LoadOverride &other);
/// One field for people: "keep-alive off", "2 s per trial", "qnam transport".
QString loadFieldText(LoadField field, const Load &load);
/// All that is overridden, with commas between; empty without any.
QString loadOverrideText(const LoadOverride &other);

} // namespace sweepbench
