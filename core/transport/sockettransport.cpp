// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/sockettransport.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr std::size_t readBufferSize = 64 * 1024;

/// The port that is connected to.
quint16 portOf(const TransportOptions &options)
{
    return options.proxy ? options.proxy->port : options.url.port;
}

/// A request that fits one segment of any network leaves at once; a larger one, and TLS's records, must be told not to wait
/// for acknowledgements (RFC 9293, 3.7.4).
bool needsNoDelay(const TransportOptions &options, const PreparedRequest &request)
{
    constexpr qsizetype oneSegment = 1000;
    return options.url.tls || std::max(request.keepAlive.size(), request.close.size()) > oneSegment;
}

void prepareTls(StreamContext &context, const TransportOptions &options)
{
    context.tls = options.tls;
    context.tls->setAllowedNextProtocols({"http/1.1"});
    context.tlsPeerName = options.url.host;
    if (context.tlsPeerName.endsWith(u'.')) // RFC 6066, 3: a server name has no trailing dot
        context.tlsPeerName.chop(1);
    context.tlsOptions = options.target.tls;
    if (options.proxy)
        context.tunnelRequest = prepareTunnelRequest(options.url, *options.proxy);
}

} // namespace

SocketTransport::SocketTransport(EpollSet &set, TransportOptions options, SampleSink &sink)
    : m_options(std::move(options))
    , m_request(prepareRequest(m_options.target, m_options.url, m_options.proxy))
    , m_context{set, Dialler(m_options.addresses, portOf(m_options), needsNoDelay(m_options, m_request)),
                ClosingSockets(set, m_options.connections), std::vector<char>(readBufferSize)}
    , m_sink(sink)
    , m_underWay(set, m_options.load.timeout)
{
    if (m_options.url.tls)
        prepareTls(m_context, m_options);
    m_connections.reserve(static_cast<std::size_t>(m_options.connections));
    for (int i = 0; i < m_options.connections; ++i)
        m_connections.push_back(std::make_unique<HttpConnection>(*this, i));
}

SocketTransport::~SocketTransport() = default;

std::unique_ptr<ByteStream> SocketTransport::makeStream(StreamUser &user, int connection)
{
    if (m_context.tls)
        return makeTlsStream(m_context, user, numberOf(connection));
    return makePlainStream(m_context, user, numberOf(connection));
}

void SocketTransport::send(int connection, Instant intended, Instant sent)
{
    m_connections[static_cast<std::size_t>(connection)]->send(intended, sent);
}

std::optional<Transport::InFlight> SocketTransport::cancel(int index)
{
    HttpConnection &connection = *m_connections[static_cast<std::size_t>(index)];
    if (!connection.isBusy()) {
        connection.abandon();
        return std::nullopt;
    }
    const InFlight inFlight{connection.bytesReceived(), connection.bytesSent(), connection.startedAt()};
    m_underWay.remove(connection);
    connection.abandon();
    return inFlight;
}

void SocketTransport::started(HttpConnection &connection)
{
    m_underWay.append(connection);
}

void SocketTransport::finished(HttpConnection &connection, const Sample &sample)
{
    m_underWay.remove(connection);
    m_sink.requestFinished(connection.index(), sample);
}

void SocketTransport::noteError(const HttpConnection &connection, const QString &detail)
{
    if (!m_errorDetail.isEmpty())
        return;
    const auto number = numberOf(connection.index()) % m_options.addresses.size();
    const QString address = addressText(m_options.addresses[number], portOf(m_options));
    m_errorDetail = (m_options.proxy ? u"proxy %1: %2"_s : u"%1: %2"_s).arg(address, detail);
}

QString SocketTransport::connectTimeoutText() const
{
    return m_options.url.tls ? u"no TLS connection within the time-out"_s : u"no connection within the time-out"_s;
}

} // namespace sweepbench
