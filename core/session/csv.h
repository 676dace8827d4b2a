// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet.
// Thread contract: pure functions.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace sweepbench {

/// A text that no spreadsheet takes for a formula: an apostrophe goes in front where it begins (after blanks and quotes)
/// like one (https://owasp.org/www-community/attacks/CSV_Injection). csvOriginal() gives the text back, whatever it was.
QString csvNeutralised(const QString &text);
QString csvOriginal(const QString &cell);

/// One record with its line end (CRLF). Fields are quoted where they have to be; a NUL becomes U+FFFD.
QByteArray csvRecord(const QStringList &fields);

} // namespace sweepbench
