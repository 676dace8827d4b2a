// SPDX-License-Identifier: GPL-3.0-or-later
// One connection of the qnam transport, or one stream over HTTP/2: hands a request to QNetworkAccessManager, follows its signals,
// says how it ended. The signals come from Qt's HTTP thread, so the instants include the way between the threads.
// Thread contract: as its QnamTransport.
#pragma once

#include "core/transport/qnamanswer.h"
#include "core/transport/qnamrequest.h"
#include "core/transport/sample.h"

#include <QNetworkReply>
#include <QObject>

#include <memory>
#include <optional>

namespace sweepbench {

class QnamManagers;
class QnamTransport;

class QnamConnection
{
public:
    QnamConnection(QnamTransport &transport, int index);
    QnamConnection(const QnamConnection &) = delete;
    QnamConnection &operator=(const QnamConnection &) = delete;

    /// Sends one request; QnamTransport::finished() follows, later or before this returns.
    void send(Instant intended, Instant sent);
    /// The time-out has passed: ends the request under way.
    void expire(Instant now);
    /// Ends without telling anybody.
    void abandon();

    /// Its request was handed to these managers and has not left, as far as Qt has told.
    bool isUnsent(const QnamManagers &managers) const;
    bool isConnecting() const { return m_connecting; }
    Instant postedAt() const { return m_postedAt; }
    /// Sends that request by the present managers, where it would do no harm twice.
    void repeatUnsent();
    /// The same for one that is known not to have left.
    void repeat();

    int index() const { return m_index; }
    bool isBusy() const { return m_busy; }
    const Sample &sample() const { return m_sample; }
    Instant startedAt() const { return m_sample.sent; }

    QnamConnection *earlier = nullptr; ///< links of the deadline queue
    QnamConnection *later = nullptr;

private:
    void start(const QnamRequest &request);
    QNetworkReply *post(QNetworkAccessManager &manager, const QNetworkRequest &request);
    void watch(QNetworkReply &reply);
    void onConnecting();
    void onEncrypted();
    void onRequestSent();
    void onHead();
    void onBody();
    void onFinished();
    void connectionCameAbout(Instant now);
    void takeBytes();
    void onFailure(QnamFailure failure, Instant now);
    bool sendAgain(const QnamFailure &failure);
    bool followRedirect(Instant now);
    void answered(Instant now);
    void fail(const QnamFailure &failure, Instant now);
    void finish(Instant now);
    void dropReply();

    QnamTransport &m_transport;
    int m_index;
    bool m_busy = false;
    Sample m_sample;
    QnamRequest m_request;                    ///< under way, the first or one that a redirect led to
    int m_redirects = 0;
    std::shared_ptr<QnamManagers> m_managers; ///< of the request under way
    QNetworkReply *m_reply = nullptr;         ///< its manager's child
    BodyToSendOnce *m_body = nullptr;         ///< the reply's child
    QnamHead m_head;
    bool m_hasHead = false;
    qint64 m_bodyBytes = 0;
    int m_timesSent = 0;                      ///< of m_request, as Qt tells it
    bool m_connecting = false;
    Instant m_postedAt;
    Instant m_connectStart;
    Instant m_readyAt;
    Instant m_headAt;
    int m_answersHere = 0;                    ///< on the connection as it is now
    bool m_asksToClose = false;
    bool m_mayBreakOff = false;               ///< the last answer was chunked and did not end the connection
    bool m_brokeOff = false;                  ///< and yet this request needed another connection
};

} // namespace sweepbench
