// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/environment.h"

#include "core/monitor/clientceilings.h"

#include <QDir>
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

/// "performance"; where the CPUs have different ones, all of them: "performance, powersave".
QString governors()
{
    QStringList names;
    const QDir cpus(u"/sys/devices/system/cpu"_s);
    for (const QString &cpu : cpus.entryList({u"cpu[0-9]*"_s}, QDir::Dirs, QDir::Name))
        if (const QString name = systemFile(cpus.filePath(cpu + u"/cpufreq/scaling_governor"_s)); !name.isEmpty() && !names.contains(name))
            names << name;
    names.sort();
    return names.join(u", "_s);
}

/// What the self-test found out on this very machine.
void addCeilings(Environment &environment)
{
    const QString machine = ceilingMachine(environment);
    for (const ClientCeiling &ceiling : loadClientCeilings())
        if (ceiling.machine == machine)
            (ceiling.transport == TransportKind::Qnam ? environment.qnamCeilingRps : environment.socketCeilingRps) = ceiling.rps;
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
    environment.governor = governors();
    environment.memoryBytes = static_cast<qint64>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
    environment.kernel = u"Linux "_s + QSysInfo::kernelVersion();
    environment.os = QSysInfo::prettyProductName();
    environment.loadAverage = systemFile(u"/proc/loadavg"_s).section(u' ', 0, 0).toDouble();
    environment.descriptorLimit = raisedDescriptorLimit();
    environment.portRange = systemFile(u"/proc/sys/net/ipv4/ip_local_port_range"_s).simplified().replace(u' ', u'-');
    environment.timeZone = QString::fromLatin1(QTimeZone::systemTimeZoneId());
    addCeilings(environment);
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
