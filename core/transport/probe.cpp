// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/probe.h"

#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "core/transport/tlsconfiguration.h"

#include <QMetaObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslCipher>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qsizetype mostStart = 4096;
constexpr std::chrono::milliseconds longestWait = std::chrono::seconds(10);

QUrl urlFor(const HttpUrl &url, const Target &target)
{
    QUrl result(QString::fromLatin1((url.tls ? "https://" : "http://") + url.hostHeader() + url.requestTarget), QUrl::StrictMode);
    if (!target.address.isEmpty())
        result.setHost(target.address);
    return result;
}

void setTls(QNetworkRequest &request, const QSslConfiguration &configuration, bool http2)
{
    QSslConfiguration tls = configuration;
    tls.setAllowedNextProtocols(http2 ? QList<QByteArray>{QSslConfiguration::ALPNProtocolHTTP2} : QList<QByteArray>{QByteArrayLiteral("http/1.1")});
    request.setSslConfiguration(tls);
}

QString tlsText(const QNetworkReply &reply)
{
    const QSslConfiguration tls = reply.sslConfiguration();
    if (tls.sessionCipher().isNull())
        return {};
    const QString version = tls.sessionProtocol() == QSsl::TlsV1_3 ? u"TLS 1.3"_s : tls.sessionCipher().protocolString();
    const QString name = tls.peerCertificate().subjectInfo(QSslCertificate::CommonName).join(u", "_s);
    return u"%1, %2, certificate of %3"_s.arg(version, tls.sessionCipher().name(), name.isEmpty() ? u"no name"_s : name);
}

} // namespace

QString probeText(const ProbeAnswer &answer)
{
    if (!answer.problem.isEmpty())
        return answer.problem;
    QStringList parts{QString::number(answer.status) + (answer.reason.isEmpty() ? QString() : u' ' + answer.reason)};
    if (!answer.expected)
        parts += u"which does not count as an answer"_s;
    const QString size = answer.cut ? u"more than %1"_s : u"%1"_s;
    parts += size.arg(answer.bytes == 1 ? u"1 byte"_s : u"%1 bytes"_s.arg(formatCount(answer.bytes)))
             + u" in "_s + formatLatency(static_cast<double>(answer.time.count()));
    parts += answer.protocol;
    if (!answer.tls.isEmpty())
        parts += answer.tls;
    for (const QString &header : answer.headers)
        if (header.startsWith(u"Server: ", Qt::CaseInsensitive))
            parts += header.mid(8);
    return parts.join(u", "_s);
}

TargetProbe::TargetProbe(QObject *parent) : QObject(parent)
{
    m_manager.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

TargetProbe::~TargetProbe()
{
    if (m_reply)
        m_reply->disconnect(this);
}

void TargetProbe::start(const Target &target, const Load &load)
{
    m_answer = {};
    m_expected = target.expectedStatus;
    const auto url = parseHttpUrl(target.url);
    if (!url)
        return fail(url.problem().text);
    const bool http2 = load.http == HttpVersion::Http2;
    QNetworkRequest request(urlFor(*url, target));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, http2);
    request.setAttribute(QNetworkRequest::Http2DirectAttribute, http2 && !url->tls);
    request.setTransferTimeout(static_cast<int>(std::min(longestWait, std::chrono::ceil<std::chrono::milliseconds>(load.timeout)).count()));
    request.setRawHeader("Host", url->hostHeader());
    request.setRawHeader("User-Agent", "sweepbench");
    request.setRawHeader("Accept-Encoding", "identity"); // the size is that of what is sent
    if (!target.address.isEmpty())
        request.setPeerVerifyName(QString::fromLatin1(url->hostHeader()).section(u':', 0, 0));
    if (url->userInfo)
        request.setRawHeader("Authorization", "Basic " + url->userInfo->toBase64());
    for (const Header &header : target.headers)
        request.setRawHeader(header.name.toUtf8(), header.value.toUtf8());
    if (url->tls) {
        const auto tls = tlsConfiguration(target.tls);
        if (!tls)
            return fail(tls.problem().line());
        setTls(request, *tls, http2);
    }
    if (const auto problem = setProxy(target))
        return fail(problem->line());
    m_start = std::chrono::steady_clock::now();
    m_reply.reset(m_manager.sendCustomRequest(request, target.method.toLatin1(), target.body));
    if (target.tls.insecure)
        connect(m_reply.get(), &QNetworkReply::sslErrors, m_reply.get(), [this] { m_reply->ignoreSslErrors(); });
    connect(m_reply.get(), &QNetworkReply::readyRead, this, &TargetProbe::read);
    connect(m_reply.get(), &QNetworkReply::finished, this, &TargetProbe::take);
}

std::optional<Problem> TargetProbe::setProxy(const Target &target)
{
    QNetworkProxy proxy(QNetworkProxy::NoProxy);
    if (!target.proxy.isEmpty()) {
        const auto url = parseProxyUrl(target.proxy);
        if (!url)
            return url.problem();
        const QString user = QString::fromUtf8(url->userInfo.value_or(QByteArray()));
        proxy = QNetworkProxy(QNetworkProxy::HttpCachingProxy, url->host, url->port, user.section(u':', 0, 0), user.section(u':', 1));
    }
    m_manager.setProxy(proxy);
    return std::nullopt;
}

void TargetProbe::read()
{
    const QByteArray bytes = m_reply->readAll();
    m_answer.bytes += bytes.size();
    if (m_answer.start.size() < mostStart)
        m_answer.start += bytes.left(mostStart - m_answer.start.size());
    if (m_answer.bytes > mostProbeBytes && !m_answer.cut) {
        m_answer.cut = true;
        m_reply->abort();
    }
}

void TargetProbe::take()
{
    m_answer.time = std::chrono::steady_clock::now() - m_start;
    if (!m_answer.cut && m_reply->bytesAvailable() > 0)
        read();
    m_answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (m_answer.status == 0)
        return fail(m_reply->error() == QNetworkReply::OperationCanceledError ? u"no answer within the time-out"_s : m_reply->errorString());
    m_answer.reason = m_reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString();
    m_answer.expected = m_expected.contains(m_answer.status);
    m_answer.protocol = m_reply->attribute(QNetworkRequest::Http2WasUsedAttribute).toBool() ? u"HTTP/2"_s : u"HTTP/1.1"_s;
    m_answer.tls = tlsText(*m_reply);
    for (const auto &[name, value] : m_reply->rawHeaderPairs())
        m_answer.headers += QString::fromLatin1(name) + u": "_s + QString::fromUtf8(value).replace(u'\n', u", "_s);
    const QNetworkReply::NetworkError error = m_reply->error();
    if (!m_answer.cut && (error == QNetworkReply::OperationCanceledError || error == QNetworkReply::RemoteHostClosedError))
        m_answer.problem = u"the answer was not complete: "_s + m_reply->errorString();
    m_reply.release()->deleteLater(); // this runs within one of its signals
    emit finished(m_answer);
}

void TargetProbe::fail(const QString &text)
{
    m_answer.problem = text;
    if (m_reply)
        m_reply.release()->deleteLater();
    QMetaObject::invokeMethod(this, [this] { emit finished(m_answer); }, Qt::QueuedConnection);
}

} // namespace sweepbench
