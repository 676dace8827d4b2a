// SPDX-License-Identifier: GPL-3.0-or-later
// A target's request as QNetworkAccessManager is given it: the same start line and header fields as the socket transport sends.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/load.h"
#include "core/model/result.h"
#include "core/model/target.h"
#include "core/transport/transport.h"

#include <QIODevice>
#include <QNetworkRequest>

#include <optional>

namespace sweepbench {

/// Connections beyond which QNetworkAccessManager is no sensible client: two threads serve them all.
inline constexpr int mostQnamConnections = 1000;

/// Why this target can't be asked through QNetworkAccessManager as it stands: because Qt would send something else than was
/// typed, or has no way to do it. To be shown before a run; a transport that gets such a target all the same sends nothing.
std::optional<Problem> qnamObstacle(const Target &target, const Load &load);

struct QnamRequest
{
    HttpUrl url;
    QNetworkRequest request; ///< without the group's name
    QByteArray method;
    QByteArray body;
    bool isHead = false;
    bool mayRepeat = false;  ///< safe method without a body (RFC 9110, 9.2.1)
    qint64 bytesSent = 0;    ///< head and body as HTTP/1.1 spells them
};

/// The request of connection \a connection (numbered for its worker). \a close asks the server to close after its answer.
QnamRequest qnamRequest(const TransportOptions &options, int connection, bool close);

/// What follows a redirecting answer (RFC 9110, 15.4): the same request at the new place, or a GET where the method is not kept.
/// A Problem when the place is none that can be asked.
Result<QnamRequest> qnamRedirected(const TransportOptions &options, int connection, const QnamRequest &from, int status, const QByteArray &location);

/// The body of a request that must not be repeated: Qt 6.4 would send it again on its own account, for which it has to rewind it.
class BodyToSendOnce : public QIODevice
{
public:
    explicit BodyToSendOnce(const QByteArray &body);

    /// The answer has begun: nothing is repeated any more, and Qt rewinds only to be ready for a redirect.
    void answered() { m_answered = true; }

    qint64 size() const override { return m_body.size(); }
    bool reset() override { return m_answered && QIODevice::reset(); }

protected:
    qint64 readData(char *data, qint64 most) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_body;
    bool m_answered = false;
};

} // namespace sweepbench
