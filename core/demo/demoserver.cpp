// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/demoserver.h"

#include "core/demo/demoanswer.h"
#include "core/demo/readiness.h"
#include "core/transport/filedescriptor.h"
#include "core/transport/instant.h"
#include "core/transport/stopsignal.h"
#include "core/transport/tcpconnect.h"

#include <llhttp.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <queue>
#include <random>
#include <thread>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// One client. Requests are answered one at a time, in their order.
struct Client
{
    explicit Client(FileDescriptor descriptor) : socket(std::move(descriptor)) {}

    FileDescriptor socket;
    qint64 number = 0;
    llhttp_t parser;
    QByteArray received; ///< not parsed yet
    QByteArray toSend;
    DemoRequest request;
    bool complete = false;    ///< \c request is, and waits for its answer
    bool closeAfter = false;  ///< once toSend is written
    bool wantsWrite = false;
};

Client *clientOf(llhttp_t *parser)
{
    return static_cast<Client *>(parser->data);
}

const llhttp_settings_t &parserSettings()
{
    static const llhttp_settings_t instance = [] {
        llhttp_settings_t settings;
        llhttp_settings_init(&settings);
        settings.on_message_begin = [](llhttp_t *parser) {
            clientOf(parser)->request = DemoRequest();
            return 0;
        };
        settings.on_url = [](llhttp_t *parser, const char *at, std::size_t length) {
            clientOf(parser)->request.target.append(at, static_cast<qsizetype>(length));
            return 0;
        };
        settings.on_message_complete = [](llhttp_t *parser) -> int {
            Client *client = clientOf(parser);
            client->complete = true;
            client->request.isHead = parser->method == HTTP_HEAD;
            client->request.keepsAlive = llhttp_should_keep_alive(parser);
            return HPE_PAUSED; // the next one is read when this one has been answered
        };
        return settings;
    }();
    return instance;
}

QString systemError()
{
    return QString::fromLocal8Bit(std::strerror(errno));
}

} // namespace

class DemoServer::Private
{
public:
    explicit Private(DemoServerOptions chosen) : options(std::move(chosen)), random(20261130) {}

    Result<quint16> listen();
    void serve();

    DemoServerOptions options;
    FileDescriptor listener;
    StopSignal stopSignal;
    std::thread thread;

private:
    struct Due
    {
        Instant at;
        int socket;
        qint64 client; ///< descriptors are used again: the number tells clients apart
        bool operator>(const Due &other) const { return at > other.at; }
    };

    void acceptClients();
    void onClient(const Readiness::Event &event);
    bool read(Client &client);
    bool parse(Client &client);
    bool answer(Client &client);
    bool flush(Client &client);
    void answerDue();
    void drop(int fd);

    Readiness readiness;
    std::unordered_map<int, std::unique_ptr<Client>> clients;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due;
    std::mt19937_64 random;
    qint64 accepted = 0;
    std::array<char, 64 * 1024> buffer;
};

Result<quint16> DemoServer::Private::listen()
{
    const SocketAddress wanted = socketAddress(options.address, options.port);
    listener = FileDescriptor(::socket(wanted.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!listener || ::bind(listener.get(), reinterpret_cast<const sockaddr *>(&wanted.storage), wanted.length) != 0
        || ::listen(listener.get(), SOMAXCONN) != 0)
        return Problem{u"port"_s, u"can't listen on %1 port %2: %3"_s.arg(options.address.toString()).arg(options.port).arg(systemError())};
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    ::getsockname(listener.get(), reinterpret_cast<sockaddr *>(&bound), &length);
    if (!readiness.isValid() || !stopSignal.isValid())
        return Problem{u"server"_s, systemError()};
    readiness.watch(listener.get(), false);
    readiness.watch(stopSignal.descriptor(), false);
    return ntohs(bound.ss_family == AF_INET ? reinterpret_cast<sockaddr_in *>(&bound)->sin_port
                                            : reinterpret_cast<sockaddr_in6 *>(&bound)->sin6_port);
}

void DemoServer::Private::serve()
{
    while (true) {
        for (const Readiness::Event &event : readiness.wait(due.empty() ? std::nullopt : std::optional(due.top().at))) {
            if (event.fd == stopSignal.descriptor())
                return;
            if (event.fd == listener.get())
                acceptClients();
            else
                onClient(event);
        }
        answerDue();
    }
}

void DemoServer::Private::acceptClients()
{
    while (true) {
        FileDescriptor socket(::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE) // the queue stays readable: don't spin on it
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return;
        }
        const int on = 1;
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const int fd = socket.get();
        auto client = std::make_unique<Client>(std::move(socket));
        llhttp_init(&client->parser, HTTP_REQUEST, &parserSettings());
        client->parser.data = client.get();
        client->number = ++accepted;
        clients[fd] = std::move(client);
        readiness.watch(fd, false);
    }
}

void DemoServer::Private::onClient(const Readiness::Event &event)
{
    const auto found = clients.find(event.fd);
    if (found == clients.end())
        return;
    Client &client = *found->second;
    if (event.canWrite && !flush(client))
        return drop(event.fd);
    if (event.canRead && !read(client))
        drop(event.fd);
}

/// False when the client is to be dropped, as in the functions below.
bool DemoServer::Private::read(Client &client)
{
    const ssize_t count = ::recv(client.socket.get(), buffer.data(), buffer.size(), 0);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        return false;
    if (count < 0)
        return true;
    constexpr qsizetype mostWaiting = 1024 * 1024;
    client.received.append(buffer.data(), static_cast<qsizetype>(count));
    return client.received.size() <= mostWaiting && parse(client);
}

bool DemoServer::Private::parse(Client &client)
{
    if (client.complete || client.received.isEmpty())
        return true;
    const QByteArray bytes = std::exchange(client.received, {});
    const llhttp_errno_t error = llhttp_execute(&client.parser, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (error == HPE_OK)
        return true;
    if (!client.complete)
        return false;
    client.received = bytes.mid(llhttp_get_error_pos(&client.parser) - bytes.constData());
    llhttp_resume(&client.parser);

    auto wait = options.delay;
    if (options.jitter.count() > 0)
        wait += Nanoseconds(std::uniform_int_distribution<qint64>(0, options.jitter.count())(random));
    if (wait.count() <= 0)
        return answer(client);
    due.push({steadyNow() + wait, client.socket.get(), client.number});
    return true;
}

bool DemoServer::Private::answer(Client &client)
{
    client.complete = false;
    client.closeAfter = !client.request.keepsAlive;
    client.toSend += demoAnswer(client.request, options.bodySize);
    return flush(client) && parse(client);
}

bool DemoServer::Private::flush(Client &client)
{
    while (!client.toSend.isEmpty()) {
        const ssize_t count = ::send(client.socket.get(), client.toSend.constData(), static_cast<std::size_t>(client.toSend.size()), MSG_NOSIGNAL);
        if (count < 0 && errno == EAGAIN)
            break;
        if (count < 0)
            return false;
        client.toSend.remove(0, static_cast<qsizetype>(count));
    }
    const bool wantsWrite = !client.toSend.isEmpty();
    if (wantsWrite != client.wantsWrite) {
        client.wantsWrite = wantsWrite;
        readiness.watch(client.socket.get(), wantsWrite);
    }
    return wantsWrite || !client.closeAfter;
}

void DemoServer::Private::answerDue()
{
    const Instant now = steadyNow();
    while (!due.empty() && due.top().at <= now) {
        const Due next = due.top();
        due.pop();
        const auto found = clients.find(next.socket);
        if (found != clients.end() && found->second->number == next.client && !answer(*found->second))
            drop(next.socket);
    }
}

void DemoServer::Private::drop(int fd)
{
    readiness.forget(fd);
    clients.erase(fd);
}

DemoServer::DemoServer(DemoServerOptions options) : d(std::make_unique<Private>(std::move(options))) {}

DemoServer::~DemoServer()
{
    stop();
}

Result<quint16> DemoServer::start()
{
    const Result<quint16> port = d->listen();
    if (port)
        d->thread = std::thread([this] { d->serve(); });
    return port;
}

void DemoServer::stop()
{
    if (!d->thread.joinable())
        return;
    d->stopSignal.give();
    d->thread.join();
}

Result<DemoPair> startDemoPair()
{
    DemoServerOptions steady;
    steady.delay = demoDelay;
    DemoServerOptions delayed = steady;
    delayed.delay += demoExtraDelay;
    DemoPair pair{std::make_unique<DemoServer>(steady), std::make_unique<DemoServer>(delayed), 0, 0};
    const auto steadyPort = pair.steady->start();
    if (!steadyPort)
        return steadyPort.problem();
    const auto delayedPort = pair.delayed->start();
    if (!delayedPort)
        return delayedPort.problem();
    pair.steadyPort = *steadyPort;
    pair.delayedPort = *delayedPort;
    return pair;
}

std::vector<Target> demoTargets(const DemoPair &pair)
{
    const auto target = [](const QString &name, quint16 port) {
        Target result;
        result.name = name;
        result.url = u"http://127.0.0.1:%1/"_s.arg(port);
        return result;
    };
    return {target(u"Demo A"_s, pair.steadyPort),
            target(u"Demo B +%1 ms"_s.arg(std::chrono::duration_cast<std::chrono::milliseconds>(demoExtraDelay).count()), pair.delayedPort)};
}

} // namespace sweepbench
