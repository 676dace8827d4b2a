// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/serverprocesses.h"

#include "core/monitor/machinecpu.h"

#include <QFile>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// "0100007F" or four such groups: each is a number in the machine's byte order (proc(5)).
std::optional<std::array<quint8, 16>> addressOf(const QByteArray &hex)
{
    const QByteArray bytes = QByteArray::fromHex(hex);
    if (bytes.size() != 4 && bytes.size() != 16)
        return std::nullopt;
    std::array<quint8, 16> ip{};
    const qsizetype start = 16 - bytes.size();
    if (start > 0)
        ip[10] = ip[11] = 0xFF;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const qsizetype within = Q_BYTE_ORDER == Q_LITTLE_ENDIAN ? i / 4 * 4 + 3 - i % 4 : i;
        ip[static_cast<std::size_t>(start + i)] = static_cast<quint8>(bytes[within]);
    }
    return ip;
}

bool isIp4(const std::array<quint8, 16> &ip)
{
    return ip[10] == 0xFF && ip[11] == 0xFF && std::all_of(ip.begin(), ip.begin() + 10, [](quint8 byte) { return byte == 0; });
}

bool serves(const ListeningSocket &socket, const ServerAddress &address)
{
    if (socket.at.port != address.port)
        return false;
    // :: takes IPv4 too unless the server forbids it, and then another socket is there for that.
    return socket.at.ip == address.ip || (socket.anyAddress && (!isIp4(socket.at.ip) || isIp4(address.ip)));
}

std::vector<ListeningSocket> listeningSockets()
{
    std::vector<ListeningSocket> sockets;
    for (const QString &path : {u"/proc/net/tcp"_s, u"/proc/net/tcp6"_s}) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        file.readLine(); // titles
        // The kernel lists these first; behind them may come ten thousands of connections.
        while (const auto socket = listeningSocketOf(file.readLine()))
            sockets.push_back(*socket);
    }
    return sockets;
}

/// The processes that have one of these sockets open.
std::vector<int> ownersOf(const std::vector<quint64> &inodes)
{
    std::set<std::string> names;
    for (const quint64 inode : inodes)
        names.insert("socket:[" + std::to_string(inode) + ']');
    std::vector<int> owners;
    for (const int pid : allProcesses()) {
        std::error_code refused; // another user's process, or one that has just ended
        std::filesystem::directory_iterator descriptor("/proc/" + std::to_string(pid) + "/fd", refused);
        for (; !refused && descriptor != std::filesystem::directory_iterator(); descriptor.increment(refused)) {
            std::error_code closed;
            if (names.contains(std::filesystem::read_symlink(descriptor->path(), closed).string())) {
                owners.push_back(pid);
                break;
            }
        }
    }
    return owners;
}

/// With all that they have started, and what those have.
std::set<int> withDescendants(const std::vector<int> &pids)
{
    std::multimap<int, int> children;
    for (const int pid : allProcesses())
        if (const auto stat = processStat(pid))
            children.emplace(stat->parent, pid);
    std::set<int> all;
    std::vector<int> open(pids);
    while (!open.empty()) {
        const int pid = open.back();
        open.pop_back();
        if (!all.insert(pid).second)
            continue;
        const auto [first, last] = children.equal_range(pid);
        for (auto child = first; child != last; ++child)
            open.push_back(child->second);
    }
    return all;
}

} // namespace

std::optional<ListeningSocket> listeningSocketOf(QByteArrayView line)
{
    constexpr auto listening = "0A";
    const QList<QByteArray> fields = line.toByteArray().simplified().split(' ');
    if (fields.size() < 10 || fields[3] != listening)
        return std::nullopt;
    const qsizetype colon = fields[1].indexOf(':');
    bool isPort = false;
    const ushort port = fields[1].mid(colon + 1).toUShort(&isPort, 16);
    const auto ip = addressOf(fields[1].first(std::max<qsizetype>(colon, 0)));
    if (!ip || !isPort)
        return std::nullopt;
    const bool any = std::all_of(ip->begin() + (isIp4(*ip) ? 12 : 0), ip->end(), [](quint8 byte) { return byte == 0; });
    return ListeningSocket{{*ip, port}, any, fields[9].toULongLong()};
}

bool ServerProcesses::find(const std::vector<ServerAddress> &addresses)
{
    std::vector<quint64> inodes;
    const std::vector<ListeningSocket> sockets = listeningSockets();
    for (const ServerAddress &address : addresses) {
        const std::size_t before = inodes.size();
        for (const ListeningSocket &socket : sockets) // several share a port with SO_REUSEPORT
            if (serves(socket, address))
                inodes.push_back(socket.inode);
        if (inodes.size() == before)
            return false;
    }
    const bool alive = std::all_of(m_owners.begin(), m_owners.end(), [](int pid) { return processStat(pid).has_value(); });
    if (inodes != m_inodes || !alive || m_owners.empty()) {
        m_owners = ownersOf(inodes);
        m_inodes = std::move(inodes);
    }
    findChildren();
    return addresses.empty() || !m_owners.empty();
}

void ServerProcesses::findChildren()
{
    // This program serves the demo: its own CPU time is counted elsewhere. A server that it has started is a process like others.
    std::vector<int> owners = m_owners;
    std::erase(owners, static_cast<int>(::getpid()));
    m_all = owners.empty() ? std::set<int>() : withDescendants(owners);
}

double ServerProcesses::cpuSeconds() const
{
    double sum = 0;
    for (const int pid : m_all)
        sum += processStat(pid).value_or(ProcessStat()).cpuSeconds;
    return sum;
}

} // namespace sweepbench
