// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure function.
#pragma once

#include "core/model/result.h"

#include <QByteArray>
#include <QSize>

namespace sweepbench {

/// Reads what QSvgGenerator wrote and writes it again as a file for others: checked to be well-formed XML, vectors only and without
/// coordinates that are no numbers (Qt writes nan, inf and unescaped titles); sized in pixels; with title and description for
/// screen readers; with a generic font family to fall back to. A Problem (field "SVG") says which check failed.
Result<QByteArray> finishedSvg(const QByteArray &raw, QSize size, const QString &title, const QString &description);

} // namespace sweepbench
