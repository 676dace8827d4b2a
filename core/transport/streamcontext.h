// SPDX-License-Identifier: GPL-3.0-or-later
// What the streams of one transport share.
// Thread contract: as its transport.
#pragma once

#include "core/model/target.h"
#include "core/transport/bytestream.h"
#include "core/transport/closingsockets.h"
#include "core/transport/dialler.h"

#include <QByteArray>
#include <QSslConfiguration>
#include <QString>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace sweepbench {

class TlsContext;

struct StreamContext
{
    EpollSet &set;
    Dialler dialler;
    ClosingSockets closing;
    std::vector<char> readBuffer; ///< shared: what was read is used at once

    // For TLS.
    QByteArray tunnelRequest = {}; ///< CONNECT to a proxy; empty: the server itself is connected to
    QString tlsPeerName = {};      ///< whom the certificate has to name, and SNI
    TlsOptions tlsOptions = {};
    std::shared_ptr<TlsContext> tlsShared = nullptr; ///< of the TlsStreams, made with the first of them

    // For Qt streams.
    std::optional<QSslConfiguration> tls = std::nullopt;
    QByteArray tlsSession = {};    ///< the newest session that a server gave, to be resumed
};

/// A socket in the context's epoll set that is connecting to the \a addressNumber-th address. Only where there is epoll.
std::variant<std::unique_ptr<EpollSocket>, OpenFailure> dialWatched(StreamContext &context, std::size_t addressNumber, SocketOwner &owner);

/// The cheapest stream for plain HTTP that the system has: EpollStream, or QtStream where there is no epoll.
std::unique_ptr<ByteStream> makePlainStream(StreamContext &context, StreamUser &user, std::size_t addressNumber);
/// The same for TLS: TlsStream, or QtStream.
std::unique_ptr<ByteStream> makeTlsStream(StreamContext &context, StreamUser &user, std::size_t addressNumber);

} // namespace sweepbench
