// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: call it in a thread that may read files; the configuration is a value.
#pragma once

#include "core/model/result.h"
#include "core/model/target.h"

#include <QSslConfiguration>

namespace sweepbench {

/// What the target's TLS options stand for, its files read and checked. A Problem names the option ("tls.ca_file") and the file.
/// Without ALPN, which depends on the HTTP version.
Result<QSslConfiguration> tlsConfiguration(const TlsOptions &options);

} // namespace sweepbench
