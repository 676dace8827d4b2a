// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/panelparts.h"

#include "ui/charts/charttext.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

QRectF panelRect(const ChartCanvas &canvas, const QRectF &area, const PanelRoom &room)
{
    const double unit = canvas.unit();
    const double heading = ChartCanvas::heightOf(canvas.font(1, true)) + std::round(unit * 0.8) + room.above;
    const double labels = std::round(unit * 0.65) + ChartCanvas::heightOf(canvas.font(0.9));
    const double below = labels + (room.xTitle ? ChartCanvas::heightOf(canvas.font(0.95)) : 0) + room.below;
    const double left = std::ceil(area.left() + room.left + unit * 0.5);
    const double top = std::ceil(area.top() + heading);
    const double right = std::floor(area.right() - room.right - unit * 0.5);
    return QRectF(left, top, std::max(right - left, 20.0), std::max(std::floor(area.bottom() - below) - top, 20.0));
}

void drawHeading(ChartCanvas &canvas, const QRectF &area, double left, double width, const QString &words)
{
    const QFont bold = canvas.font(1, true);
    canvas.text(TextRole::Heading, QPointF(left, area.top() + canvas.unit() * 0.3), {}, fittedText(words, bold, width), bold, canvas.style().text);
}

double widestLabel(const QFont &font, const std::vector<Tick> &ticks)
{
    double width = 0;
    for (const Tick &tick : ticks)
        width = std::max(width, ChartCanvas::widthOf(tick.label, font));
    return width;
}

std::vector<Tick> ticksThatFit(const ChartCanvas &canvas, const Scale &scale, std::vector<Tick> ticks)
{
    std::vector<double> centers;
    std::vector<double> widths;
    std::vector<bool> round;
    for (const Tick &tick : ticks) {
        if (tick.label.isEmpty())
            continue;
        centers.push_back(scale.toPixel(tick.value));
        widths.push_back(ChartCanvas::widthOf(tick.label, canvas.font(0.9)));
        const double decade = std::log10(std::abs(tick.value));
        round.push_back(scale.log && std::abs(decade - std::round(decade)) < 1e-9);
    }
    const std::vector<bool> shown = labelsThatFit(centers, widths, round, canvas.unit() * 0.6);
    std::size_t next = 0;
    for (Tick &tick : ticks)
        if (!tick.label.isEmpty() && !shown[next++])
            tick.label.clear();
    return ticks;
}

std::vector<LegendEntry> targetLegend(const QStringList &names, const std::set<int> &hidden, const ChartStyle &style)
{
    std::vector<LegendEntry> entries;
    for (int target = 0; target < static_cast<int>(names.size()); ++target) {
        if (hidden.contains(target) && style.vector)
            continue;
        entries.push_back({names[target], targetStyle(target, style.theme)});
        entries.back().target = target;
        entries.back().hollow = entries.back().faint = hidden.contains(target);
    }
    return entries;
}

std::vector<LegendEntry> hiddenLegend(const QStringList &names, const std::set<int> &hidden, const ChartStyle &style)
{
    std::vector<LegendEntry> entries = targetLegend(names, hidden, style);
    std::erase_if(entries, [](const LegendEntry &entry) { return !entry.faint; });
    return entries;
}

QString atLevel(SweepAxis axis, std::optional<int> level)
{
    return level ? u" at "_s + levelText(axis, *level) : QString();
}

} // namespace sweepbench
