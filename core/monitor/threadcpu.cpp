// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/threadcpu.h"

#include <QByteArray>
#include <QDir>
#include <QFile>

#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>

namespace sweepbench {

namespace {

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

QByteArray ofTask(int id, const char *file)
{
    QFile source(QStringLiteral("/proc/self/task/%1/%2").arg(id).arg(QLatin1StringView(file)));
    return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

} // namespace

CpuSeconds threadCpu()
{
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

std::optional<CpuSeconds> threadCpu(int id)
{
    // proc(5): after the name in parentheses, utime and stime are the 12th and 13th field. The scheduler's own count is finer.
    const QByteArray stat = ofTask(id, "stat");
    const QList<QByteArray> fields = stat.sliced(stat.lastIndexOf(')') + 1).simplified().split(' ');
    const QByteArray schedule = ofTask(id, "schedstat");
    if (fields.size() < 13 || schedule.isEmpty())
        return std::nullopt;
    const double user = fields[11].toDouble();
    const double system = fields[12].toDouble();
    const double sum = schedule.first(schedule.indexOf(' ')).toDouble() / 1e9;
    const double userShare = user + system > 0 ? user / (user + system) : 0.5;
    return CpuSeconds{sum * userShare, sum * (1 - userShare)};
}

std::vector<int> threadsNamed(QByteArrayView name)
{
    std::vector<int> ids;
    for (const QString &entry : QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (ofTask(entry.toInt(), "comm").trimmed() == name)
            ids.push_back(entry.toInt());
    return ids;
}

QString allowedCpusText()
{
    // proc(5): "Cpus_allowed_list:	0-1,4".
    QFile status(QStringLiteral("/proc/thread-self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray &line : status.readAll().split('\n'))
        if (line.startsWith("Cpus_allowed_list:"))
            return QString::fromLatin1(line.sliced(line.indexOf(':') + 1).trimmed());
    return {};
}

bool pinThread(const std::vector<int> &cpus)
{
    if (cpus.empty())
        return true;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int cpu : cpus)
        if (cpu >= 0 && cpu < CPU_SETSIZE)
            CPU_SET(static_cast<std::size_t>(cpu), &set);
    return ::sched_setaffinity(0, sizeof set, &set) == 0;
}

} // namespace sweepbench
