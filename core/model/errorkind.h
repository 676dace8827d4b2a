// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values and pure functions.
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace sweepbench {

/// Why a request failed: each failed request has exactly one kind.
enum class ErrorKind {
    Status,           ///< a complete answer whose status was not expected
    Name,             ///< the host name was not found
    Connect,          ///< refused or unreachable
    ConnectTimeout,   ///< the connection was not there within the time-out
    Proxy,
    Tls,
    Timeout,          ///< connected, and no complete answer within the time-out
    Reset,            ///< the peer reset the connection
    ClosedEarly,      ///< closed before the answer was complete
    Protocol,         ///< not HTTP/1.x, or an answer that breaks its own framing
    Redirects,
    LocalPorts,       ///< no local port left: this machine's limit, not the server's
    LocalDescriptors, ///< no file descriptor left: this machine's limit too
    Expectation,
    Unspecified, ///< failed as another tool's report says, which does not say how
};
inline constexpr int errorKindCount = 15;

QString errorKindId(ErrorKind kind); ///< as files name it: "closed_early"
std::optional<ErrorKind> errorKindFromId(const QString &id);
QString errorKindText(ErrorKind kind); ///< in words: "closed early"

/// Number of errors by kind.
struct ErrorCounts
{
    std::array<qint64, errorKindCount> byKind{};

    qint64 &operator[](ErrorKind kind) { return byKind[static_cast<std::size_t>(kind)]; }
    qint64 operator[](ErrorKind kind) const { return byKind[static_cast<std::size_t>(kind)]; }
    qint64 total() const;
    ErrorCounts &operator+=(const ErrorCounts &other);
    bool operator==(const ErrorCounts &) const = default;
};

} // namespace sweepbench
