// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/resolve.h"

#include <QNetworkProxy>
#include <QTcpSocket>
#include <QTimer>

#include <netdb.h>
#include <sys/socket.h>

#include <atomic>
#include <memory>
#include <thread>


namespace sweepbench {

namespace {

/// One getaddrinfo(3) in a thread of its own. Not QHostInfo: its thread pool holds the end of the process until a look-up that
/// hangs has timed out; a detached thread does not.
struct Lookup
{
    std::atomic<bool> ready{false};
    QList<QHostAddress> addresses; ///< read once ready
    QString failure;

    void run(const QByteArray &name)
    {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        hints.ai_flags = AI_ADDRCONFIG;
        addrinfo *found = nullptr;
        const int error = ::getaddrinfo(name.constData(), nullptr, &hints, &found);
        if (error != 0)
            failure = QString::fromLocal8Bit(::gai_strerror(error));
        for (const addrinfo *info = found; info; info = info->ai_next) {
            const QHostAddress address(info->ai_addr);
            if (!address.isNull() && !addresses.contains(address))
                addresses << address;
        }
        if (found)
            ::freeaddrinfo(found);
        ready.store(true, std::memory_order_release);
    }
};

/// Tries the addresses one after the other; owned by the context.
class AddressProbe : public QObject
{
public:
    AddressProbe(QList<QHostAddress> addresses, quint16 port, QObject *parent, std::function<void(const ResolvedHost &)> done)
        : QObject(parent), m_addresses(std::move(addresses)), m_port(port), m_done(std::move(done))
    {
        m_patience.setSingleShot(true);
        connect(&m_patience, &QTimer::timeout, this, [this] { tryNext(); });
        connect(&m_socket, &QTcpSocket::connected, this, [this] { finish(m_addresses[m_at]); });
        // Queued: the socket is not to be used again from within its own error signal.
        connect(&m_socket, &QTcpSocket::errorOccurred, this, [this] { tryNext(); }, Qt::QueuedConnection);
        m_socket.setProxy(QNetworkProxy::NoProxy);
        tryNext();
    }

private:
    void tryNext()
    {
        if (m_finished)
            return;
        m_patience.stop();
        m_socket.abort();
        if (++m_at >= m_addresses.size()) {
            finish(m_addresses.first());
            return;
        }
        constexpr int patienceMs = 1000;
        m_patience.start(patienceMs);
        m_socket.connectToHost(m_addresses[m_at], m_port);
    }

    void finish(const QHostAddress &address)
    {
        m_finished = true;
        m_patience.stop();
        m_socket.disconnect(this);
        m_socket.abort();
        deleteLater();
        m_done({address, {}});
    }

    QList<QHostAddress> m_addresses;
    quint16 m_port;
    std::function<void(const ResolvedHost &)> m_done;
    QTcpSocket m_socket;
    QTimer m_patience;
    qsizetype m_at = -1;
    bool m_finished = false;
};

} // namespace

void resolveHost(const QString &host, quint16 port, QObject *context, std::function<void(const ResolvedHost &)> done)
{
    const QHostAddress literal(host);
    if (!literal.isNull()) {
        QMetaObject::invokeMethod(context, [literal, done = std::move(done)] { done({literal, {}}); }, Qt::QueuedConnection);
        return;
    }
    auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, name = host.toUtf8()] { lookup->run(name); }).detach();
    auto *poll = new QTimer(context);
    QObject::connect(poll, &QTimer::timeout, context, [=, done = std::move(done)] {
        if (!lookup->ready.load(std::memory_order_acquire))
            return;
        poll->stop();
        poll->deleteLater();
        if (lookup->addresses.isEmpty())
            done({{}, lookup->failure});
        else if (lookup->addresses.size() == 1)
            done({lookup->addresses.first(), {}});
        else
            new AddressProbe(lookup->addresses, port, context, done);
    });
    poll->start(2);
}

} // namespace sweepbench
