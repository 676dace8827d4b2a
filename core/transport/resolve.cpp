// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/resolve.h"

#include <QNetworkProxy>
#include <QTcpSocket>
#include <QTimer>

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Not QHostInfo: its thread pool holds the end of the process until a look-up that hangs has timed out; a detached thread does not.
struct Lookup
{
    std::atomic<bool> ready{false};
    NameAnswer answer; ///< read once ready
    Nanoseconds time{0};

    void run(const NameLookup &lookUp, const QByteArray &name)
    {
        const Instant start = steadyNow();
        answer = lookUp(name);
        time = steadyNow() - start;
        ready.store(true, std::memory_order_release);
    }
};

/// Connects to all addresses of a host at once; owned by the context.
class AddressProbe : public QObject
{
public:
    AddressProbe(ResolvedHost host, quint16 port, QObject *parent, std::function<void(const ResolvedHost &)> done)
        : QObject(parent), m_host(std::move(host)), m_done(std::move(done)), m_attempts(m_host.addresses.size())
    {
        for (std::size_t i = 0; i < m_attempts.size(); ++i)
            start(i, port);
        constexpr int patienceMs = 3000;
        m_patience.setSingleShot(true);
        connect(&m_patience, &QTimer::timeout, this, [this] { finish(); });
        m_patience.start(patienceMs);
    }

private:
    struct Attempt
    {
        std::unique_ptr<QTcpSocket> socket;
        bool accepted = false;
        QString reason = u"does not answer"_s;
    };

    void start(std::size_t index, quint16 port)
    {
        Attempt &attempt = m_attempts[index];
        attempt.socket = std::make_unique<QTcpSocket>();
        QTcpSocket *const socket = attempt.socket.get();
        // Queued: the socket is not to be used again from within its own signals, and an error may come before all have started.
        connect(socket, &QTcpSocket::connected, this, [this, index] {
            m_attempts[index].accepted = true;
            ended();
        }, Qt::QueuedConnection);
        connect(socket, &QTcpSocket::errorOccurred, this, [this, index, socket](QAbstractSocket::SocketError error) {
            if (!m_attempts[index].accepted)
                m_attempts[index].reason = error == QAbstractSocket::ConnectionRefusedError ? u"refuses connections"_s
                                                                                                    : u"can't be reached (%1)"_s.arg(socket->errorString());
            ended();
        }, Qt::QueuedConnection);
        socket->setProxy(QNetworkProxy::NoProxy);
        socket->connectToHost(m_host.addresses[index], port);
    }

    void ended()
    {
        if (++m_ended == m_attempts.size())
            finish();
    }

    void finish()
    {
        m_patience.stop();
        const bool anyAccepts = std::any_of(m_attempts.begin(), m_attempts.end(), [](const Attempt &attempt) { return attempt.accepted; });
        std::vector<QHostAddress> kept;
        for (std::size_t i = 0; i < m_attempts.size(); ++i) {
            m_attempts[i].socket->disconnect(this);
            m_attempts[i].socket->abort();
            if (m_attempts[i].accepted || !anyAccepts)
                kept.push_back(m_host.addresses[i]);
            else
                m_host.dropped.push_back({m_host.addresses[i], m_attempts[i].reason});
        }
        m_host.addresses = std::move(kept);
        deleteLater();
        m_done(m_host);
    }

    ResolvedHost m_host;
    std::function<void(const ResolvedHost &)> m_done;
    std::vector<Attempt> m_attempts;
    std::size_t m_ended = 0;
    QTimer m_patience;
};

void found(const Lookup &lookup, quint16 port, QObject *context, const std::function<void(const ResolvedHost &)> &done)
{
    ResolvedHost host{lookup.answer.addresses, {}, lookup.time, lookup.answer.failure};
    if (host.addresses.size() > 1)
        new AddressProbe(std::move(host), port, context, done);
    else
        done(host);
}

} // namespace

NameAnswer lookUpName(const QByteArray &name)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG;
    addrinfo *list = nullptr;
    NameAnswer answer;
    if (const int error = ::getaddrinfo(name.constData(), nullptr, &hints, &list); error != 0)
        answer.failure = QString::fromLocal8Bit(::gai_strerror(error));
    for (const addrinfo *info = list; info; info = info->ai_next) {
        const QHostAddress address(info->ai_addr);
        if (!address.isNull() && std::find(answer.addresses.begin(), answer.addresses.end(), address) == answer.addresses.end())
            answer.addresses.push_back(address);
    }
    if (list)
        ::freeaddrinfo(list);
    return answer;
}

void resolveHost(const QString &host, quint16 port, QObject *context, std::function<void(const ResolvedHost &)> done, NameLookup lookUp)
{
    const QHostAddress literal(host);
    if (!literal.isNull()) {
        QMetaObject::invokeMethod(context, [literal, done = std::move(done)] { done({{literal}, {}, {}, {}}); }, Qt::QueuedConnection);
        return;
    }
    auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, lookUp = std::move(lookUp), name = host.toUtf8()] { lookup->run(lookUp, name); }).detach();
    auto *poll = new QTimer(context);
    QObject::connect(poll, &QTimer::timeout, context, [=, done = std::move(done)] {
        if (!lookup->ready.load(std::memory_order_acquire))
            return;
        poll->stop();
        poll->deleteLater();
        found(*lookup, port, context, done);
    });
    poll->start(2);
}

} // namespace sweepbench
