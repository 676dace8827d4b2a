// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/networknamespace.h"

#include "tests/support/childprocess.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweepbench::test {

using namespace Qt::StringLiterals;

namespace {

/// Everything that the child writes, made before fork(): it may allocate nothing.
struct Preparation
{
    QByteArray userMap = QByteArray::number(::geteuid()) + ' ' + QByteArray::number(::geteuid()) + " 1";
    QByteArray groupMap = QByteArray::number(::getegid()) + ' ' + QByteArray::number(::getegid()) + " 1";
    QByteArray portRange; ///< empty: left alone
    in_addr address{};
};

bool writeFile(const char *path, const QByteArray &content)
{
    const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool done = ::write(fd, content.constData(), static_cast<std::size_t>(content.size())) == content.size();
    const int reason = errno;
    ::close(fd);
    errno = reason;
    return done;
}

bool leaveNetwork(const Preparation &p)
{
    if (::unshare(CLONE_NEWNET) == 0)
        return true;
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return false;
    // We stay who we are, so that servers started inside see nothing new; the new rights last until execve().
    return writeFile("/proc/self/setgroups", "deny") && writeFile("/proc/self/uid_map", p.userMap)
           && writeFile("/proc/self/gid_map", p.groupMap);
}

bool setAddress(int fd, const char *interface, unsigned long request, in_addr address)
{
    ifreq wanted{};
    std::strncpy(wanted.ifr_name, interface, sizeof wanted.ifr_name - 1);
    sockaddr_in socketAddress{};
    socketAddress.sin_family = AF_INET;
    socketAddress.sin_addr = address;
    std::memcpy(&wanted.ifr_addr, &socketAddress, sizeof socketAddress);
    return ::ioctl(fd, request, &wanted) == 0;
}

bool raiseLoopback(const Preparation &p)
{
    const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    ifreq loopback{};
    std::strncpy(loopback.ifr_name, "lo", sizeof loopback.ifr_name - 1);
    loopback.ifr_flags = IFF_UP | IFF_RUNNING;
    const bool done = ::ioctl(fd, SIOCSIFFLAGS, &loopback) == 0 && setAddress(fd, "lo:1", SIOCSIFADDR, p.address)
                      && setAddress(fd, "lo:1", SIOCSIFNETMASK, {htonl(0xffffff00)});
    const int reason = errno;
    ::close(fd);
    errno = reason;
    return done;
}

/// Called between fork() and execve(): system calls only. 0, or the errno of what failed.
int enter(const Preparation &p)
{
    if (!leaveNetwork(p) || !raiseLoopback(p))
        return errno;
    if (!p.portRange.isEmpty() && !writeFile("/proc/sys/net/ipv4/ip_local_port_range", p.portRange))
        return errno;
    return 0;
}

/// A kernel or a container that forbids it says one of these; anything else is our mistake.
bool isForbidden(int reason)
{
    constexpr int reasons[] = {EPERM, EACCES, EROFS, ENOSYS, ENOSPC, EUSERS, EINVAL, ENOENT};
    return std::find(std::begin(reasons), std::end(reasons), reason) != std::end(reasons);
}

/// The outcome of a Qt Test program from its exit status and what it printed.
NamespaceRun outcome(std::optional<int> status, const QByteArray &output)
{
    using Result = NamespaceRun::Result;
    const QString text = QString::fromUtf8(output).trimmed();
    if (status != 0)
        return {Result::Failed, u"inside the network namespace (exit status %1):\n%2"_s.arg(status.value_or(-1)).arg(text)};
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("SKIP")))
            return {Result::Skipped, line};
    }
    return {Result::Passed, text};
}

} // namespace

bool insideNetworkNamespace()
{
    return qEnvironmentVariableIsSet(networkNamespaceVariable);
}

NamespaceRun runInNetworkNamespace(const NetworkNamespace &network, const QString &testFunction)
{
    Preparation preparation;
    if (::inet_pton(AF_INET, network.address.constData(), &preparation.address) != 1)
        qFatal("%s is not an IPv4 address", network.address.constData());
    if (network.firstPort > 0)
        preparation.portRange = QByteArray::number(network.firstPort) + ' ' + QByteArray::number(network.lastPort);
    const QTemporaryDir folder;
    ChildProcess::Options options;
    options.outputFile = folder.filePath(u"output"_s);
    options.environment = {u"%1=%2"_s.arg(QLatin1String(networkNamespaceVariable), QString::fromLatin1(network.address))};
    options.prepare = [&preparation] { return enter(preparation); };
    ChildProcess child;
    if (!child.start(QCoreApplication::applicationFilePath(), {testFunction}, options)) {
        const bool forbidden = isForbidden(child.startError());
        return {forbidden ? NamespaceRun::Result::Skipped : NamespaceRun::Result::Failed,
                u"no network namespace can be made here: %1"_s.arg(QString::fromLocal8Bit(std::strerror(child.startError())))};
    }
    const std::optional<int> status = child.waitForExit(std::chrono::seconds(100));
    child.kill();
    QFile output(options.outputFile);
    return outcome(status, output.open(QIODevice::ReadOnly) ? output.readAll() : QByteArray());
}

NamespaceRun runInNetworkNamespace(const NetworkNamespace &network)
{
    QString function = QString::fromLatin1(QTest::currentTestFunction());
    if (const char *row = QTest::currentDataTag())
        function += QLatin1Char(':') + QString::fromUtf8(row);
    return runInNetworkNamespace(network, function);
}

} // namespace sweepbench::test
