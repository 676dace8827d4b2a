// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite notices a damaged structure, not a damaged figure: every row carries a checksum over its values.
// Thread contract: pure functions.
#pragma once

#include <QVariant>

namespace sweepbench {

/// Over numbers, texts, blobs and NULLs as a row has them. Against damage, not against forgery.
qint64 rowChecksum(const QVariantList &values);

/// A text as it comes back from SQLite: never NULL, and valid Unicode.
QString storedText(const QString &text);

} // namespace sweepbench
