// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/levelaxis.h"

#include "core/model/format.h"
#include "ui/charts/charttext.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isLevelRound(int level)
{
    while (level > 0 && level % 10 == 0) // 0: of imported results whose level nobody knows
        level /= 10;
    return level == 1;
}

} // namespace

Scale levelScale(const QRectF &rect, const std::vector<int> &levels, double leftInset, double rightInset)
{
    Scale inner{true, 1, 10, rect.left() + leftInset, rect.right() - rightInset};
    if (!levels.empty()) {
        inner.low = levels.front();
        inner.high = levels.back();
    }
    if (inner.high <= inner.low) {
        inner.low /= 2;
        inner.high *= 2;
    }
    return {true, inner.fromPixel(rect.left()), inner.fromPixel(rect.right()), rect.left(), rect.right()};
}

std::vector<Tick> levelTicks(const ChartCanvas &canvas, const Scale &scale, const std::vector<int> &levels)
{
    std::vector<double> centers;
    std::vector<double> widths;
    std::vector<bool> round;
    const QFont small = canvas.font(0.9);
    for (const int level : levels) {
        centers.push_back(scale.toPixel(level));
        widths.push_back(ChartCanvas::widthOf(formatCount(level), small));
        round.push_back(isLevelRound(level));
    }
    const std::vector<bool> shown = labelsThatFit(centers, widths, round, canvas.unit() * 0.6);
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < levels.size(); ++i)
        ticks.push_back({double(levels[i]), shown[i] ? formatCount(levels[i]) : QString()});
    return ticks;
}

QString levelAxisTitle(SweepAxis axis, const std::vector<int> &levels)
{
    return levelTitle(axis) + (levels.size() > 1 ? u" (log scale)"_s : QString());
}

void drawErrorBar(ChartCanvas &canvas, const QLineF &bar, const QPen &pen, bool cutLow, bool cutHigh)
{
    const double cap = canvas.unit() * 0.5;
    auto &lines = canvas.over().lines;
    lines.push_back({bar, pen});
    const auto end = [&](QPointF at, bool cut, double inward) {
        if (cut) {
            lines.push_back({QLineF(at, at + QPointF(-cap, inward * cap)), pen});
            lines.push_back({QLineF(at, at + QPointF(cap, inward * cap)), pen});
        } else {
            lines.push_back({QLineF(at - QPointF(cap, 0), at + QPointF(cap, 0)), pen});
        }
    };
    end(bar.p1(), cutLow, -1);
    end(bar.p2(), cutHigh, 1);
}

double nameColumnWidth(const ChartCanvas &canvas, const QStringList &names, double most)
{
    double width = 0;
    for (const QString &name : names)
        width = std::max(width, ChartCanvas::widthOf(name, canvas.font(0.95)));
    return std::min(std::ceil(width), most);
}

std::optional<std::vector<double>> nameHeights(const ChartCanvas &canvas, const std::vector<LineEnd> &ends, const QRectF &rect)
{
    std::vector<double> wanted;
    for (const LineEnd &end : ends)
        wanted.push_back(end.at.y());
    const double height = ChartCanvas::heightOf(canvas.font(0.95)) + 1;
    const double slack = height / 2;
    return spreadLabels(wanted, height, rect.top() - slack, rect.bottom() + slack);
}

void drawNames(ChartCanvas &canvas, const std::vector<LineEnd> &ends, const std::vector<double> &heights, const QStringList &names, double left,
               double width)
{
    const QFont face = canvas.font(0.95);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const QColor color = targetColor(ends[i].target, canvas.style().theme);
        const QPointF from = ends[i].at + QPointF(canvas.unit() * 0.6, 0);
        canvas.under().lines.push_back({QLineF(from, QPointF(left - 3, heights[i])), QPen(color, 1, Qt::DotLine)});
        canvas.text(TextRole::Name, QPointF(left, heights[i]), Qt::AlignVCenter, fittedText(names[ends[i].target], face, width), face,
                    readableColor(color, canvas.style().background), ends[i].target);
    }
}

} // namespace sweepbench
