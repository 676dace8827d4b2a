// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration that RealServer gives each server. Thread contract: pure functions (of the machine's modules too).
#pragma once

#include "tests/support/realserver.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace sweepbench::test {

struct ServerSetup
{
    QByteArray config;     ///< content of FOLDER/server.conf
    QStringList arguments; ///< that run it in the foreground
    QByteArray user = {};  ///< to start it as, where it would not end with the test otherwise (see ChildProcess)
};

ServerSetup serverSetup(RealServer::Kind kind, const RealServer::Options &options, const QString &folder, quint16 port);

} // namespace sweepbench::test
