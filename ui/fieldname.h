// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <QString>

namespace sweepbench {

/// The letters of a Problem's field, lower case: "think time", "think-time" and "think_time" are one field.
inline QString bareFieldName(const QString &field)
{
    QString bare;
    for (const QChar c : field)
        if (c.isLetter())
            bare += c.toLower();
    return bare;
}

} // namespace sweepbench
