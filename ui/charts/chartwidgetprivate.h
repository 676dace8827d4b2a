// SPDX-License-Identifier: GPL-3.0-or-later
// What a ChartWidget knows: shared by its drawing and its mouse.
// Thread contract: GUI thread.
#pragma once

#include "core/model/format.h"
#include "ui/charts/anychart.h"
#include "ui/charts/charttext.h"
#include "ui/charts/chartwidget.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QTimer>

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace sweepbench {

ChartStyle screenStyle(const QWidget &widget);

class ChartWidget::Private
{
public:
    Private(ChartKind chartKind, ChartWidget *owner)
        : kind(chartKind)
        , widget(owner)
        , plot(new QCustomPlot(owner))
    {
        plot->setAttribute(Qt::WA_TransparentForMouseEvents);
        timer.setSingleShot(true);
        QObject::connect(&timer, &QTimer::timeout, owner, [this] { draw(); });
        time.kind = chartKind;
        data = chartData(chartKind, {}, {}, {}); // of the kind that is drawn, and empty
    }

    /// Draws soon: at once after a pause, else when the pause is over. Hidden charts wait until they are shown.
    void schedule()
    {
        dirty = true;
        if (timer.isActive() || !widget->isVisible())
            return;
        const qint64 since = lastDraw.isValid() ? lastDraw.elapsed() : longestIntervalMs;
        timer.start(static_cast<int>(std::max<qint64>(0, intervalMs - since)));
    }

    void draw()
    {
        dirty = true;
        if (!widget->isVisible() || widget->width() < 2 || widget->height() < 2)
            return;
        timer.stop();
        dirty = false;
        catchUp();
        QElapsedTimer took;
        took.start();
        ChartTexts shown = texts;
        if (!titleVisible) {
            shown.names.clear();
            shown.subtitle.clear();
        }
        if (!captionVisible)
            shown.caption.clear();
        if (!emptyText.isEmpty() && nothingMeasured())
            shown.empty = QStringList{emptyText};
        const ChartStyle style = screenStyle(*widget);
        if (isOverLevels())
            geometry = drawChart(*plot, widget->size(), style, shown, data);
        else
            geometry = drawTimeChart(*plot, widget->size(), style, shown, time);
        plot->setGeometry(widget->rect());
        plot->replot(QCustomPlot::rpQueuedRefresh);
        ++drawCount;
        intervalMs = std::clamp(static_cast<int>(static_cast<double>(took.nsecsElapsed()) / 1e6 * pausePerDrawing), shortestIntervalMs,
                                longestIntervalMs);
        lastDraw.start();
    }

    bool nothingMeasured() const
    {
        if (const HeatData *heat = std::get_if<HeatData>(&data))
            return heat->columns.empty();
        return isOverLevels() ? !hasTrials : time.segments.empty();
    }
    /// Drawn from whole blocks, not live.
    bool isOverLevels() const { return kind != ChartKind::Throughput && kind != ChartKind::Latency; }

    /// Another session or view: what is drawn of it is worked out when it is to be seen. A window has many charts, of which one is shown.
    void sessionChanged()
    {
        stale = true;
        hasTrials = !session->trials.empty();
        setTexts(chartTexts(kind, *session, analysis, view));
        widget->setAccessibleDescription(namesTitle(texts.names) + QStringLiteral(": ") + texts.caption);
        if (widget->isVisible())
            catchUp();
        schedule();
    }

    /// Works out anew what is drawn of the session that was given, where that has not been done.
    void catchUp()
    {
        if (!std::exchange(stale, false))
            return;
        dropCurrent();
        if (isOverLevels())
            data = chartData(kind, *session, analysis, view);
        else
            time = timeData(kind, *session, analysis, view);
        tellCaption();
    }

    /// Back to all of the time there is, growing with a run.
    void follow()
    {
        time.range.reset();
        dragFrom.reset();
        draw();
    }

    /// Words at the top of the panel, over nothing but its air; empty ones go.
    void showReadout(const QString &words)
    {
        if (words.isEmpty() || geometry.panels.empty()) {
            if (readout)
                readout->hide();
            return;
        }
        if (!readout) {
            readout = new QLabel(widget);
            readout->setObjectName(QStringLiteral("readout"));
            readout->setAttribute(Qt::WA_TransparentForMouseEvents);
            readout->setTextFormat(Qt::PlainText);
            readout->setAutoFillBackground(true);
            readout->setBackgroundRole(QPalette::ToolTipBase);
            readout->setForegroundRole(QPalette::ToolTipText);
            readout->setMargin(3);
        }
        readout->setText(words);
        readout->adjustSize();
        const QRectF panel = geometry.panels.front().rect;
        readout->move(std::max(0, static_cast<int>(panel.right()) - readout->width()), static_cast<int>(panel.top()));
        readout->show();
    }

    void dropCurrent()
    {
        if (hasCurrent)
            time.segments.pop_back();
        hasCurrent = false;
        currentPoints = 0;
    }

    void appendColumn(HeatData &heat, const Trial &trial)
    {
        const double start = static_cast<double>(trial.startOffsetNs) / 1e9;
        if (!heat.columns.empty() && heat.columns.back().endS > start + 1e-9)
            return; // its answers came as they were measured
        Session alone;
        alone.plan = plan;
        alone.trials.push_back(std::make_shared<const Trial>(trial));
        for (HeatColumn &column : heatData(alone, view).columns)
            sweepbench::appendColumn(heat, std::move(column));
    }

    void setTexts(const ChartTexts &newTexts)
    {
        texts = newTexts;
        tellCaption();
    }

    /// As a tool tip where there is anything that it describes.
    void tellCaption()
    {
        // Words that come from files must not be taken for HTML.
        widget->setToolTip(captionVisible || nothingMeasured() ? QString() : QStringLiteral("<p>%1</p>").arg(texts.caption.toHtmlEscaped()));
    }

    static constexpr int shortestIntervalMs = 100;
    static constexpr int longestIntervalMs = 2000;
    // Drawing may take 3 % of a core (DESIGN.md, Threads): the pause after a drawing is this many times as long as it took.
    static constexpr double pausePerDrawing = 33;

    const ChartKind kind;
    ChartWidget *const widget;
    QCustomPlot *const plot; // child of widget
    QTimer timer;
    QElapsedTimer lastDraw;
    int intervalMs = shortestIntervalMs;
    int drawCount = 0;
    bool dirty = true;

    ChartTexts texts{{}, {}, {}, {noDataText()}};
    QString emptyText;
    bool titleVisible = true;
    bool captionVisible = false;

    bool stale = false; ///< the session or its view is not worked out yet
    std::shared_ptr<const Session> session; // null while a run is shown live
    Analysis analysis;
    ChartView view;
    ChartData data; // of charts over levels
    bool hasTrials = false;
    TimeData time; // its last segment is the trial under way while hasCurrent
    bool hasCurrent = false;
    TrialSlot currentSlot;
    qint64 currentOffset = 0;
    std::size_t currentPoints = 0;
    Plan plan;

    ChartGeometry geometry; // of the last drawing: where the mouse is on
    QLabel *readout = nullptr;
    std::optional<QPointF> dragFrom;
    TimeRange dragRange;
};

} // namespace sweepbench
