// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/environment.h"

#include <QFile>
#include <QSysInfo>
#include <QTimeZone>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// A small file of /proc or /sys as text; empty when it can't be read.
QString systemFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).trimmed();
}

QString cpuModel()
{
    const QStringList lines = systemFile(u"/proc/cpuinfo"_s).split(u'\n');
    for (const QString &line : lines)
        if (line.startsWith(u"model name") || line.startsWith(u"Model"))
            return line.section(u':', 1).simplified();
    return QSysInfo::currentCpuArchitecture();
}

qint64 raisedDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024;
    if (limit.rlim_cur < limit.rlim_max) {
        rlimit raised = limit;
        raised.rlim_cur = limit.rlim_max;
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    constexpr rlim_t most = 10'000'000; // "unlimited" is no number that anybody can read
    return static_cast<qint64>(std::min(limit.rlim_cur, most));
}

int cpuCount()
{
    return std::max(1, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
}

} // namespace

Environment captureEnvironment()
{
    Environment environment;
    environment.program = u"sweepbench "_s + programVersion();
    environment.qtVersion = QString::fromLatin1(qVersion());
    environment.hostName = QSysInfo::machineHostName();
    environment.cpuModel = cpuModel();
    environment.cpuCores = cpuCount();
    environment.governor = systemFile(u"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"_s);
    environment.memoryBytes = static_cast<qint64>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
    environment.kernel = u"Linux "_s + QSysInfo::kernelVersion();
    environment.os = QSysInfo::prettyProductName();
    environment.loadAverage = systemFile(u"/proc/loadavg"_s).section(u' ', 0, 0).toDouble();
    environment.descriptorLimit = raisedDescriptorLimit();
    environment.portRange = systemFile(u"/proc/sys/net/ipv4/ip_local_port_range"_s).simplified().replace(u' ', u'-');
    environment.timeZone = QString::fromLatin1(QTimeZone::systemTimeZoneId());
    return environment;
}

PlanLimits machineLimits()
{
    PlanLimits limits;
    limits.descriptors = raisedDescriptorLimit();
    limits.cpus = cpuCount();
    return limits;
}

} // namespace sweepbench
