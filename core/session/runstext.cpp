// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/runstext.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/markup.h"
#include "core/session/textwidth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int digitsOfRuns = 6;
constexpr int digitsOfFoot = 8;

struct Unit
{
    const char16_t *name;
    double size;
};
constexpr std::array timeUnits{Unit{u"s", 1e9}, Unit{u"ms", 1e6}, Unit{u"µs", 1e3}, Unit{u"ns", 1}};
constexpr std::array byteUnits{Unit{u"GB", 1e9}, Unit{u"MB", 1e6}, Unit{u"kB", 1e3}, Unit{u"B", 1}};

/// The largest unit that the value is at least one of.
template<std::size_t n>
Unit unitFor(double value, const std::array<Unit, n> &units)
{
    for (const Unit &unit : units)
        if (value >= unit.size)
            return unit;
    return units.back();
}

/// The unit that a metric's id ends in, or none; \a largest is the table's largest figure.
std::pair<QString, double> unitOf(Metric metric, double largest)
{
    const QString id = metricId(metric);
    if (id.contains(u"bytes"_s)) {
        const Unit unit = unitFor(largest, byteUnits);
        return {QString::fromUtf16(unit.name) + (id.endsWith(u"_per_s"_s) ? u"/s"_s : QString()), unit.size};
    }
    if (id.endsWith(u"_ns"_s)) {
        const Unit unit = unitFor(largest, timeUnits);
        return {QString::fromUtf16(unit.name), unit.size};
    }
    return {id.endsWith(u"_s"_s) ? u"s"_s : QString(), 1};
}

std::vector<double> figuresOf(const RunsTable &table)
{
    std::vector<double> figures;
    for (const RunsColumn &column : table.columns)
        for (const RunFigure &run : column.runs)
            if (run.value && std::isfinite(*run.value))
                figures.push_back(*run.value);
    return figures;
}

/// As many as show \a digits digits of the largest, less the zeros that all end in.
int decimalsOf(const std::vector<double> &figures, double largest, int digits)
{
    if (!(largest > 0))
        return 0;
    int decimals = std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(largest))), 0, 12);
    const auto endsInZero = [&decimals](double value) { return formatPlain(value, decimals).endsWith(u'0'); };
    while (decimals > 0 && std::all_of(figures.begin(), figures.end(), endsInZero))
        --decimals;
    return decimals;
}

/// "; † outlier, kept", where any run has that mark.
QString outliersText(const RunsTable &table)
{
    bool any = false;
    bool leftOut = false;
    for (const RunsColumn &column : table.columns)
        for (const RunFigure &run : column.runs) {
            any = any || (run.outlier && run.value);
            leftOut = leftOut || run.leftOut;
        }
    if (!any)
        return {};
    return u"; %1 outlier, %2"_s.arg(outlierMark()).arg(leftOut ? u"left out"_s : u"kept"_s);
}

} // namespace

RunsFormat::RunsFormat(const RunsTable &table, const Plan &plan)
    : m_title(metricTitle(table.metric, isOpenLoop(plan)))
    , m_plan(plan)
{
    std::vector<double> figures = figuresOf(table);
    const double largest = figures.empty() ? 0 : *std::max_element(figures.begin(), figures.end());
    std::tie(m_unit, m_size) = unitOf(table.metric, largest);
    for (double &figure : figures)
        figure /= m_size;
    m_decimals = decimalsOf(figures, largest / m_size, digitsOfRuns);
}

QString RunsFormat::figureTitle() const
{
    return m_unit.isEmpty() ? m_title : u"%1 (%2)"_s.arg(m_title, m_unit);
}

QString RunsFormat::run(const RunFigure &run, int target) const
{
    if (!run.ran)
        return u"not run"_s;
    if (run.unfit)
        return u"unfit"_s;
    if (run.atTimeout)
        return u"≥ "_s + formatLatency(static_cast<double>(loadOf(m_plan, target).timeout.count()));
    if (!run.value)
        return noDataText();
    const QString figure = formatPlain(*run.value / m_size, m_decimals);
    return run.outlier ? figure + u'\u00A0' + outlierMark() : figure;
}

QString RunsFormat::foot(const Summary &summary) const
{
    if (summary.n == 0)
        return noDataText();
    const QString mean = formatPlainDigits(summary.mean / m_size, digitsOfFoot);
    return summary.n < 2 ? mean : mean + u" ± "_s + formatPlainDigits(summary.se / m_size, digitsOfFoot);
}

QString RunsFormat::shortFoot(const Summary &summary) const
{
    return summary.n == 0 ? noDataText() : formatWithError(summary.mean / m_size, summary.se / m_size, summary.n >= 2);
}

RunsText runsText(const RunsTable &table, const Plan &plan)
{
    const RunsFormat format(table, plan);
    RunsText text;
    text.caption = u"%1 at %2"_s.arg(format.figureTitle(), levelText(plan.sweep.axis, table.level));
    if (const auto requests = requestsPerTrial(plan))
        text.caption += u"; %1 requests per trial"_s.arg(formatCount(*requests));
    text.caption += outliersText(table);
    text.titles << u"Run"_s;
    text.foot << u"Mean ± standard error"_s;
    for (const RunsColumn &column : table.columns) {
        text.titles << printable(targetLabel(plan, column.target));
        text.foot << format.foot(column.summary);
    }
    for (std::size_t row = 0; row < table.repeats.size(); ++row) {
        QStringList line{QString::number(table.repeats[row] + 1)};
        for (const RunsColumn &column : table.columns)
            line << format.run(column.runs[row], column.target);
        text.lines.push_back(std::move(line));
    }
    return text;
}

std::vector<RunsText> runsTexts(const Session &session)
{
    std::vector<RunsText> texts;
    for (const RunsTable &table : runsTables(session, runsMetric(session.plan)))
        texts.push_back(runsText(table, session.plan));
    return texts;
}

QString runsAsMarkdown(const RunsText &text)
{
    std::vector<QStringList> lines = text.lines;
    lines.push_back(text.foot);
    return markdownText(text.caption) + u":\n\n"_s + markdownTable(text.titles, lines, 1);
}

QString runsAsOrg(const RunsText &text)
{
    return orgTable(text.caption, text.titles, text.lines, text.foot);
}

} // namespace sweepbench
