// SPDX-License-Identifier: GPL-3.0-or-later
// A target out of a curl command line, as browsers' developer tools and API documents give it.
// Thread contract: pure functions.
#pragma once

#include "core/model/result.h"
#include "core/model/target.h"

#include <QString>
#include <QStringList>

namespace sweepbench {

/// True where a text is meant to be a curl command: its first word is curl, with or without a path.
bool looksLikeCurl(const QString &text);

struct CurlTarget
{
    Target target;
    QStringList ignored; ///< options that change nothing about the request measured, or that have no counterpart here: "--compressed"
};

/// Reads URL, -X, -H, -d and its siblings, -G, -I, -k, -u, -x, -A, -b, -e, --cacert, --cert, --key, --tlsv1.2/3, --resolve and --connect-to;
/// others are listed in `ignored`. Words are split as a POSIX shell does (single and double quotes, backslashes, $'…' of bash);
/// nothing is expanded. A Problem names the field "curl".
Result<CurlTarget> targetFromCurl(const QString &command);

} // namespace sweepbench
