// SPDX-License-Identifier: GPL-3.0-or-later
// From something that paints to the bytes of a picture file: PNG, SVG or PDF.
// Thread contract: GUI thread.
#pragma once

#include "ui/charts/chart.h"

#include <functional>

class QPaintDevice;

namespace sweepbench {

/// Paints the whole picture on a device, a pixel of the picture \a scale device pixels wide.
using PaintPicture = std::function<void(QPaintDevice *device, double scale)>;

/// The file that the options ask for. \a title and \a description are for readers who can't see it, and for lists of files.
/// A Problem has the field "size" (too large for the memory), "SVG" (see finishedSvg()) or "format".
Result<QByteArray> pictureFile(const PaintPicture &paint, const RenderOptions &options, const QString &title, const QString &description);

} // namespace sweepbench
