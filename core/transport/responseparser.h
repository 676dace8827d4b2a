// SPDX-License-Identifier: GPL-3.0-or-later
// Reads HTTP/1.x answers (RFC 9112) from one connection, over llhttp.
// Thread contract: belongs to one thread at a time.
#pragma once

#include <QString>

#include <memory>

namespace sweepbench {

/// Feeds on bytes however they are split: the outcome is the same. Interim answers (1xx) are passed over; an unasked 101, a
/// version other than 1.x, a status below 100, a head over 256 KiB (with the interim answers before it) and bytes after a
/// complete answer are failures, as is everything that breaks its own framing. An answer is complete once; a failure stays.
class ResponseParser
{
public:
    enum class State { NeedsMore, Complete, Failed };
    static constexpr qint64 mostHeadBytes = 256 * 1024;

    ResponseParser();
    ~ResponseParser();
    ResponseParser(ResponseParser &&) noexcept;
    ResponseParser &operator=(ResponseParser &&) noexcept;

    /// A new connection: forgets everything.
    void startConnection();
    /// A request was sent on this connection and its answer comes next.
    void expectAnswer(bool toHead);
    State feed(const char *data, std::size_t size);
    /// The server has closed its side: completes an answer that ends by closing, fails any other (failedByClosing()).
    State endOfStream();

    int status() const;       ///< of the complete answer
    bool keepsAlive() const;  ///< whether another request may follow the complete answer
    bool failedByClosing() const; ///< the failure was that the stream ended too soon
    QString failureText() const;  ///< why it is not valid HTTP

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
