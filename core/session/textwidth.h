// SPDX-License-Identifier: GPL-3.0-or-later
// How wide text of any script is on a terminal. Thread contract: pure functions.
#pragma once

#include <QString>

namespace sweepbench {

/// Fit to be printed: on one line, without control characters (a terminal would obey them) and without direction overrides.
QString printable(const QString &text);

/// Columns that a terminal needs: 2 for wide East Asian characters and emoji (Unicode Standard Annex 11), 0 for combining marks.
int textWidth(const QString &text);
/// Cut at the end, between characters as readers see them, to at most \a width columns; an ellipsis shows where.
QString elidedTo(const QString &text, int width);
QString paddedRight(const QString &text, int width);
QString paddedLeft(const QString &text, int width);

} // namespace sweepbench
