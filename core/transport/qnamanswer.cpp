// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qnamanswer.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool hasToken(const QByteArray &list, QByteArrayView token)
{
    for (const QByteArray &entry : list.split(','))
        if (entry.trimmed().compare(token, Qt::CaseInsensitive) == 0)
            return true;
    return false;
}

bool isLength(const QByteArray &text)
{
    bool fits = false;
    text.toLongLong(&fits);
    return fits && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Qt reports these through one error for all, with the reason in words only.
QnamFailure failureOfUnknown(const QString &text, bool sent)
{
    const auto says = [&](const char *reason, const char *context = "QNativeSocketEngine") { return text.contains(QCoreApplication::translate(context, reason)); };
    if (says("Out of resources"))
        return {ErrorKind::LocalDescriptors, text};
    if (says("The address is not available") || says("The bound address is already in use"))
        return {ErrorKind::LocalPorts, text};
    if (sent)
        return {ErrorKind::Reset, text};
    // Qt 6.4 has no words for connect(2)'s EADDRNOTAVAIL, and hardly any other of its errors is left without.
    if (says("Unknown error", "QIODevice"))
        return {ErrorKind::LocalPorts, u"no local port left for this address, or none that may be used"_s};
    return {says("Connection timed out") ? ErrorKind::ConnectTimeout : ErrorKind::Connect, text};
}

ErrorKind kindOf(QNetworkReply::NetworkError error, bool sent)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError:
        return ErrorKind::Connect;
    case QNetworkReply::HostNotFoundError:
        return ErrorKind::Name;
    case QNetworkReply::RemoteHostClosedError:
        return ErrorKind::ClosedEarly;
    case QNetworkReply::TimeoutError:
    case QNetworkReply::OperationCanceledError:
        return sent ? ErrorKind::Timeout : ErrorKind::ConnectTimeout;
    case QNetworkReply::SslHandshakeFailedError:
        return ErrorKind::Tls;
    case QNetworkReply::TooManyRedirectsError:
    case QNetworkReply::InsecureRedirectError:
        return ErrorKind::Redirects;
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyConnectionClosedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::UnknownProxyError:
        return ErrorKind::Proxy;
    default:
        return ErrorKind::Protocol; // an answer that could not be read
    }
}

} // namespace

QnamHead qnamHead(const QNetworkReply &reply, bool toHead)
{
    QnamHead head;
    head.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    head.http2 = reply.attribute(QNetworkRequest::Http2WasUsedAttribute).toBool();
    head.hasBody = !toHead && head.status != 204 && head.status != 304;
    head.bytes = reply.attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString().size() + qint64(sizeof "HTTP/1.1 200 \r\n\r\n") - 1;
    for (const auto &[name, value] : reply.rawHeaderPairs()) {
        ++head.fields;
        const auto is = [&name = name](QByteArrayView other) { return name.compare(other, Qt::CaseInsensitive) == 0; };
        const qint64 nameBytes = name.size() + qint64(sizeof ": \r\n") - 1;
        const qint64 joined = is("set-cookie") ? value.count('\n') : 0; // by one byte where each had a line of its own
        head.bytes += nameBytes + value.size() + joined * (nameBytes - 1);
        if (is("content-length"))
            head.contentLength = value.isNull() ? QByteArray("") : value;
        else if (is("transfer-encoding"))
            head.isChunked = value.toLower().contains("chunked");
        else if (is("connection"))
            head.closes = hasToken(value, "close");
        else if (is("trailer"))
            head.namesTrailers = true;
    }
    return head;
}

std::optional<QnamFailure> headFailure(const QnamHead &head, HttpVersion asked)
{
    const auto protocol = [](const QString &text) { return QnamFailure{ErrorKind::Protocol, text}; };
    if (head.status < 200)
        return protocol(u"Qt took the interim answer %1 for the final one"_s.arg(head.status));
    if (asked == HttpVersion::Http2 && !head.http2)
        return protocol(u"HTTP/2 was asked for and the server answered with HTTP/1.1"_s);
    if (!head.hasBody)
        return std::nullopt;
    if (head.fields == 0)
        return protocol(u"Qt read no header field: it drops them all above 100 fields or where one is malformed"_s);
    if (!head.contentLength.isNull() && !head.isChunked && !isLength(head.contentLength))
        return protocol(u"Content-Length \"%1\" is not one number"_s.arg(QString::fromLatin1(head.contentLength.first(std::min<qsizetype>(head.contentLength.size(), 40)))));
    return std::nullopt;
}

std::optional<QnamFailure> bodyFailure(const QnamHead &head, qint64 bodyBytes)
{
    if (!head.hasBody)
        return std::nullopt;
    if (head.isChunked) {
        // A chunk size that is none reads as the last chunk in Qt 6.4, so an empty body says nothing.
        if (bodyBytes == 0 && !head.http2)
            return QnamFailure{ErrorKind::Protocol, u"a chunked answer without a byte: Qt can't tell an empty body from a broken chunk"_s};
        return std::nullopt;
    }
    if (!head.contentLength.isNull() && head.contentLength.toLongLong() != bodyBytes)
        return QnamFailure{ErrorKind::Protocol, u"Content-Length says %1 and %2 bytes came"_s.arg(QString::fromLatin1(head.contentLength)).arg(bodyBytes)};
    return std::nullopt;
}

std::optional<QnamFailure> replyFailure(QNetworkReply::NetworkError error, const QString &text, int status, bool sent)
{
    // What Qt makes of statuses: 401 to 599 have the errors from 201 to 299 and from 401, and 400 and 418 an error of the protocol's.
    const bool isOfTheStatus = (error >= QNetworkReply::ContentAccessDenied && error != QNetworkReply::ContentReSendError && error <= QNetworkReply::UnknownContentError)
        || error == QNetworkReply::ProtocolInvalidOperationError || error >= QNetworkReply::InternalServerError;
    if (error == QNetworkReply::NoError || (isOfTheStatus && status >= 400))
        return std::nullopt;
    if (error == QNetworkReply::ContentReSendError) // Qt's words are "Unknown error"
        return QnamFailure{ErrorKind::ClosedEarly, u"closed without an answer, and not sent once more as the method is not safe"_s};
    return error == QNetworkReply::UnknownNetworkError ? failureOfUnknown(text, sent) : QnamFailure{kindOf(error, sent), text};
}

} // namespace sweepbench
