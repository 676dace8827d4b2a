// SPDX-License-Identifier: GPL-3.0-or-later
// What QNetworkAccessManager's answers are worth. Qt 6.4 takes some broken answers for good ones; what shows in what it hands out is
// found here, and resources/manual/transports.md lists what does not show.
// Thread contract: pure functions over values and over a reply of the calling thread.
#pragma once

#include "core/model/errorkind.h"
#include "core/model/load.h"

#include <QNetworkReply>
#include <QString>

#include <optional>

namespace sweepbench {

struct QnamFailure
{
    ErrorKind kind = ErrorKind::Protocol;
    QString text;
};

/// The head of an answer as far as Qt tells it.
struct QnamHead
{
    int status = 0;
    bool http2 = false;
    int fields = 0;
    qint64 bytes = 0; ///< as HTTP/1.1 spells it: the status line and the fields, equal names joined
    QByteArray contentLength; ///< null: none
    bool isChunked = false;
    bool closes = false;        ///< says that the connection ends
    bool namesTrailers = false;
    bool hasBody = true;        ///< may have one: not HEAD, 204 or 304
};
QnamHead qnamHead(const QNetworkReply &reply, bool toHead);

/// What is wrong with an answer by its head alone.
std::optional<QnamFailure> headFailure(const QnamHead &head, HttpVersion asked);
/// What is wrong with an answer that Qt takes for complete.
std::optional<QnamFailure> bodyFailure(const QnamHead &head, qint64 bodyBytes);
/// The kind of an error of Qt's; none for those that only repeat a status of 400 and above.
/// \a sent: the request had left when it came.
std::optional<QnamFailure> replyFailure(QNetworkReply::NetworkError error, const QString &text, int status, bool sent);

} // namespace sweepbench
