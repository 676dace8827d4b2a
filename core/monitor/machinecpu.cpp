// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/machinecpu.h"

#include <QFile>
#include <QSysInfo>

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

double ticks(const QByteArray &field)
{
    static const double perSecond = static_cast<double>(::sysconf(_SC_CLK_TCK));
    return field.toDouble() / perSecond;
}

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Whether the kernel charges the time of interrupts to the process that was interrupted. With CONFIG_IRQ_TIME_ACCOUNTING it does not,
/// and on loopback that time is the traffic's own: it would look like other work. Where the kernel's settings can't be read, it is left
/// out: other work is then told too low, never too high.
bool interruptsAreCharged()
{
    static const bool charged = content(u"/boot/config-"_s + QSysInfo::kernelVersion()).contains("\n# CONFIG_IRQ_TIME_ACCOUNTING is not set\n");
    return charged;
}

} // namespace

std::optional<double> busySecondsOf(QByteArrayView stat, bool interrupts)
{
    const qsizetype end = stat.indexOf('\n');
    const QList<QByteArray> fields = stat.first(end < 0 ? stat.size() : end).toByteArray().simplified().split(' ');
    // proc(5): cpu user nice system idle iowait irq softirq steal; guests are in user already.
    if (fields.size() < 9 || fields[0] != "cpu")
        return std::nullopt;
    double sum = ticks(fields[1]) + ticks(fields[2]) + ticks(fields[3]) + ticks(fields[8]);
    if (interrupts)
        sum += ticks(fields[6]) + ticks(fields[7]);
    return sum;
}

std::optional<double> machineCpuSeconds()
{
    return busySecondsOf(content(u"/proc/stat"_s), interruptsAreCharged());
}

std::optional<ProcessStat> processStatOf(QByteArrayView stat)
{
    // proc(5): after the name in parentheses, which may hold anything, the 2nd field is the parent; 12th to 15th are utime, stime,
    // cutime and cstime.
    const QList<QByteArray> fields = stat.sliced(stat.lastIndexOf(')') + 1).toByteArray().simplified().split(' ');
    if (fields.size() < 15)
        return std::nullopt;
    return ProcessStat{fields[1].toInt(), ticks(fields[11]) + ticks(fields[12]) + ticks(fields[13]) + ticks(fields[14])};
}

std::optional<ProcessStat> processStat(int pid)
{
    return processStatOf(content(u"/proc/%1/stat"_s.arg(pid)));
}

double ownCpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double loadAverage()
{
    double load = -1;
    return ::getloadavg(&load, 1) == 1 ? load : -1;
}

std::vector<int> allProcesses()
{
    std::vector<int> pids;
    std::error_code failed;
    std::filesystem::directory_iterator entry("/proc", failed);
    for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
        bool isNumber = false;
        const int pid = QByteArray::fromStdString(entry->path().filename().string()).toInt(&isNumber);
        if (isNumber)
            pids.push_back(pid);
    }
    return pids;
}

} // namespace sweepbench
