// SPDX-License-Identifier: GPL-3.0-or-later
// Which processes of this machine serve an address: those that hold the socket which listens there, and their children.
// Thread contract: functions that read /proc, and a class for one thread.
#pragma once

#include <QByteArrayView>

#include <array>
#include <optional>
#include <set>
#include <vector>

namespace sweepbench {

/// An address with its port; IPv4 as IPv6 spells it (RFC 4291, 2.5.5.2).
struct ServerAddress
{
    std::array<quint8, 16> ip{};
    quint16 port = 0;
    bool operator==(const ServerAddress &) const = default;
};

struct ListeningSocket
{
    ServerAddress at;
    bool anyAddress = false; ///< 0.0.0.0 or ::
    quint64 inode = 0;
};

/// A line of /proc/net/tcp or tcp6; absent where that is no listening socket.
std::optional<ListeningSocket> listeningSocketOf(QByteArrayView line);

/// The servers of some addresses of this machine. Finding out whose a socket is takes a look at all that every process has open, so
/// it is remembered.
class ServerProcesses
{
public:
    /// Looks who serves these addresses of this machine now. False where something answers for them that can't be seen: nothing
    /// listens here (another network namespace does), or the process is another user's.
    bool find(const std::vector<ServerAddress> &addresses);

    /// Looks anew for what they have started, and what those have.
    void findChildren();
    /// CPU seconds that they and their children have used so far.
    double cpuSeconds() const;

private:
    std::vector<quint64> m_inodes;
    std::vector<int> m_owners;
    std::set<int> m_all; ///< with their children, without this process
};

} // namespace sweepbench
