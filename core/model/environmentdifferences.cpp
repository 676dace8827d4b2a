// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/environmentdifferences.h"

#include "core/model/format.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double sameMemory = 0.01;
constexpr double farLoad = 0.5;
constexpr double farLoadPerCore = 0.25;

QString orUnknown(const QString &text)
{
    return text.isEmpty() ? u"not known"_s : text;
}

QString wholeText(qint64 value)
{
    return value > 0 ? formatCount(value) : QString();
}

/// "3.9 GiB": installed memory comes in powers of two.
QString memoryText(qint64 bytes)
{
    constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
    return bytes > 0 ? formatNumber(static_cast<double>(bytes) / gibibyte, 3) + QChar(0x00A0) + u"GiB"_s : QString();
}

class Differences
{
public:
    void add(const QString &what, const QString &a, const QString &b)
    {
        if (a != b)
            m_lines << u"%1: %2 against %3"_s.arg(what, orUnknown(a), orUnknown(b));
    }
    QStringList lines() const { return m_lines; }

private:
    QStringList m_lines;
};

bool isFarLoad(const Environment &a, const Environment &b)
{
    const int cores = std::max({1, a.cpuCores, b.cpuCores});
    const double apart = std::abs(a.loadAverage - b.loadAverage);
    return std::isfinite(apart) && apart > std::max(farLoad, farLoadPerCore * cores);
}

bool isSameMemory(qint64 a, qint64 b)
{
    if (a <= 0 || b <= 0)
        return a == b;
    return std::abs(std::log(static_cast<double>(a)) - std::log(static_cast<double>(b))) < sameMemory;
}

/// Nothing that a machine would be known by.
bool isUnknown(const Environment &environment)
{
    return environment.cpuModel.isEmpty() && environment.cpuCores <= 0 && environment.kernel.isEmpty() && environment.memoryBytes <= 0
        && environment.hostName.isEmpty() && environment.os.isEmpty();
}

} // namespace

QStringList environmentDifferences(const Environment &a, const Environment &b)
{
    if (isUnknown(a) != isUnknown(b))
        return {u"machine: %1 against %2"_s.arg(isUnknown(a) ? u"not known"_s : machineText(a), isUnknown(b) ? u"not known"_s : machineText(b))};
    Differences differences;
    differences.add(u"host"_s, a.hostName, b.hostName);
    differences.add(u"CPU"_s, a.cpuModel, b.cpuModel);
    differences.add(u"cores"_s, wholeText(a.cpuCores), wholeText(b.cpuCores));
    differences.add(u"governor"_s, a.governor, b.governor);
    if (!isSameMemory(a.memoryBytes, b.memoryBytes))
        differences.add(u"memory"_s, memoryText(a.memoryBytes), memoryText(b.memoryBytes));
    differences.add(u"kernel"_s, a.kernel, b.kernel);
    differences.add(u"system"_s, a.os, b.os);
    differences.add(u"descriptor limit"_s, wholeText(a.descriptorLimit), wholeText(b.descriptorLimit));
    differences.add(u"local ports"_s, a.portRange, b.portRange);
    differences.add(u"time zone"_s, a.timeZone, b.timeZone);
    differences.add(u"program"_s, a.program, b.program);
    differences.add(u"Qt"_s, a.qtVersion, b.qtVersion);
    if (isFarLoad(a, b))
        differences.add(u"load before the run"_s, formatNumber(a.loadAverage, 2), formatNumber(b.loadAverage, 2));
    return differences.lines();
}

} // namespace sweepbench
