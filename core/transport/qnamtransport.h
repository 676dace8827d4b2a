// SPDX-License-Identifier: GPL-3.0-or-later
// The qnam transport of one worker: n connections of Qt's QNetworkAccessManager, as an application built on Qt has them.
// Samples say: bytes received are the body plus the head as HTTP/1.1 spells it, without chunk framing, TLS or HTTP/2 frames, which Qt
// keeps to itself; connectNs includes the TLS handshake, and tlsNs is absent, as Qt does not tell where one ends and the other begins;
// reconnects counts what Qt sent once more on its own account. A redirect that is followed is part of one request.
// Thread contract: made, used and destroyed in the worker's thread.
#pragma once

#include "core/transport/deadlinequeue.h"
#include "core/transport/qnamconnection.h"
#include "core/transport/qnammanagers.h"
#include "core/transport/transport.h"

#include <QObject>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

class QnamTransport final : public Transport
{
public:
    QnamTransport(EpollSet &set, TransportOptions options, SampleSink &sink);
    ~QnamTransport() override;

    void send(int connection, Instant intended, Instant sent) override;
    std::optional<InFlight> cancel(int connection) override;
    QString errorDetail() const override { return m_errorDetail; }
    qint64 connectionsOpened() const override { return m_connectionsOpened; }
    CpuSeconds helperCpu() const override;

private:
    friend class QnamConnection;

    void started(QnamConnection &connection);
    void finished(QnamConnection &connection, const Sample &sample);
    void noteError(int connection, const QString &detail);
    void connectionOpened() { ++m_connectionsOpened; }
    void requestLeft(Instant postedAt, Instant now)
    {
        m_newestThatLeft = std::max(m_newestThatLeft, postedAt);
        m_lastSign = now;
    }
    void answerBegan(Instant now)
    {
        m_sawAnswer = true;
        m_lastSign = now;
    }
    /// Asked for with prior knowledge (RFC 9113, 3.3), and nothing has come yet that would bear it out.
    bool http2IsDoubtful() const { return m_options.load.http == HttpVersion::Http2 && !m_options.url.tls && !m_sawAnswer; }
    QObject *context() { return &m_context; }
    const std::optional<Problem> &obstacle() const { return m_obstacle; }
    const QnamRequest &request(int connection, bool close);
    const std::shared_ptr<QnamManagers> &currentManagers() const { return m_managers; }
    void giveUpManagers(const std::shared_ptr<QnamManagers> &managers);
    void repeatUnsent(const std::shared_ptr<QnamManagers> &managers);
    void repeatLost();
    void letGo(std::shared_ptr<QnamManagers> managers);
    void endRetired();

    TransportOptions m_options;
    SampleSink &m_sink;
    std::optional<Problem> m_obstacle;
    std::vector<std::optional<QnamRequest>> m_requests; ///< one for each address, and again for those that ask to close
    QObject m_context; ///< receiver of all signals: none arrives after it is gone
    std::unique_ptr<QnamCookies> m_cookies;
    std::shared_ptr<QnamManagers> m_managers;               ///< for the requests to come
    std::vector<std::shared_ptr<QnamManagers>> m_retired;   ///< given up, to be ended outside of their own signals
    CpuSeconds m_cpuOfEnded;
    std::vector<std::unique_ptr<QnamConnection>> m_connections;
    DeadlineQueue<QnamConnection> m_underWay;
    QTimer m_lostCheck; ///< over HTTP/2
    QString m_errorDetail;
    qint64 m_connectionsOpened = 0;
    bool m_sawAnswer = false;
    Instant m_newestThatLeft; ///< when it was handed to Qt
    Instant m_lastSign;       ///< of life
};

} // namespace sweepbench
