// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of both transports share. Thread contract: main thread.
#pragma once

#include "core/transport/qnamrequest.h"
#include "tests/engine/runplan.h"
#include "tests/support/scriptedserver.h"

#include <QTest>

#include <array>

namespace sweepbench::test {

inline constexpr std::array bothTransports{TransportKind::Socket, TransportKind::Qnam};

/// The plan over a transport.
inline Plan over(TransportKind transport, Plan plan)
{
    plan.load.transport = transport;
    return plan;
}

/// A row for each transport, for test functions that say the same of both.
inline void addTransportRows()
{
    QTest::addColumn<int>("transport");
    for (const TransportKind transport : bothTransports)
        QTest::newRow(qPrintable(transportId(transport))) << int(transport);
}

/// What a failed comparison needs to know of a trial.
inline QString tellTrial(const Trial &trial)
{
    QString text = QStringLiteral("sent %1, requests %2, cancelled %3, reconnects %4").arg(trial.sent).arg(trial.requests).arg(trial.cancelled).arg(trial.reconnects);
    for (int kind = 0; kind < errorKindCount; ++kind)
        if (const qint64 count = trial.errors[static_cast<ErrorKind>(kind)]; count > 0)
            text += QStringLiteral(", %1 %2").arg(errorKindId(static_cast<ErrorKind>(kind))).arg(count);
    for (const auto &[status, count] : trial.status)
        text += QStringLiteral(", %1: %2").arg(status).arg(count);
    return text + QStringLiteral("; ") + trial.errorDetail;
}

/// Each request reached the server; one that was sent once more may have died with the connection that it was first put on.
inline bool serverSawWhatWasSent(const Trial &trial, const ScriptedServer &server)
{
    return server.requests() >= trial.sent && server.requests() <= trial.sent + trial.reconnects;
}

} // namespace sweepbench::test

/// The transport of the row.
#define FETCH_TRANSPORT                   \
    QFETCH(int, transport);               \
    const auto kind = static_cast<::sweepbench::TransportKind>(transport)
