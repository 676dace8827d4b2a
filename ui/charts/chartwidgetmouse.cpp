// SPDX-License-Identifier: GPL-3.0-or-later
// Looking closer at a chart on screen: wheel and drag on the time axis, a click on a name, what stands under the cursor.
#include "ui/charts/chartwidgetprivate.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/timeaxis.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Of the panel under the mouse; charts over time have one.
const ChartGeometry::Panel *panelAt(const ChartGeometry &geometry, QPointF at)
{
    for (const ChartGeometry::Panel &panel : geometry.panels)
        if (panel.rect.contains(at))
            return &panel;
    return nullptr;
}

double timeEndOf(const TimeData &time)
{
    double end = 0;
    for (const TimeSegment &segment : time.segments)
        end = std::max(end, segment.endS);
    return time.live ? liveTimeEnd(end) : end;
}

/// The figures of the span at that instant: "nginx, 10 connections, at 12.3 s: 12 300 requests per second".
QString readoutText(const TimeData &time, double seconds)
{
    for (const TimeSegment &segment : time.segments) {
        if (seconds < segment.startS || seconds > segment.endS || time.hidden.contains(segment.target))
            continue;
        const auto after = std::upper_bound(segment.spans.begin(), segment.spans.end(), seconds,
                                            [](double at, const TimeSpan &span) { return at < span.startS; });
        if (after == segment.spans.begin())
            continue;
        const TimeSpan &span = *std::prev(after);
        const QString whose = u"%1, %2, at %3"_s.arg(time.names.value(segment.target), levelText(time.axis, segment.level),
                                                      formatNumber(seconds, 4) + u"\u00A0s"_s);
        const auto latency = [](double ns) { return std::isfinite(ns) ? formatLatency(ns) : noDataText(); };
        if (time.kind == ChartKind::Latency)
            return whose + u": p50 %1, p99 %2"_s.arg(latency(span.p50Ns), latency(span.p99Ns));
        return whose + u": %1 requests per second"_s.arg(formatNumber(span.rps, 4));
    }
    return {};
}

} // namespace

void ChartWidget::wheelEvent(QWheelEvent *event)
{
    const ChartGeometry::Panel *panel = d->isOverLevels() ? nullptr : panelAt(d->geometry, event->position());
    if (!panel || event->angleDelta().y() == 0) {
        QWidget::wheelEvent(event);
        return;
    }
    const double factor = std::pow(0.8, event->angleDelta().y() / 120.0); // a notch of a usual wheel is 120
    d->time.range = zoomedRange({panel->x.low, panel->x.high}, panel->x.fromPixel(event->position().x()), factor, timeEndOf(d->time));
    d->draw();
    event->accept();
}

void ChartWidget::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    for (const ChartGeometry::Text &text : d->geometry.texts)
        if ((text.role == TextRole::Legend || text.role == TextRole::Name) && text.target >= 0
            && text.rect.adjusted(-font().pixelSize() - 16, 0, 0, 0).contains(event->position())) {
            ChartView changed = d->view;
            if (!changed.hiddenTargets.erase(text.target))
                changed.hiddenTargets.insert(text.target);
            setView(changed);
            emit viewChanged(changed);
            return;
        }
    if (d->time.range && panelAt(d->geometry, event->position())) {
        d->dragFrom = event->position();
        d->dragRange = *d->time.range;
        setCursor(Qt::ClosedHandCursor);
    }
}

void ChartWidget::mouseMoveEvent(QMouseEvent *event)
{
    const ChartGeometry::Panel *panel = d->isOverLevels() ? nullptr : panelAt(d->geometry, event->position());
    if (d->dragFrom && !d->geometry.panels.empty()) {
        const Scale &x = d->geometry.panels.front().x;
        const double perPixel = (d->dragRange.high - d->dragRange.low) / (x.endPx - x.startPx);
        d->time.range = pannedRange(d->dragRange, (d->dragFrom->x() - event->position().x()) * perPixel, timeEndOf(d->time));
        d->draw();
        return;
    }
    d->showReadout(panel ? readoutText(d->time, panel->x.fromPixel(event->position().x())) : QString());
}

void ChartWidget::mouseReleaseEvent(QMouseEvent *)
{
    d->dragFrom.reset();
    unsetCursor();
}

void ChartWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (panelAt(d->geometry, event->position()))
        d->follow();
}

void ChartWidget::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Home && d->time.range)
        d->follow();
    else
        QWidget::keyPressEvent(event);
}

void ChartWidget::leaveEvent(QEvent *event)
{
    d->showReadout({});
    QWidget::leaveEvent(event);
}

} // namespace sweepbench
