// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qnamconnection.h"

#include "core/transport/qnamgroup.h"
#include "core/transport/qnammanagers.h"
#include "core/transport/qnamtransport.h"

#include <QSslError>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostRedirects = 50; // Qt's own limit

/// A closed loop sends its next request at once. Later, a server may have closed an idle connection, as it is free to.
constexpr auto soonAfter = std::chrono::milliseconds(100);

} // namespace

QnamConnection::QnamConnection(QnamTransport &transport, int index) : m_transport(transport), m_index(index) {}

void QnamConnection::send(Instant intended, Instant sent)
{
    m_busy = true;
    m_mayBreakOff = m_mayBreakOff && sent - m_sample.end < soonAfter;
    m_brokeOff = false;
    m_sample = Sample{};
    m_sample.intended = intended;
    m_sample.sent = sent;
    m_redirects = 0;
    m_transport.started(*this);
    if (const auto obstacle = m_transport.obstacle()) {
        fail({ErrorKind::Protocol, obstacle->line()}, sent);
        return;
    }
    const int perConnection = m_transport.m_options.load.requestsPerConnection;
    m_asksToClose = perConnection > 0 && m_answersHere + 1 >= perConnection;
    start(m_asksToClose ? m_transport.request(m_index, true) : m_transport.request(m_index, false));
}

void QnamConnection::start(const QnamRequest &request)
{
    m_request = request;
    m_hasHead = false;
    m_head = {};
    m_bodyBytes = 0;
    m_timesSent = 0;
    m_connecting = false;
    m_readyAt = m_redirects == 0 ? m_sample.sent : steadyNow();
    m_postedAt = m_readyAt;
    m_managers = m_transport.currentManagers();
    ++m_managers->inFlight;
    const int group = qnamGroup(m_transport.m_options.load.http, m_index);
    QNetworkRequest posted = request.request;
    posted.setPeerVerifyName(qnamGroupName(request.url, group));
    m_reply = post(m_managers->managerOf(group, m_index), posted);
    watch(*m_reply);
}

QNetworkReply *QnamConnection::post(QNetworkAccessManager &manager, const QNetworkRequest &request)
{
    if (!m_request.mayRepeat) {
        auto body = std::make_unique<BodyToSendOnce>(m_request.body);
        QNetworkReply *reply = manager.sendCustomRequest(request, m_request.method, body.get());
        m_body = body.release();
        m_body->setParent(reply);
        return reply;
    }
    if (m_request.isHead)
        return manager.head(request);
    return m_request.method == "GET" ? manager.get(request) : manager.sendCustomRequest(request, m_request.method);
}

void QnamConnection::watch(QNetworkReply &reply)
{
    QObject *context = m_transport.context();
    QObject::connect(&reply, &QNetworkReply::socketStartedConnecting, context, [this] { onConnecting(); });
    QObject::connect(&reply, &QNetworkReply::requestSent, context, [this] { onRequestSent(); });
    QObject::connect(&reply, &QNetworkReply::metaDataChanged, context, [this] { onHead(); });
    QObject::connect(&reply, &QNetworkReply::readyRead, context, [this] { onBody(); });
    QObject::connect(&reply, &QNetworkReply::finished, context, [this] { onFinished(); });
    if (!m_request.url.tls)
        return;
    QObject::connect(&reply, &QNetworkReply::encrypted, context, [this] { onEncrypted(); });
    QObject::connect(&reply, &QNetworkReply::sslErrors, context, [this](const QList<QSslError> &errors) {
        for (const QSslError &error : errors)
            m_transport.noteError(m_index, error.errorString());
    });
}

void QnamConnection::onConnecting()
{
    m_connecting = true;
    m_connectStart = m_sample.sent;
    if (m_transport.m_options.load.http == HttpVersion::Http2)
        m_managers->connecting.insert(qnamGroup(HttpVersion::Http2, m_index));
    m_brokeOff = m_mayBreakOff;
    m_answersHere = 0;
}

void QnamConnection::onEncrypted()
{
    connectionCameAbout(steadyNow());
}

void QnamConnection::onRequestSent()
{
    const Instant now = steadyNow();
    if (++m_timesSent > 1) { // Qt 6.4 repeats without being asked, on a new connection
        ++m_sample.reconnects;
        m_connecting = true;
        m_connectStart = now;
    }
    connectionCameAbout(now);
    m_transport.requestLeft(m_postedAt, now);
    m_sample.bytesSent += m_request.bytesSent;
    m_readyAt = now;
}

void QnamConnection::connectionCameAbout(Instant now)
{
    if (!std::exchange(m_connecting, false))
        return;
    // Over HTTP/2 every request that waits for the connection is told that it is being made, and that it has been.
    const bool http2 = m_transport.m_options.load.http == HttpVersion::Http2;
    if (http2 && m_managers->connecting.erase(qnamGroup(HttpVersion::Http2, m_index)) == 0)
        return;
    m_transport.connectionOpened();
    m_sample.connectNs = (now - m_connectStart).count();
    m_readyAt = now;
}

void QnamConnection::onHead()
{
    if (m_hasHead)
        return;
    m_headAt = steadyNow();
    connectionCameAbout(m_headAt);
    m_hasHead = true;
    if (m_body)
        m_body->answered();
    if (m_timesSent == 0) { // Qt 6.4 does not tell that a request left whose body is empty
        m_timesSent = 1;
        m_sample.bytesSent += m_request.bytesSent;
    }
    m_head = qnamHead(*m_reply, m_request.isHead);
    m_sample.bytesReceived += m_head.bytes;
    m_transport.answerBegan(m_headAt);
    if (const auto failure = headFailure(m_head, m_transport.m_options.load.http)) {
        if (m_head.status < 200)
            m_transport.giveUpManagers(m_managers);
        fail(*failure, m_headAt);
    }
}

void QnamConnection::takeBytes()
{
    static thread_local std::array<char, 64 * 1024> thrownAway;
    qint64 count = 0;
    while ((count = m_reply->read(thrownAway.data(), thrownAway.size())) > 0) {
        m_bodyBytes += count;
        m_sample.bytesReceived += count;
    }
}

void QnamConnection::onBody()
{
    takeBytes();
}

void QnamConnection::onFinished()
{
    const Instant now = steadyNow();
    if (!m_hasHead && m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).isValid()) {
        onHead();
        if (!m_reply)
            return; // failed by its head
    }
    takeBytes();
    const auto error = m_reply->error();
    if (const auto failure = replyFailure(error, m_reply->errorString(), m_head.status, m_timesSent > 0)) {
        onFailure(*failure, now);
        return;
    }
    if (auto failure = bodyFailure(m_head, m_bodyBytes)) {
        fail(*failure, now);
        return;
    }
    if (m_brokeOff) {
        m_mayBreakOff = false;
        fail({ErrorKind::Protocol, u"the connection broke off after a chunked answer that did not say so: Qt does that after a broken chunk"_s}, now);
        return;
    }
    if (m_transport.m_options.load.followRedirects && followRedirect(now))
        return;
    answered(now);
}

void QnamConnection::onFailure(QnamFailure failure, Instant now)
{
    if (sendAgain(failure))
        return;
    const bool isLocal = failure.kind == ErrorKind::LocalPorts || failure.kind == ErrorKind::LocalDescriptors || failure.kind == ErrorKind::ConnectTimeout;
    const bool isTls = m_reply->error() == QNetworkReply::SslHandshakeFailedError;
    if (m_transport.m_options.proxy && m_timesSent == 0 && !isLocal && !isTls)
        failure.kind = ErrorKind::Proxy; // nobody else was spoken to
    if (failure.kind == ErrorKind::ClosedEarly && m_transport.http2IsDoubtful()) {
        failure.kind = ErrorKind::Protocol;
        failure.text = u"closed without an answer in HTTP/2, which the server may not speak"_s;
    }
    fail(failure, now);
}

/// Qt repeats by itself over HTTP/1.1. Over HTTP/2 it does not, and a server that has said GOAWAY is one that closed an idle
/// connection: the request is sent once more, its clock running on (RFC 9113, 6.8). By other managers, as Qt 6.4 goes on
/// putting requests on such a connection, where nobody answers them.
bool QnamConnection::sendAgain(const QnamFailure &failure)
{
    const bool http2 = m_transport.m_options.load.http == HttpVersion::Http2;
    const bool isClosed = failure.kind == ErrorKind::ClosedEarly || m_reply->error() == QNetworkReply::ProtocolUnknownError;
    if (!http2 || !isClosed || m_hasHead || m_transport.http2IsDoubtful())
        return false;
    m_transport.giveUpManagers(m_managers);
    const auto lost = m_managers;
    const bool again = m_request.mayRepeat && m_sample.reconnects == 0;
    if (again) {
        ++m_sample.reconnects;
        repeat();
    }
    m_transport.repeatUnsent(lost);
    return again;
}

void QnamConnection::repeat()
{
    dropReply();
    const QnamRequest request = m_request;
    start(request);
}

bool QnamConnection::isUnsent(const QnamManagers &managers) const
{
    return m_reply && m_managers.get() == &managers && m_timesSent == 0 && !m_hasHead;
}

void QnamConnection::repeatUnsent()
{
    if (m_request.mayRepeat && m_sample.reconnects == 0) {
        ++m_sample.reconnects; // it may have left after all
        repeat();
    }
}

bool QnamConnection::followRedirect(Instant now)
{
    const QByteArray location = m_reply->rawHeader("Location");
    const bool redirects = m_head.status == 301 || m_head.status == 302 || m_head.status == 303 || m_head.status == 307 || m_head.status == 308;
    if (!redirects || location.isEmpty())
        return false;
    if (++m_redirects > mostRedirects) {
        fail({ErrorKind::Redirects, u"more than %1 redirects, the last one to %2"_s.arg(mostRedirects).arg(QString::fromUtf8(location))}, now);
        return true;
    }
    const auto next = qnamRedirected(m_transport.m_options, m_index, m_request, m_head.status, location);
    if (!next) {
        fail({ErrorKind::Redirects, next.problem().text}, now);
        return true;
    }
    ++m_answersHere;
    dropReply();
    start(*next);
    return true;
}

void QnamConnection::answered(Instant now)
{
    m_sample.status = m_head.status;
    m_sample.firstByteNs = (m_headAt - m_readyAt).count();
    m_sample.bodyNs = (now - m_headAt).count();
    m_mayBreakOff = m_head.isChunked && !m_head.closes && !m_head.namesTrailers && !m_head.http2 && !m_asksToClose && m_redirects == 0;
    m_answersHere = m_asksToClose || m_head.closes ? 0 : m_answersHere + 1;
    dropReply();
    finish(now);
}

void QnamConnection::fail(const QnamFailure &failure, Instant now)
{
    m_transport.noteError(m_index, failure.text);
    m_sample.error = failure.kind;
    m_sample.status = 0;
    m_answersHere = 0;
    m_mayBreakOff = false;
    dropReply();
    finish(now);
}

void QnamConnection::finish(Instant now)
{
    m_sample.end = now;
    m_busy = false;
    const Sample sample = m_sample; // the sink may send the next request from within
    m_transport.finished(*this, sample);
}

void QnamConnection::expire(Instant now)
{
    const bool waitsForConnection = m_connecting || (m_timesSent == 0 && !m_hasHead && m_transport.connectionsOpened() == 0);
    if (waitsForConnection)
        fail({ErrorKind::ConnectTimeout, u"no connection within the time-out"_s}, now);
    else if (m_transport.http2IsDoubtful())
        fail({ErrorKind::Timeout, u"no answer in HTTP/2 within the time-out; the server may not speak it"_s}, now);
    else
        fail({ErrorKind::Timeout, u"no complete answer within the time-out"_s}, now);
}

void QnamConnection::abandon()
{
    m_busy = false;
    m_mayBreakOff = false;
    dropReply();
}

/// Deleting a reply whose answer is not complete closes its connection. abort() would, too, but lets Qt warn of a second error.
void QnamConnection::dropReply()
{
    if (!m_reply)
        return;
    QNetworkReply *reply = std::exchange(m_reply, nullptr);
    m_body = nullptr;
    reply->disconnect(m_transport.context());
    reply->deleteLater();
    --m_managers->inFlight;
    m_transport.letGo(std::move(m_managers));
}

} // namespace sweepbench
