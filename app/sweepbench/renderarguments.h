// SPDX-License-Identifier: GPL-3.0-or-later
// What `sweepbench --render` is told.
// Thread contract: pure functions; they look whether files and folders are there.
#pragma once

#include "app/sweepbench/options.h"
#include "core/model/result.h"
#include "ui/render.h"

namespace sweepbench {

/// A Problem names the option, what was given and what would be right.
Result<RenderRequest> readRender(const QCommandLineParser &parser, const Options &options);

} // namespace sweepbench
