// SPDX-License-Identifier: GPL-3.0-or-later
// A connection's bytes, whatever carries them: a plain descriptor in the epoll set (EpollStream), TLS on one
// (TlsStream), or a Qt socket where there is no epoll (QtStream).
// Thread contract: made, used and destroyed in the worker's thread; the user is called in it, never from within open().
#pragma once

#include "core/model/errorkind.h"
#include "core/transport/instant.h"

#include <QString>

#include <optional>

namespace sweepbench {

/// How a stream that was open has ended.
struct StreamEnd
{
    enum class How {
        Finished,  ///< the peer has closed its side, all its bytes were there
        Truncated, ///< the same without TLS's closure alert: there may have been more
        Broken     ///< \c kind and \c text say why
    };
    How how = How::Finished;
    ErrorKind kind = ErrorKind::Reset;
    QString text = {};
};

/// Why a stream could not be opened.
struct OpenFailure
{
    ErrorKind kind = ErrorKind::Connect;
    QString text;
};

/// Who uses a stream. From within each call it may write, close and open again.
class StreamUser
{
public:
    /// The TCP connection (and a proxy's tunnel) was there at \a connected, TLS at \a ready; the same instant without TLS.
    virtual void onOpened(Instant connected, Instant ready) = 0;
    virtual void onOpenFailed(const OpenFailure &failure) = 0;
    /// Bytes, to be used at once. Returns false when no more are wanted for now, or the stream was closed meanwhile.
    virtual bool onReceived(const char *data, qint64 size) = 0;
    /// After a write() that did not take everything.
    virtual void onWritable() = 0;
    virtual void onEnded(const StreamEnd &end) = 0;

protected:
    ~StreamUser() = default;
};

class ByteStream
{
public:
    virtual ~ByteStream() = default;

    /// Connects; onOpened() follows from the event loop. A failure that is known at once is returned.
    virtual std::optional<OpenFailure> open() = 0;
    /// Takes as many bytes as it has room for, and returns their number or the negative of an errno. Where it did not take
    /// all, onWritable() follows.
    virtual qint64 write(const char *data, qint64 size) = 0;
    /// At once, and without another call to the user.
    virtual void close() = 0;
    /// The same for the user, but the connection stays until the server has closed it, so that the server keeps the TIME_WAIT.
    virtual void closeAfterPeer() = 0;
};

} // namespace sweepbench
