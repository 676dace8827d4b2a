// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qnamtransport.h"

#include "core/transport/tcpconnect.h"

#include <QLoggingCategory>
#include <QMetaObject>

#include <algorithm>
#include <mutex>
#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// A connection that is there takes a request within a millisecond, on an idle machine. On a busy one what came later must have
/// left, or nothing at all have happened for long, before a request counts as lost.
constexpr auto unsentFor = std::chrono::milliseconds(100);
constexpr auto unsentInSilence = std::chrono::milliseconds(500);

/// Qt logs each stream that a server refuses, and each connection that it finds broken: what our samples say.
void silenceQtsHttp2Log()
{
    static std::once_flag once;
    std::call_once(once, [] { QLoggingCategory::setFilterRules(u"qt.network.http2=false"_s); });
}

} // namespace

QnamTransport::QnamTransport(EpollSet &set, TransportOptions options, SampleSink &sink)
    : m_options(std::move(options))
    , m_sink(sink)
    , m_obstacle(qnamObstacle(m_options.target, m_options.load))
    , m_requests(2 * std::max<std::size_t>(1, static_cast<std::size_t>(m_options.addresses.size())))
    , m_cookies(std::make_unique<QnamCookies>(m_options))
    , m_managers(std::make_shared<QnamManagers>(m_options, *m_cookies))
    , m_underWay(set, m_options.load.timeout)
{
    silenceQtsHttp2Log();
    QObject::connect(&m_lostCheck, &QTimer::timeout, &m_context, [this] { repeatLost(); });
    if (m_options.load.http == HttpVersion::Http2)
        m_lostCheck.start(unsentFor / 2);
    m_connections.reserve(static_cast<std::size_t>(m_options.connections));
    for (int i = 0; i < m_options.connections; ++i)
        m_connections.push_back(std::make_unique<QnamConnection>(*this, i));
}

QnamTransport::~QnamTransport()
{
    for (const auto &connection : m_connections)
        connection->abandon();
}

void QnamTransport::send(int connection, Instant intended, Instant sent)
{
    m_connections[static_cast<std::size_t>(connection)]->send(intended, sent);
}

std::optional<Transport::InFlight> QnamTransport::cancel(int index)
{
    QnamConnection &connection = *m_connections[static_cast<std::size_t>(index)];
    if (!connection.isBusy())
        return std::nullopt;
    const Sample &sample = connection.sample();
    const InFlight inFlight{sample.bytesReceived, sample.bytesSent, sample.sent};
    m_underWay.remove(connection);
    connection.abandon();
    return inFlight;
}

CpuSeconds QnamTransport::helperCpu() const
{
    CpuSeconds sum = m_cpuOfEnded;
    sum += m_managers->cpu();
    for (const auto &managers : m_retired)
        sum += managers->cpu();
    return sum;
}

void QnamTransport::started(QnamConnection &connection)
{
    m_underWay.append(connection);
}

void QnamTransport::finished(QnamConnection &connection, const Sample &sample)
{
    m_underWay.remove(connection);
    m_sink.requestFinished(connection.index(), sample);
}

void QnamTransport::noteError(int connection, const QString &detail)
{
    if (!m_errorDetail.isEmpty())
        return;
    const auto number = static_cast<std::size_t>(m_options.firstConnection + connection);
    const quint16 port = m_options.proxy ? m_options.proxy->port : m_options.url.port;
    const QString where = m_options.addresses.empty() ? m_options.url.toString() : addressText(m_options.addresses[number % m_options.addresses.size()], port);
    m_errorDetail = where + u": "_s + detail;
}

const QnamRequest &QnamTransport::request(int connection, bool close)
{
    const std::size_t addresses = m_requests.size() / 2;
    const std::size_t address = static_cast<std::size_t>(m_options.firstConnection + connection) % addresses;
    auto &prepared = m_requests[address + (close ? addresses : 0)];
    if (!prepared)
        prepared = qnamRequest(m_options, connection, close);
    return *prepared;
}

/// From now on requests go to new managers. What is under way in the old ones may end there.
void QnamTransport::giveUpManagers(const std::shared_ptr<QnamManagers> &managers)
{
    if (managers != m_managers)
        return; // given up already
    m_retired.push_back(std::exchange(m_managers, std::make_shared<QnamManagers>(m_options, *m_cookies)));
}

/// Qt has said that the server takes no more requests on a connection. Those that it has not sent yet may be lost with it.
void QnamTransport::repeatUnsent(const std::shared_ptr<QnamManagers> &managers)
{
    for (const auto &connection : m_connections)
        if (connection->isUnsent(*managers))
            connection->repeatUnsent();
}

/// Qt 6.4 may lose requests without a word that reach it while an HTTP/2 connection is being closed: it sends others, and these
/// neither leave nor fail.
void QnamTransport::repeatLost()
{
    if (!m_sawAnswer)
        return;
    const Instant now = steadyNow();
    const auto managers = m_managers;
    const bool isSilent = now - m_lastSign > unsentInSilence;
    const auto isLost = [&](const QnamConnection &connection) {
        const bool wasOvertaken = m_newestThatLeft - connection.postedAt() > unsentFor / 2;
        return connection.isUnsent(*managers) && now - connection.postedAt() > unsentFor && (wasOvertaken || isSilent);
    };
    bool anyLost = false;
    for (const auto &connection : m_connections) {
        if (connection->isBusy() && connection->isConnecting())
            return; // the others wait for that connection
        anyLost = anyLost || isLost(*connection);
    }
    if (!anyLost)
        return;
    giveUpManagers(managers);
    for (const auto &connection : m_connections)
        if (connection->isUnsent(*managers))
            connection->repeat();
}

void QnamTransport::letGo(std::shared_ptr<QnamManagers> managers)
{
    // Later, as this may be called from within a signal of one of their replies.
    if (managers != m_managers && managers->inFlight == 0)
        QMetaObject::invokeMethod(&m_context, [this] { endRetired(); }, Qt::QueuedConnection);
}

void QnamTransport::endRetired()
{
    std::erase_if(m_retired, [this](const std::shared_ptr<QnamManagers> &managers) {
        if (managers->inFlight > 0)
            return false;
        m_cpuOfEnded += managers->cpu();
        return true;
    });
}

} // namespace sweepbench
