// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QString>

#include <optional>

namespace sweepbench {

enum class Severity { Note, Doubt, Unfit };
QString severityId(Severity severity); ///< "note", "doubt", "unfit"
std::optional<Severity> severityFromId(const QString &id);

/// A named reason to doubt a trial or a verdict.
struct Finding
{
    QString kind; ///< a stable identifier, "errors", "no_answer"
    Severity severity = Severity::Note;
    QString text; ///< the numbers and what to do about it
    bool operator==(const Finding &) const = default;
};

} // namespace sweepbench
