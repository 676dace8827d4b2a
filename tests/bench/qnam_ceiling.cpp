// SPDX-License-Identifier: GPL-3.0-or-later
// What the qnam transport can carry: requests per second and client CPU per request beside the socket transport's, on the same
// nginx with 12-byte answers, in alternating rounds; the server on one core, the client with all its threads on another.
//
//     qnam_ceiling [--rounds 7] [--seconds 2]
#include "tests/bench/options.h"
#include "tests/engine/runplan.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"


#include <algorithm>
#include <array>
#include <cstdio>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using sweepbench::test::RealServer;

namespace {

constexpr int serverCpu = 0;
constexpr int clientCpu = 1;

struct Way
{
    const char *name;
    TransportKind transport;
    HttpVersion http;
    const RealServer *server;
};

struct Figures
{
    std::vector<double> perSecond;
    std::vector<double> cpu; ///< microseconds per request
    qint64 opened = 0;       ///< connections, in the last round
    qint64 errors = 0;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

void runOnce(const Way &way, int connections, std::chrono::seconds duration, const QString &caFile, Figures &figures)
{
    Plan plan = test::durationPlan(way.server->url(), duration, connections);
    plan.load.transport = way.transport;
    plan.load.http = way.http;
    plan.load.threads = 1;
    plan.load.warmup = std::chrono::milliseconds(500);
    plan.load.clientCpus = {clientCpu};
    plan.targets[0].tls.caFile = caFile;
    const auto outcome = test::runPlan(plan, {}, duration + std::chrono::seconds(60));
    if (outcome.trials.empty())
        qFatal("no trial: %s", qPrintable(outcome.failure));
    const Trial &trial = outcome.only();
    const double requests = static_cast<double>(std::max<qint64>(1, trial.requests));
    figures.perSecond.push_back(requests / std::chrono::duration<double>(trial.duration).count());
    figures.cpu.push_back((trial.clientUserS + trial.clientSystemS) / requests * 1e6);
    figures.opened = trial.connectionsOpened;
    figures.errors += trial.errors.total();
}

std::unique_ptr<RealServer> startedServer(const RealServer::Options &options)
{
    auto server = std::make_unique<RealServer>(RealServer::Kind::Nginx, options);
    if (!server->start())
        qFatal("%s", qPrintable(server->error()));
    return server;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1"); // as the program does
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"rounds"_s, u"rounds of each"_s, u"N"_s, u"7"_s}, {u"seconds"_s, u"of a round"_s, u"N"_s, u"2"_s}});
    bench::readOptions(parser, app);
    const int rounds = bench::wholeOption(parser, u"rounds"_s, 1, 1000);
    const std::chrono::seconds duration(bench::wholeOption(parser, u"seconds"_s, 1, 600));

    const test::TestCertificates certificates;
    RealServer::Options options;
    options.cpu = serverCpu;
    options.accessLog = false;
    const auto http = startedServer(options);
    options.protocol = RealServer::Protocol::Http2;
    const auto http2 = startedServer(options);
    options.certificate = certificates.server();
    const auto https2 = startedServer(options);
    options.protocol = RealServer::Protocol::Http1;
    const auto https = startedServer(options);
    const std::array ways{Way{"socket, http", TransportKind::Socket, HttpVersion::Http1, http.get()},
                          Way{"qnam, http", TransportKind::Qnam, HttpVersion::Http1, http.get()},
                          Way{"qnam, HTTP/2 without TLS", TransportKind::Qnam, HttpVersion::Http2, http2.get()},
                          Way{"socket, https", TransportKind::Socket, HttpVersion::Http1, https.get()},
                          Way{"qnam, https", TransportKind::Qnam, HttpVersion::Http1, https.get()},
                          Way{"qnam, HTTP/2 over TLS", TransportKind::Qnam, HttpVersion::Http2, https2.get()}};

    std::printf("%d rounds of %d s, medians\n%-26s %12s %12s %14s %12s %8s\n", rounds, int(duration.count()), "", "connections", "requests/s",
                "CPU us/request", "opened", "errors");
    for (const int connections : {10, 100, 240}) {
        std::array<Figures, ways.size()> figures;
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < ways.size(); ++i)
                runOnce(ways[i], connections, duration, certificates.ca(), figures[i]);
        for (std::size_t i = 0; i < ways.size(); ++i)
            std::printf("%-26s %12d %12.0f %14.1f %12lld %8lld\n", ways[i].name, connections, median(figures[i].perSecond), median(figures[i].cpu),
                        static_cast<long long>(figures[i].opened), static_cast<long long>(figures[i].errors));
        std::fflush(stdout);
    }
}
