// SPDX-License-Identifier: GPL-3.0-or-later
// Client CPU per request against wrk and ab, on the same nginx: alternating rounds, the server on one core and the client on
// another, user + system time of each whole client process from the kernel (wait4), start-up included for all of them.
//
//     compare_peers [--rounds 15] [--seconds 3] [--only wrk|ab]
#include "tests/support/realserver.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>

using namespace Qt::StringLiterals;
using sweepbench::test::RealServer;

namespace {

constexpr int serverCpu = 0;
constexpr int clientCpu = 1;

struct ProcessResult
{
    double cpuSeconds = 0;
    QByteArray output;
    bool ok = false;
};

void pinTo(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    ::sched_setaffinity(0, sizeof set, &set);
}

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Runs a program on the client's core and takes its CPU time from the kernel's accounting of exactly this child.
ProcessResult runPinned(const QStringList &command)
{
    std::vector<QByteArray> words;
    for (const QString &word : command)
        words.push_back(word.toLocal8Bit());
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    int pipeEnds[2];
    if (::pipe(pipeEnds) != 0)
        return {};
    const pid_t child = ::fork();
    if (child == 0) {
        pinTo(clientCpu);
        ::dup2(pipeEnds[1], STDOUT_FILENO);
        const int null = ::open("/dev/null", O_WRONLY);
        ::dup2(null, STDERR_FILENO);
        ::close(pipeEnds[0]);
        ::close(pipeEnds[1]);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    ::close(pipeEnds[1]);
    ProcessResult result;
    char buffer[16384];
    for (ssize_t count; (count = ::read(pipeEnds[0], buffer, sizeof buffer)) > 0;)
        result.output.append(buffer, static_cast<qsizetype>(count));
    ::close(pipeEnds[0]);
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    result.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    result.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return result;
}

struct Client
{
    QString name;
    std::function<QStringList(int connections)> command;
    std::function<qint64(const QByteArray &output)> requests;
};

struct Work
{
    QString name;
    int connections;
    bool keepAlive;
};

qint64 numberAfter(const QByteArray &output, const QString &pattern)
{
    const auto match = QRegularExpression(pattern).match(QString::fromUtf8(output));
    return match.hasMatch() ? match.captured(1).toLongLong() : 0;
}

qint64 requestsOfOurs(const QByteArray &json)
{
    const QJsonObject trial = QJsonDocument::fromJson(json).object()["trials"_L1].toArray().first().toObject();
    return trial["requests"_L1].toInteger();
}

Client ours(const QString &url, int runSeconds, bool keepAlive, const QString &session)
{
    return {u"sweepbench-cli"_s,
            [=](int connections) {
                return QStringList{QStringLiteral(SWEEPBENCH_CLI), u"compare"_s, url, u"-c"_s, QString::number(connections), u"-d"_s,
                                   u"%1s"_s.arg(runSeconds), u"-w"_s, u"0s"_s, u"-r"_s, u"1"_s, u"-t"_s, u"1"_s, u"--keep-alive"_s,
                                   keepAlive ? u"on"_s : u"off"_s, u"--json"_s, u"-"_s, u"-q"_s, u"-o"_s, session};
            },
            requestsOfOurs};
}

Client wrk(const QString &url, int runSeconds)
{
    return {u"wrk"_s,
            [=](int connections) {
                return QStringList{u"wrk"_s, u"-t1"_s, u"-c"_s, QString::number(connections), u"-d"_s, u"%1s"_s.arg(runSeconds), url};
            },
            [](const QByteArray &output) { return numberAfter(output, u"(\\d+) requests in"_s); }};
}

Client ab(const QString &url, int runSeconds, bool keepAlive)
{
    return {u"ab"_s,
            [=](int connections) {
                QStringList command{u"ab"_s, u"-q"_s, u"-c"_s, QString::number(connections), u"-t"_s, QString::number(runSeconds), u"-n"_s, u"50000000"_s};
                if (keepAlive)
                    command << u"-k"_s;
                return command << url;
            },
            [](const QByteArray &output) { return numberAfter(output, u"Complete requests:\\s+(\\d+)"_s); }};
}

std::optional<double> microsecondsPerRequest(const Client &client, int connections)
{
    const ProcessResult result = runPinned(client.command(connections));
    const qint64 requests = result.ok ? client.requests(result.output) : 0;
    if (requests <= 0)
        return std::nullopt;
    return result.cpuSeconds * 1e6 / static_cast<double>(requests);
}

/// Median with its distribution-free 95 % interval: the order statistics whose binomial coverage reaches it.
struct Median
{
    double value;
    double low;
    double high;
};

Median medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const auto n = static_cast<int>(values.size());
    const double middle = n % 2 ? values[static_cast<std::size_t>(n / 2)]
                                : (values[static_cast<std::size_t>(n / 2 - 1)] + values[static_cast<std::size_t>(n / 2)]) / 2;
    int rank = 0; // largest k with P(Binomial(n, 1/2) < k) <= 2.5 %
    double term = std::pow(0.5, n);
    double below = term;
    while (below <= 0.025 && rank < n / 2) {
        ++rank;
        term *= static_cast<double>(n - rank + 1) / rank;
        below += term;
    }
    const int low = std::max(0, rank - 1);
    return {middle, values[static_cast<std::size_t>(low)], values[static_cast<std::size_t>(n - 1 - low)]};
}

void compare(const Work &work, const Client &mine, const Client &peer, int rounds)
{
    std::vector<double> ratios;
    std::vector<double> mineUs;
    std::vector<double> peerUs;
    for (int round = 0; round < rounds; ++round) {
        // Who goes first changes from round to round.
        const auto first = microsecondsPerRequest(round % 2 ? peer : mine, work.connections);
        const auto second = microsecondsPerRequest(round % 2 ? mine : peer, work.connections);
        if (!first || !second) {
            std::printf("%-34s %-5s a run failed, round left out\n", qPrintable(work.name), qPrintable(peer.name));
            continue;
        }
        mineUs.push_back(round % 2 ? *second : *first);
        peerUs.push_back(round % 2 ? *first : *second);
        ratios.push_back(mineUs.back() / peerUs.back());
    }
    if (ratios.empty())
        return;
    const Median ratio = medianOf(ratios);
    std::printf("%-34s %-5s %8.2f %8.2f %8.3f  %.3f to %.3f  %zu\n", qPrintable(work.name), qPrintable(peer.name), medianOf(mineUs).value,
                medianOf(peerUs).value, ratio.value, ratio.low, ratio.high, ratios.size());
    std::fflush(stdout);
}

int option(const QStringList &arguments, const QString &name, int fallback)
{
    const qsizetype at = arguments.indexOf(name);
    return at >= 0 && at + 1 < arguments.size() ? arguments[at + 1].toInt() : fallback;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    const int rounds = option(arguments, u"--rounds"_s, 15);
    const int runSeconds = option(arguments, u"--seconds"_s, 3);
    const qsizetype only = arguments.indexOf(u"--only"_s);
    const auto wanted = [&](const QString &peer) { return only < 0 || arguments.value(only + 1) == peer; };

    RealServer::Options options;
    options.cpu = serverCpu;
    options.accessLog = false;
    RealServer server(RealServer::Kind::Nginx, options);
    if (!server.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(server.error()));
        return 1;
    }
    QTemporaryDir folder;
    const QString session = folder.filePath(u"bench.sweep"_s);
    const QString url = server.url();

    std::printf("CPU microseconds per request (user + system of the whole client process), nginx on CPU %d, client on CPU %d,\n"
                "12-byte answer, %d alternating rounds of %d s, one client thread; ratio: median and 95 %% interval\n\n",
                serverCpu, clientCpu, rounds, runSeconds);
    std::printf("%-34s %-5s %8s %8s %8s  %-14s %s\n", "work", "peer", "ours", "peer's", "ratio", "interval", "rounds");
    for (const Work &work : {Work{u"keep-alive, 10 connections"_s, 10, true}, Work{u"keep-alive, 100 connections"_s, 100, true},
                             Work{u"new connection each, 10"_s, 10, false}, Work{u"new connection each, 100"_s, 100, false}}) {
        const Client mine = ours(url, runSeconds, work.keepAlive, session);
        if (work.keepAlive && wanted(u"wrk"_s))
            compare(work, mine, wrk(url, runSeconds), rounds);
        if (wanted(u"ab"_s))
            compare(work, mine, ab(url, runSeconds, work.keepAlive), rounds);
    }
    return 0;
}
