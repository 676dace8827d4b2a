// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on screen. On charts over time the wheel zooms and dragging moves along; Home or a double click shows all again. A click on a
// name hides its target, another one shows it. It follows the palette and the font, and is redrawn only while it is visible, at most ten times a
// second and less often where drawing would take more than 3 % of a core.
// Thread contract: GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace sweepbench {

class ChartWidget : public QWidget
{
    Q_OBJECT
public:
    explicit ChartWidget(ChartKind kind, QWidget *parent = nullptr);
    ~ChartWidget() override;

    ChartKind kind() const;

    /// Shows a finished (or stopped) session; also what the caption (tool tip) is made of.
    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);
    /// What the reader chose: level, trial and the like. Live charts heed the hidden targets.
    void setView(const ChartView &view);
    const ChartView &view() const;
    /// Back to the words "no data".
    void clear();

    /// Live: starts a run's picture with the trials there are (none in a new run). The charts over levels ignore the live
    /// calls but for the names; give it a session and its analysis after each block.
    void setTrials(const Plan &plan, const std::vector<TrialPtr> &trials);
    /// Live: adds a finished trial and drops what setCurrent() had given.
    void appendTrial(const TrialPtr &trial);
    /// Live: the trial under way, with its whole series so far (Runner::currentSeries(), currentStartOffsetNs()).
    /// Only the points that are new since the last call are read; an empty series ends it.
    void setCurrent(const TrialSlot &slot, const std::vector<SeriesPoint> &series, qint64 startOffsetNs);

    /// Live, heat map only: what a trial under way answered in one span, on the run's clock. A finished trial of which nothing was
    /// given this way is one column.
    void appendAnswers(const TrialSlot &slot, const Distribution &answers, qint64 startNs, qint64 spanNs);

    /// Title above the chart (default on): off where the page already says it.
    void setTitleVisible(bool visible);
    /// Caption below the chart (default off; it is the tool tip meanwhile).
    void setCaptionVisible(bool visible);

    /// The words that the chart shows instead of data, "no data" by default: "Press Start to measure", for one.
    void setEmptyText(const QString &text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Draws at once, whatever the pause; for benchmarks.
    void drawNow();
    /// Number of times that the chart has been drawn, for tests and benchmarks.
    int drawCount() const;

signals:
    /// A click on a name has hidden its target or brought it back.
    void viewChanged(const sweepbench::ChartView &view);

protected:
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
