// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <QString>

namespace sweepbench {

/// The URL with an empty password where it has one: "http://user:@host/" (RFC 3986, 3.2.1, asks not to show it).
QString urlWithoutPassword(const QString &url);

} // namespace sweepbench
