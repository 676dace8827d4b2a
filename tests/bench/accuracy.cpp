// SPDX-License-Identifier: GPL-3.0-or-later
// How exactly latencies are measured: the engine and a bare epoll client of a few lines take turns against a loopback server with
// a known delay. The target is a p50 within 15 us and a p99 within 100 us of the bare client's (medians over the rounds).
//
//     accuracy [--rounds 15] [--seconds 1] [--connections 10]
#include "core/engine/runner.h"
#include "core/stats/histogram.h"
#include "tests/bench/delayserver.h"
#include "tests/bench/options.h"

#include <QEventLoop>

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <thread>

using namespace sweepbench;
using namespace sweepbench::bench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

namespace {

struct Quantiles
{
    double p50Us = 0;
    double p99Us = 0;
    qint64 answers = 0;
};

struct Settings
{
    int rounds = 15;
    int connections = 10;
    std::chrono::milliseconds time = 1s;
};

int clientCpu() { return 0; }
int serverCpu() { return cpus() > 1 ? 1 : 0; }

double quantileUs(std::vector<qint64> &sortedNs, double q)
{
    const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sortedNs.size())));
    return sortedNs.empty() ? 0 : static_cast<double>(sortedNs[std::max<std::size_t>(rank, 1) - 1]) / 1e3;
}

int connectTo(quint16 port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        qFatal("cannot connect to the delay server");
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/// The reference: send, wait, receive, nothing else. A closed loop, like the engine's.
Quantiles bareRound(quint16 port, const Settings &settings)
{
    static constexpr char request[] = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    const int set = ::epoll_create1(EPOLL_CLOEXEC);
    std::vector<int> sockets;
    std::vector<SteadyClock::time_point> sent(static_cast<std::size_t>(settings.connections));
    for (int i = 0; i < settings.connections; ++i) {
        sockets.push_back(connectTo(port));
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u32 = static_cast<std::uint32_t>(i);
        ::epoll_ctl(set, EPOLL_CTL_ADD, sockets.back(), &event);
    }
    const auto ask = [&](std::size_t i, SteadyClock::time_point now) {
        sent[i] = now;
        ::send(sockets[i], request, sizeof request - 1, MSG_NOSIGNAL);
    };
    std::vector<qint64> latencies;
    const auto warmupEnd = SteadyClock::now() + 100ms;
    const auto end = warmupEnd + settings.time;
    for (std::size_t i = 0; i < sockets.size(); ++i)
        ask(i, SteadyClock::now());
    std::array<epoll_event, 64> events;
    std::array<char, 4096> buffer;
    for (auto now = SteadyClock::now(); now < end;) {
        const int count = ::epoll_wait(set, events.data(), static_cast<int>(events.size()), 1000);
        for (int e = 0; e < count; ++e) {
            const std::size_t i = events[static_cast<std::size_t>(e)].data.u32;
            if (::recv(sockets[i], buffer.data(), buffer.size(), 0) <= 0)
                qFatal("the delay server has gone");
            now = SteadyClock::now();
            if (sent[i] >= warmupEnd)
                latencies.push_back(std::chrono::nanoseconds(now - sent[i]).count());
            ask(i, now);
        }
        if (count <= 0)
            now = SteadyClock::now();
    }
    for (const int fd : sockets)
        ::close(fd);
    ::close(set);
    std::sort(latencies.begin(), latencies.end());
    return {quantileUs(latencies, 0.5), quantileUs(latencies, 0.99), static_cast<qint64>(latencies.size())};
}

Quantiles bareRoundPinned(quint16 port, const Settings &settings)
{
    Quantiles result;
    std::thread([&] {
        pinTo(clientCpu());
        result = bareRound(port, settings);
    }).join();
    return result;
}

/// One trial of the engine; with a rate an open loop.
Quantiles engineRound(quint16 port, const Settings &settings, std::optional<int> rate)
{
    Plan plan;
    Target target;
    target.name = u"A"_s;
    target.url = u"http://127.0.0.1:%1/"_s.arg(port);
    plan.targets = {target};
    plan.sweep.levels = {settings.connections};
    plan.repeats = 1;
    plan.load.duration = settings.time;
    plan.load.warmup = 100ms;
    plan.load.threads = 1;
    plan.load.clientCpus = {clientCpu()};
    plan.load.rate = rate;
    Quantiles result;
    QEventLoop loop;
    Runner runner(plan);
    QObject::connect(&runner, &Runner::trialFinished, &loop, [&](const TrialPtr &trial) {
        result = {quantileNs(trial->latency, 0.5).value_or(0) / 1e3, quantileNs(trial->latency, 0.99).value_or(0) / 1e3, trial->requests};
    });
    QObject::connect(&runner, &Runner::finished, &loop, &QEventLoop::quit);
    runner.start();
    loop.exec();
    return result;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void compare(std::chrono::milliseconds delay, const Settings &settings)
{
    const DelayServer server(delay, DelayServer::Kind::Answers, serverCpu());
    std::vector<double> figures[6];
    std::vector<double> differences[4];
    const int rate = static_cast<int>(settings.connections * 1000 / delay.count() / 2); // half of what the connections can take
    for (int round = 0; round < settings.rounds; ++round) {
        const bool bareFirst = round % 2 == 0;
        Quantiles bare;
        if (bareFirst)
            bare = bareRoundPinned(server.port(), settings);
        const Quantiles closed = engineRound(server.port(), settings, {});
        if (!bareFirst)
            bare = bareRoundPinned(server.port(), settings);
        const Quantiles open = engineRound(server.port(), settings, rate);
        const double all[] = {bare.p50Us, bare.p99Us, closed.p50Us, closed.p99Us, open.p50Us, open.p99Us};
        for (std::size_t i = 0; i < 6; ++i)
            figures[i].push_back(all[i]);
        for (std::size_t i = 0; i < 4; ++i)
            differences[i].push_back(all[i + 2] - all[i % 2]);
    }
    std::printf("| %3lld ms | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %+.1f | %+.1f | %+.1f | %+.1f |\n", static_cast<long long>(delay.count()),
                median(figures[0]), median(figures[1]), median(figures[2]), median(figures[3]), median(figures[4]), median(figures[5]),
                median(differences[0]), median(differences[1]), median(differences[2]), median(differences[3]));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1"); // as both programs do
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"rounds"_s, u"rounds of each"_s, u"N"_s, u"15"_s},
                       {u"seconds"_s, u"of a round"_s, u"S"_s, u"1"_s},
                       {u"connections"_s, u"at once"_s, u"N"_s, u"10"_s}});
    readOptions(parser, app);
    Settings settings;
    settings.rounds = wholeOption(parser, u"rounds"_s, 1, 1000);
    settings.time = std::chrono::duration_cast<std::chrono::milliseconds>(timeOption(parser, u"seconds"_s, 100ms, 60s));
    settings.connections = wholeOption(parser, u"connections"_s, 1, 1000);
    std::printf("%d connections, %d rounds of %.1f s each, medians in us; 'rate' is an open loop at half of the capacity\n"
                "| delay | bare p50 | p99 | closed loop p50 | p99 | rate p50 | p99 | closed - bare p50 | p99 | rate - bare p50 | p99 |\n"
                "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
                settings.connections, settings.rounds, static_cast<double>(settings.time.count()) / 1000);
    for (const auto delay : {1ms, 5ms, 20ms})
        compare(delay, settings);
    return 0;
}
