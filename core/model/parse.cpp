// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parse.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostLevels = 1000;

/// Digits only: QString::toLongLong alone would take "+5" and " 5".
std::optional<qint64> wholeNumber(QStringView text)
{
    if (text.isEmpty() || text.size() > 18)
        return std::nullopt;
    for (const QChar c : text)
        if (c < u'0' || c > u'9')
            return std::nullopt;
    return text.toLongLong();
}

QString levelsField(SweepAxis axis)
{
    return axis == SweepAxis::Connections ? u"connections"_s : u"rates"_s;
}

Problem levelProblem(QStringView part, SweepAxis axis)
{
    return Problem{levelsField(axis),
                   u"\"%1\" is not a level; write whole numbers from 1 to %2 with commas (1,10,100) or a range with a step (10-50:10)"_s
                       .arg(part).arg(highestLevel)};
}

bool isLevel(std::optional<qint64> number)
{
    return number && *number >= 1 && *number <= highestLevel;
}

/// Adds one comma-separated part, a number or a range; false where it is neither.
bool appendLevels(QStringView part, std::vector<int> &levels)
{
    const qsizetype dash = part.indexOf(u'-');
    if (dash < 0) {
        const auto level = wholeNumber(part);
        if (!isLevel(level))
            return false;
        levels.push_back(static_cast<int>(*level));
        return true;
    }
    const qsizetype colon = part.indexOf(u':', dash);
    if (colon < 0)
        return false;
    const auto low = wholeNumber(part.first(dash).trimmed());
    const auto high = wholeNumber(part.sliced(dash + 1, colon - dash - 1).trimmed());
    const auto step = wholeNumber(part.sliced(colon + 1).trimmed());
    if (!isLevel(low) || !isLevel(high) || !isLevel(step) || *low > *high || (*high - *low) / *step >= mostLevels)
        return false;
    for (qint64 level = *low; level <= *high; level += *step)
        levels.push_back(static_cast<int>(level));
    return true;
}

struct TimeUnit
{
    const char16_t *name;
    qint64 ns;
};
// Longer names first, so that "ms" is not read as "m".
constexpr std::array<TimeUnit, 6> timeUnits{{{u"ms", 1'000'000}, {u"us", 1000}, {u"µs", 1000},
                                             {u"s", 1'000'000'000}, {u"m", 60'000'000'000}, {u"h", 3'600'000'000'000}}};

} // namespace

Result<std::vector<int>> parseLevels(const QString &text, SweepAxis axis)
{
    std::vector<int> levels;
    if (text.trimmed().isEmpty())
        return Problem{levelsField(axis), u"no level was given; write whole numbers with commas, like 1,10,100"_s};
    for (const QStringView part : QStringView(text).split(u',')) {
        if (!appendLevels(part.trimmed(), levels))
            return levelProblem(part.trimmed(), axis);
        if (levels.size() > mostLevels)
            return Problem{levelsField(axis), u"more than %1 levels; a sweep of a handful says as much"_s.arg(mostLevels)};
    }
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return levels;
}

QString levelsText(const std::vector<int> &levels)
{
    QStringList parts;
    for (int level : levels)
        parts << QString::number(level);
    return parts.join(u',');
}

Result<std::chrono::nanoseconds> parseDuration(const QString &text, const QString &field)
{
    const QStringView typed = QStringView(text).trimmed();
    const Problem problem{field, u"\"%1\" is not a time; write it like 500ms, 5s, 1.5m"_s.arg(text.trimmed())};
    QStringView number = typed;
    double unitNs = 1e9;
    for (const TimeUnit &unit : timeUnits) {
        if (typed.endsWith(QStringView(unit.name))) {
            number = typed.chopped(QStringView(unit.name).size()).trimmed();
            unitNs = static_cast<double>(unit.ns);
            break;
        }
    }
    bool digits = !number.isEmpty();
    for (const QChar c : number)
        digits = digits && ((c >= u'0' && c <= u'9') || c == u'.');
    bool ok = false;
    const double value = number.toDouble(&ok);
    if (!digits || !ok)
        return problem;
    const double ns = std::round(value * unitNs);
    constexpr double longest = 7 * 24 * 3600e9;
    if (!(ns <= longest))
        return Problem{field, u"\"%1\" is more than a week"_s.arg(text.trimmed())};
    return std::chrono::nanoseconds(static_cast<qint64>(ns));
}

QString durationText(std::chrono::nanoseconds duration)
{
    const qint64 ns = duration.count();
    if (ns != 0 && ns % 1'000'000'000 != 0) {
        if (ns % 1'000'000 == 0 && ns < 1'000'000'000)
            return u"%1ms"_s.arg(ns / 1'000'000);
        if (ns % 1'000 == 0 && ns < 1'000'000)
            return u"%1us"_s.arg(ns / 1'000);
        QString seconds = QString::number(static_cast<double>(ns) / 1e9, 'f', 9);
        while (seconds.endsWith(u'0'))
            seconds.chop(1);
        return seconds + u's';
    }
    return u"%1s"_s.arg(ns / 1'000'000'000);
}

Result<qint64> parseWhole(const QString &text, const QString &field, qint64 low, qint64 high)
{
    const auto number = wholeNumber(QStringView(text).trimmed());
    if (!number || *number < low || *number > high)
        return Problem{field, u"\"%1\" is not a whole number from %2 to %3"_s.arg(text.trimmed()).arg(low).arg(high)};
    return *number;
}

Result<double> parsePercent(const QString &text, const QString &field, double low, double high)
{
    QStringView number = QStringView(text).trimmed();
    const bool percent = number.endsWith(u'%');
    if (percent)
        number = number.chopped(1).trimmed();
    bool digits = !number.isEmpty();
    for (const QChar c : number)
        digits = digits && ((c >= u'0' && c <= u'9') || c == u'.');
    bool ok = false;
    const double value = number.toDouble(&ok) / (percent ? 100 : 1);
    if (!digits || !ok || !(value >= low && value <= high))
        return Problem{field, u"\"%1\" is not a percentage from %2 to %3; write it like 2% or 0.02"_s.arg(text.trimmed(), percentText(low),
                                                                                                          percentText(high))};
    return value;
}

QString percentText(double fraction)
{
    constexpr int digits = 12; // what multiplying by 100 adds in the sixteenth does not show
    return QString::number(fraction * 100, 'g', digits) + u'%';
}

std::optional<RepeatRange> parseRepeatRange(const QString &text)
{
    const QStringView typed(text);
    const qsizetype dots = typed.indexOf(u"..");
    if (dots < 0)
        return std::nullopt;
    const auto least = wholeNumber(typed.first(dots).trimmed());
    const auto most = wholeNumber(typed.sliced(dots + 2).trimmed());
    if (!least || !most || *least > mostRepeats || *most > mostRepeats)
        return std::nullopt;
    return RepeatRange{static_cast<int>(*least), static_cast<int>(*most)};
}

Result<std::vector<int>> parseCpuList(const QString &text)
{
    const Problem problem{u"client CPUs"_s, u"\"%1\" is not a list of CPU numbers; write it like 0,2-3"_s.arg(text.trimmed())};
    constexpr int mostCpus = 4096;
    std::bitset<mostCpus> named; // however often a range is repeated, it takes no more room
    for (const QStringView rawPart : QStringView(text).split(u',')) {
        const QStringView part = rawPart.trimmed();
        const qsizetype dash = part.indexOf(u'-');
        const auto low = wholeNumber(dash < 0 ? part : part.first(dash));
        const auto high = dash < 0 ? low : wholeNumber(part.sliced(dash + 1));
        if (!low || !high || *low > *high || *high >= mostCpus)
            return problem;
        for (qint64 cpu = *low; cpu <= *high; ++cpu)
            named.set(static_cast<std::size_t>(cpu));
    }
    std::vector<int> cpus;
    for (int cpu = 0; cpu < mostCpus; ++cpu)
        if (named.test(static_cast<std::size_t>(cpu)))
            cpus.push_back(cpu);
    return cpus;
}

QString cpuListText(const std::vector<int> &cpus)
{
    return levelsText(cpus);
}

} // namespace sweepbench
