// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartwidget.h"

#include "ui/charts/chartwidgetprivate.h"

#include <QEvent>
#include <QResizeEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

/// The window's own ground and ink instead of the export's.
ChartStyle screenStyle(const QWidget &widget)
{
    ChartStyle style = chartStyle(themeOf(widget.palette()), widget.font());
    style.background = widget.palette().color(QPalette::Base);
    style.text = widget.palette().color(QPalette::Text);
    const auto towardsGround = [&style](float share) {
        const auto mix = [share](float ink, float ground) { return ink + (ground - ink) * share; };
        return QColor::fromRgbF(mix(style.text.redF(), style.background.redF()), mix(style.text.greenF(), style.background.greenF()),
                                mix(style.text.blueF(), style.background.blueF()));
    };
    style.muted = towardsGround(0.3F);
    style.axis = towardsGround(0.5F);
    style.grid = towardsGround(0.88F);
    return style;
}

ChartWidget::ChartWidget(ChartKind kind, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(kind, this))
{
    setAccessibleName(chartKindTitle(kind));
    setMouseTracking(true);
    setFocusPolicy(Qt::ClickFocus);
}

ChartWidget::~ChartWidget() = default;

ChartKind ChartWidget::kind() const
{
    return d->kind;
}

void ChartWidget::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    if (!session) {
        clear();
        return;
    }
    d->plan = session->plan;
    d->session = std::move(session);
    d->analysis = analysis;
    d->sessionChanged();
}

void ChartWidget::setView(const ChartView &view)
{
    if (view == d->view)
        return;
    d->view = view;
    if (d->session)
        d->sessionChanged();
    d->time.hidden = view.hiddenTargets;
    if (HeatData *heat = std::get_if<HeatData>(&d->data))
        heat->hidden = view.hiddenTargets;
    d->schedule();
}

const ChartView &ChartWidget::view() const
{
    return d->view;
}

void ChartWidget::clear()
{
    d->stale = false;
    d->dropCurrent();
    d->hasTrials = false;
    d->session.reset();
    d->data = chartData(d->kind, {}, {}, d->view);
    d->time = {};
    d->time.kind = d->kind;
    d->setTexts({{}, {}, {}, {noDataText()}});
    d->schedule();
}

void ChartWidget::setTrials(const Plan &plan, const std::vector<TrialPtr> &trials)
{
    Session running;
    running.plan = plan;
    if (d->kind == ChartKind::Heatmap)
        running.trials = trials;
    d->stale = false;
    d->dropCurrent();
    d->session.reset();
    d->plan = plan;
    d->hasTrials = !trials.empty();
    if (d->isOverLevels()) {
        d->data = chartData(d->kind, running, {}, d->view);
    } else {
        d->time = timeData(d->kind, plan, trials);
        d->time.live = true;
        d->time.hidden = d->view.hiddenTargets;
    }
    ChartTexts texts = chartTexts(d->kind, running, {});
    if (HeatData *heat = std::get_if<HeatData>(&d->data))
        heat->live = true;
    texts.empty = QStringList{noDataText(), u"The first figures appear as soon as answers arrive."_s};
    if (d->isOverLevels() && d->kind != ChartKind::Heatmap)
        texts.empty[1] = u"This chart fills after the first block."_s;
    d->setTexts(texts);
    d->schedule();
}

void ChartWidget::appendTrial(const TrialPtr &trial)
{
    d->catchUp();
    d->dropCurrent();
    d->hasTrials = true;
    if (HeatData *heat = std::get_if<HeatData>(&d->data); heat && trial) {
        d->appendColumn(*heat, *trial);
        d->schedule();
    }
    if (d->isOverLevels() || !trial)
        return;
    d->time.segments.push_back(timeSegment(*trial, d->time.axis));
    d->schedule();
}

void ChartWidget::setCurrent(const TrialSlot &slot, const std::vector<SeriesPoint> &series, qint64 startOffsetNs)
{
    if (d->isOverLevels())
        return;
    d->catchUp();
    const bool same = d->hasCurrent && slot == d->currentSlot && startOffsetNs == d->currentOffset && series.size() >= d->currentPoints;
    if (same && series.size() == d->currentPoints)
        return;
    if (!same)
        d->dropCurrent();
    if (!series.empty()) {
        if (!d->hasCurrent) {
            const auto level = static_cast<std::size_t>(std::max(slot.level, 0));
            const double start = static_cast<double>(startOffsetNs) / 1e9;
            TimeSegment segment;
            segment.target = slot.target;
            segment.level = level < d->plan.sweep.levels.size() ? d->plan.sweep.levels[level] : 0;
            segment.startS = segment.endS = start;
            d->time.segments.push_back(std::move(segment));
            d->hasCurrent = true;
            d->currentSlot = slot;
            d->currentOffset = startOffsetNs;
        }
        appendSpans(d->time.segments.back(), series, d->currentPoints, startOffsetNs);
        d->currentPoints = series.size();
    }
    d->schedule();
}

void ChartWidget::appendAnswers(const TrialSlot &slot, const Distribution &answers, qint64 startNs, qint64 spanNs)
{
    d->catchUp();
    HeatData *heat = std::get_if<HeatData>(&d->data);
    if (!heat || answers.count == 0 || spanNs <= 0)
        return;
    const auto level = static_cast<std::size_t>(std::max(slot.level, 0));
    const double start = static_cast<double>(startNs) / 1e9;
    appendColumn(*heat, heatColumn(answers, start, start + static_cast<double>(spanNs) / 1e9, slot.target,
                                   level < d->plan.sweep.levels.size() ? d->plan.sweep.levels[level] : 0));
    d->schedule();
}

void ChartWidget::drawNow()
{
    d->draw();
}

void ChartWidget::setTitleVisible(bool visible)
{
    d->titleVisible = visible;
    d->schedule();
}

void ChartWidget::setCaptionVisible(bool visible)
{
    d->captionVisible = visible;
    d->setTexts(ChartTexts(d->texts));
    d->schedule();
}

void ChartWidget::setEmptyText(const QString &text)
{
    d->emptyText = text;
    d->schedule();
}

QSize ChartWidget::sizeHint() const
{
    return {900, 520};
}

QSize ChartWidget::minimumSizeHint() const
{
    return {320, d->kind == ChartKind::Sweep ? 260 : 200};
}

int ChartWidget::drawCount() const
{
    return d->drawCount;
}

void ChartWidget::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->draw();
}

void ChartWidget::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (d->dirty)
        d->draw();
}

void ChartWidget::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        if (d)
            d->schedule();
}

} // namespace sweepbench
