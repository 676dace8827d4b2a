// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/demoanswer.h"

#include <limits>

namespace sweepbench {

namespace {

QByteArray body(const QByteArray &target, qint64 bodySize)
{
    if (target.startsWith("/echo/")) {
        const qsizetype query = target.indexOf('?');
        return QByteArray::fromPercentEncoding(query < 0 ? target.sliced(6) : target.sliced(6, query - 6));
    }
    if (target.startsWith("/?n=")) {
        bool ok = false;
        const qint64 n = target.mid(4).toLongLong(&ok);
        if (ok && n < std::numeric_limits<qint64>::max())
            return QByteArray::number(n + 1);
    }
    static constexpr QByteArrayView pattern = "Hello World\n";
    QByteArray filled(bodySize, Qt::Uninitialized);
    for (qsizetype i = 0; i < filled.size(); ++i)
        filled[i] = pattern[i % pattern.size()];
    return filled;
}

} // namespace

QByteArray demoAnswer(const DemoRequest &request, qint64 bodySize)
{
    const QByteArray content = body(request.target, bodySize);
    QByteArray answer = "HTTP/1.1 200 OK\r\nServer: sweepbench-demo\r\nContent-Type: text/plain\r\nContent-Length: "
        + QByteArray::number(content.size()) + (request.keepsAlive ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n");
    if (!request.isHead)
        answer += content;
    return answer;
}

} // namespace sweepbench
