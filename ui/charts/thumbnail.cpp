// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/thumbnail.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace sweepbench {

namespace {

using Lines = std::map<int, std::vector<QPointF>>; ///< by target: position of the level from 0 to 1, figure

/// Levels stand side by side at equal distances, as there is no room for an axis that would explain others.
Lines linesOf(const Session &session, const Analysis &analysis)
{
    std::vector<int> levels;
    for (const CellSummary &cell : analysis.cells)
        if (std::find(levels.begin(), levels.end(), cell.level) == levels.end())
            levels.push_back(cell.level);
    std::sort(levels.begin(), levels.end());
    Lines lines;
    for (const CellSummary &cell : analysis.cells) {
        const auto found = cell.metrics.find(session.plan.primaryMetric);
        if (found == cell.metrics.end() || found->second.n == 0 || !std::isfinite(found->second.mean))
            continue;
        const auto at = std::lower_bound(levels.begin(), levels.end(), cell.level) - levels.begin();
        const double x = levels.size() < 2 ? 0.5 : double(at) / double(levels.size() - 1);
        lines[cell.target].push_back({x, found->second.mean});
    }
    for (auto &[target, points] : lines)
        std::sort(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
    return lines;
}

} // namespace

QPixmap sweepThumbnail(const Session &session, const Analysis &analysis, QSize size, ChartTheme theme, double devicePixelRatio)
{
    QPixmap picture(size * devicePixelRatio);
    picture.setDevicePixelRatio(devicePixelRatio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(QPointF(), size).adjusted(6, 6, -6, -6);
    const QColor axis = theme == ChartTheme::Dark ? QColor(255, 255, 255, 60) : QColor(0, 0, 0, 60);
    painter.setPen(QPen(axis, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    const Lines lines = linesOf(session, analysis);
    double most = 0;
    for (const auto &[target, points] : lines)
        for (const QPointF &point : points)
            most = std::max(most, point.y());
    if (!(most > 0))
        return picture;
    for (const auto &[target, points] : lines) {
        const TargetStyle style = targetStyle(target, theme);
        QPolygonF line;
        for (const QPointF &point : points)
            line << QPointF(area.left() + point.x() * area.width(), area.bottom() - point.y() / most * area.height());
        painter.setPen(QPen(style.color, 1.8, style.line));
        painter.drawPolyline(line);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.color);
        for (const QPointF &at : line)
            painter.drawEllipse(at, 2.4, 2.4);
        painter.setBrush(Qt::NoBrush);
    }
    return picture;
}

} // namespace sweepbench
