// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <QString>

namespace sweepbench {

/// A session's name as part of a file name.
QString asFileName(QString text);

} // namespace sweepbench
