// SPDX-License-Identifier: GPL-3.0-or-later
// Client CPU per request against wrk, ab and h2load on the same nginx: alternating rounds, the server on one core and the client
// on another, user + system time of each whole client process from the kernel, start-up included for all of them.
//
//     compare_peers [--rounds 15] [--seconds 3] [--only PEER] [--work TEXT]
//
// --only wrk, ab or h2load; --work: only the works whose name has the text in it.
#include "tests/bench/clients.h"
#include "tests/bench/median.h"
#include "tests/bench/options.h"
#include "tests/bench/pinnedprocess.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdio>
#include <optional>
#include <thread>

using namespace Qt::StringLiterals;
using namespace sweepbench::bench;
using sweepbench::test::RealServer;
using sweepbench::test::TestCertificates;

namespace {

constexpr int serverCpu = 0;
constexpr qint64 bigAnswer = 6'600'000;

/// What is to be reached: ours / the peer's, in CPU per request.
struct Comparison
{
    QString name;
    Client peer;
    std::optional<double> target;
    Work work;
    QStringList more = {}; ///< further options of sweepbench-cli
};

struct Figures
{
    double usPerRequest = 0;
    double bytesPerSecond = 0;
    double peakMemory = 0;
};

std::optional<Figures> measured(const Client &client, const Work &work)
{
    std::vector<int> cpus;
    for (int i = 0; i < work.threads; ++i)
        cpus.push_back(serverCpu + 1 + i);
    const ProcessUse use = runPinned(client.command(work), cpus);
    const Done done = use.ok ? client.done(use.output) : Done{};
    if (done.requests <= 0)
        return std::nullopt;
    return Figures{use.cpuSeconds * 1e6 / done.requests, done.bytes / work.seconds, use.peakMemoryBytes};
}

struct Rounds
{
    std::vector<double> ours;
    std::vector<double> peers;
    std::vector<double> ratios;
    std::vector<double> bytesRatios;
    std::vector<double> ourMemory;
    std::vector<double> peerMemory;
};

Rounds compared(const Comparison &comparison, const Client &mine, int rounds)
{
    Rounds result;
    for (int round = 0; round < rounds; ++round) {
        // Who goes first changes from round to round.
        const bool peerFirst = round % 2;
        const auto first = measured(peerFirst ? comparison.peer : mine, comparison.work);
        const auto second = measured(peerFirst ? mine : comparison.peer, comparison.work);
        if (!first || !second) {
            std::printf("%-36s %-6s a run failed, round left out\n", qPrintable(comparison.name), qPrintable(comparison.peer.name));
            continue;
        }
        const Figures &our = peerFirst ? *second : *first;
        const Figures &their = peerFirst ? *first : *second;
        result.ours.push_back(our.usPerRequest);
        result.peers.push_back(their.usPerRequest);
        result.ratios.push_back(our.usPerRequest / their.usPerRequest);
        if (their.bytesPerSecond > 0)
            result.bytesRatios.push_back(our.bytesPerSecond / their.bytesPerSecond);
        result.ourMemory.push_back(our.peakMemory);
        result.peerMemory.push_back(their.peakMemory);
    }
    return result;
}

void print(const Comparison &comparison, const Rounds &rounds)
{
    if (rounds.ratios.empty())
        return;
    const Median ratio = medianOf(rounds.ratios);
    QString target = u"-"_s;
    if (comparison.target)
        target = u"%1 %2"_s.arg(*comparison.target, 0, 'f', 2).arg(ratio.low <= *comparison.target ? u"met"_s : u"missed"_s);
    const QString bytes = rounds.bytesRatios.empty() ? u"-"_s : QString::number(medianOf(rounds.bytesRatios).value, 'f', 3);
    std::printf("%-36s %-6s %9.2f %9.2f %7.3f  %.3f to %.3f  %-11s %7s %7.1f %7.1f  %zu\n", qPrintable(comparison.name),
                qPrintable(comparison.peer.name), medianOf(rounds.ours).value, medianOf(rounds.peers).value, ratio.value, ratio.low, ratio.high,
                qPrintable(target), qPrintable(bytes), medianOf(rounds.ourMemory).value / 1e6, medianOf(rounds.peerMemory).value / 1e6,
                rounds.ratios.size());
    std::fflush(stdout);
}

/// Resident memory that each further connection costs, from the peaks at few and at many connections.
void printMemory(const Client &client, const QString &url)
{
    constexpr int few = 10;
    constexpr int many = 5000;
    const auto low = measured(client, {url, few, 2});
    const auto high = measured(client, {url, many, 2});
    if (low && high)
        std::printf("memory per connection, %d against %d: %-14s %.1f KB\n", many, few, qPrintable(client.name),
                    (high->peakMemory - low->peakMemory) / (many - few) / 1e3);
}

bool makeBigFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(QByteArray(bigAnswer, 'x')) == bigAnswer;
}

std::vector<Comparison> comparisons(const RealServer &plain, const RealServer &tls, const QString &caFile, int seconds)
{
    const QString url = plain.url();
    const QString secure = tls.url();
    const QString big = plain.url(u"/big.bin"_s);
    std::vector<Comparison> list{
        {u"keep-alive, 10 connections"_s, wrk(), 0.95, {url, 10, seconds}},
        {u"keep-alive, 100 connections"_s, wrk(), 0.95, {url, 100, seconds}},
        {u"keep-alive, 1,000 connections"_s, wrk(), 0.90, {url, 1000, seconds}},
        {u"keep-alive, 5,000 connections"_s, wrk(), 0.80, {url, 5000, seconds}},
        {u"new connection each, 10"_s, ab(), 1.05, {url, 10, seconds, 1, false}},
        {u"new connection each, 100"_s, ab(), 1.05, {url, 100, seconds, 1, false}},
        {u"https, keep-alive, 100"_s, wrk(), 1.05, {secure, 100, seconds}, {u"--cacert"_s, caFile}},
        {u"6.6 MB answers, 100"_s, wrk(), 1.00, {big, 100, seconds}},
        {u"keep-alive, 100 connections"_s, ab(), std::nullopt, {url, 100, seconds}},
        {u"keep-alive, 100 connections"_s, h2load(), std::nullopt, {url, 100, seconds}},
    };
    // Two client threads and the server, each on a core of its own.
    if (std::thread::hardware_concurrency() >= 3)
        list.push_back({u"two threads, 100 connections"_s, wrk(), 1.00, {url, 100, seconds, 2}});
    return list;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"rounds"_s, u"rounds of each"_s, u"N"_s, u"15"_s},
                       {u"seconds"_s, u"of a round"_s, u"N"_s, u"3"_s},
                       {u"only"_s, u"one peer: wrk, ab or h2load"_s, u"PEER"_s},
                       {u"work"_s, u"only the works whose name has this in it"_s, u"TEXT"_s}});
    readOptions(parser, app);
    const int rounds = wholeOption(parser, u"rounds"_s, 1, 1000);
    const int seconds = wholeOption(parser, u"seconds"_s, 1, 600);
    const QString only = parser.value(u"only"_s);
    const QString work = parser.value(u"work"_s);
    if (parser.isSet(u"only"_s) && only != u"wrk" && only != u"ab" && only != u"h2load")
        refuse({u"--only"_s, u"%1 was given; write wrk, ab or h2load"_s.arg(only)});

    const TestCertificates certificates;
    RealServer::Options options;
    options.cpu = serverCpu;
    options.accessLog = false;
    RealServer plain(RealServer::Kind::Nginx, options);
    options.certificate = certificates.server();
    RealServer tls(RealServer::Kind::Nginx, options);
    for (RealServer *server : {&plain, &tls}) {
        if (!server->start()) {
            std::fprintf(stderr, "%s\n", qPrintable(server->error()));
            return 1;
        }
    }
    if (!makeBigFile(plain.documentRoot() + u"/big.bin"_s)) {
        std::fprintf(stderr, "the file of 6.6 MB could not be written\n");
        return 1;
    }
    std::vector<Comparison> chosen = comparisons(plain, tls, certificates.ca(), seconds);
    std::erase_if(chosen, [&](const Comparison &comparison) {
        return (!only.isEmpty() && comparison.peer.name != only) || !comparison.name.contains(work);
    });
    if (chosen.empty())
        refuse({u"--work"_s, u"%1 was given, and no such work is compared%2"_s.arg(work, only.isEmpty() ? QString() : u" with "_s + only)});
    QTemporaryDir folder;
    const QString session = folder.filePath(u"bench.sweep"_s);

    std::printf("CPU microseconds per request (user + system of the whole client process), nginx on CPU %d, client on the next;\n"
                "12-byte answer where nothing else is said, %d alternating rounds of %d s; ratio ours / peer's: median and 95 %% interval;\n"
                "target: met when the interval reaches it; bytes: ratio of bytes per second; peak memory in MB, ours and the peer's\n\n",
                serverCpu, rounds, seconds);
    std::printf("%-36s %-6s %9s %9s %7s  %-14s  %-11s %7s %7s %7s  %s\n", "work", "peer", "ours", "peer's", "ratio", "interval", "target",
                "bytes", "MB", "MB", "rounds");
    for (const Comparison &comparison : chosen)
        print(comparison, compared(comparison, sweepbenchCli(session, comparison.more), rounds));
    if (std::thread::hardware_concurrency() < 3)
        std::printf("\ntwo threads: left out; that needs three cores, and this machine has %u\n", std::thread::hardware_concurrency());
    if (only.isEmpty() && work.isEmpty()) {
        std::printf("\n");
        printMemory(sweepbenchCli(session), plain.url());
        printMemory(wrk(), plain.url());
    }
    return 0;
}
