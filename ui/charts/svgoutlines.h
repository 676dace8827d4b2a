// SPDX-License-Identifier: GPL-3.0-or-later
// Letters as shapes. Thread contract: GUI thread (fonts).
#pragma once

#include <QByteArray>

namespace sweepbench {

/// What QSvgGenerator wrote, with each text replaced by the outlines of its letters in the font that it names. A text with a sign that
/// no font here has an outline of (emoji of bitmaps) stays text. What is not well-formed comes back as it is: finishedSvg() refuses it.
QByteArray withOutlines(const QByteArray &raw);

} // namespace sweepbench
