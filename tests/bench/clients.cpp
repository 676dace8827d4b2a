// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/clients.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sweepbench::bench {

namespace {

double numberAfter(const QByteArray &output, const QString &pattern)
{
    const auto match = QRegularExpression(pattern).match(QString::fromUtf8(output));
    return match.hasMatch() ? match.captured(1).toDouble() : 0;
}

/// "1.25GB" as wrk prints it: powers of 1024.
double bytesAfter(const QByteArray &output, const QString &pattern)
{
    const auto match = QRegularExpression(pattern + u"([\\d.]+)([KMGT]?)B"_s).match(QString::fromUtf8(output));
    if (!match.hasMatch())
        return 0;
    double bytes = match.captured(1).toDouble();
    for (qsizetype i = u"KMGT"_s.indexOf(match.captured(2)); !match.captured(2).isEmpty() && i >= 0; --i)
        bytes *= 1024;
    return bytes;
}

Done ofJson(const QByteArray &json)
{
    const QJsonObject trial = QJsonDocument::fromJson(json).object()["trials"_L1].toArray().first().toObject();
    return {trial["requests"_L1].toDouble(), trial["bytes_received"_L1].toDouble()};
}

} // namespace

Client sweepbenchCli(const QString &session, const QStringList &more)
{
    return {u"sweepbench-cli"_s,
            [=](const Work &work) {
                return QStringList{QStringLiteral(SWEEPBENCH_CLI), u"compare"_s, work.url, u"-c"_s, QString::number(work.connections), u"-d"_s,
                                   u"%1s"_s.arg(work.seconds), u"-w"_s, u"0s"_s, u"-r"_s, u"1"_s, u"-t"_s, QString::number(work.threads),
                                   u"--keep-alive"_s, work.keepAlive ? u"on"_s : u"off"_s, u"--json"_s, u"-"_s, u"-q"_s, u"-o"_s, session}
                    + more;
            },
            ofJson};
}

Client wrk()
{
    return {u"wrk"_s,
            [](const Work &work) {
                return QStringList{u"wrk"_s, u"-t%1"_s.arg(work.threads), u"-c"_s, QString::number(work.connections), u"-d"_s,
                                   u"%1s"_s.arg(work.seconds), work.url};
            },
            [](const QByteArray &output) {
                return Done{numberAfter(output, u"(\\d+) requests in"_s), bytesAfter(output, u"requests in [^,]*, "_s)};
            }};
}

Client ab()
{
    return {u"ab"_s,
            [](const Work &work) {
                QStringList command{u"ab"_s, u"-q"_s, u"-c"_s, QString::number(work.connections), u"-t"_s, QString::number(work.seconds), u"-n"_s, u"50000000"_s};
                if (work.keepAlive)
                    command << u"-k"_s;
                return command << work.url;
            },
            [](const QByteArray &output) {
                return Done{numberAfter(output, u"Complete requests:\\s+(\\d+)"_s), numberAfter(output, u"Total transferred:\\s+(\\d+)"_s)};
            }};
}

Client h2load()
{
    return {u"h2load"_s,
            [](const Work &work) {
                return QStringList{u"h2load"_s, u"--h1"_s, u"-t"_s, QString::number(work.threads), u"-c"_s, QString::number(work.connections), u"-D"_s,
                                   QString::number(work.seconds), work.url};
            },
            [](const QByteArray &output) { return Done{numberAfter(output, u"(\\d+) succeeded"_s), 0}; }};
}

} // namespace sweepbench::bench
