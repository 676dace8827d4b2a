// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/currentfigures.h"

#include "core/model/format.h"
#include "core/stats/histogram.h"
#include "ui/charts/charttheme.h"
#include "ui/charts/loadtext.h"
#include "ui/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

#include <cmath>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 windowNs = 1'000'000'000;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

QLabel *addFigure(QGridLayout *grid, int column, const QString &title)
{
    auto *value = new QLabel(noDataText());
    scaleFont(value, 1.5, true);
    auto *caption = new QLabel(title);
    caption->setProperty("muted", true);
    grid->addWidget(value, 1, column);
    grid->addWidget(caption, 2, column);
    return value;
}

} // namespace

CurrentFigures::CurrentFigures(int target, const Plan &plan, QWidget *parent)
    : QFrame(parent)
    , m_target(target)
    , m_axis(plan.sweep.axis)
    , m_swatch(new QLabel)
    , m_when(new QLabel)
{
    setProperty("card", true);
    setObjectName(u"figures%1"_s.arg(target));
    const QString name = targetLabel(plan, target);
    auto *title = new QLabel(name);
    title->setTextFormat(Qt::PlainText);
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // long names are cut, not the layout
    title->setToolTip(name);
    m_when->setProperty("muted", true);
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_swatch);
    top->addWidget(title, 1);
    top->addWidget(m_when);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(14, 8, 14, 8);
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(1);
    grid->addLayout(top, 0, 0, 1, 3);
    m_rps = addFigure(grid, 0, tr("requests per second"));
    m_p50 = addFigure(grid, 1, metricTitle(Metric::P50Ns, isOpenLoop(plan)));
    m_p99 = addFigure(grid, 2, metricTitle(Metric::P99Ns, isOpenLoop(plan)));
    m_rps->setObjectName(u"rps%1"_s.arg(target));
    if (!isOpenLoop(plan))
        for (QLabel *latency : {m_p50, m_p99})
            latency->setToolTip(tr("Latency under the server's own load"));
    grid->setColumnStretch(0, 4);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(2, 3);
    updateSwatch();
}

void CurrentFigures::showPoint(const std::vector<SeriesPoint> &series)
{
    qint64 requests = 0;
    qint64 span = 0;
    for (auto point = series.rbegin(); point != series.rend() && span < windowNs; ++point) {
        requests += point->requests;
        span += point->spanNs;
    }
    const SeriesPoint &last = series.back();
    setFigures(span > 0 ? double(requests) * 1e9 / double(span) : none, last.p50Ns < 0 ? none : double(last.p50Ns),
               last.p99Ns < 0 ? none : double(last.p99Ns), last.warmup ? tr("warming up") : tr("now"));
}

void CurrentFigures::showTrial(const Trial &trial)
{
    const double seconds = std::chrono::duration<double>(trial.duration).count();
    setFigures(seconds > 0 && trial.requests > 0 ? double(trial.requests) / seconds : none,
               quantileNs(trial.latency, 0.5).value_or(none), quantileNs(trial.latency, 0.99).value_or(none),
               tr("last trial, %1").arg(levelText(m_axis, levelOf(trial, m_axis))));
}

void CurrentFigures::setFigures(double rps, double p50Ns, double p99Ns, const QString &when)
{
    m_rps->setText(std::isfinite(rps) ? formatNumber(rps, 3) : noDataText());
    m_p50->setText(formatLatency(p50Ns));
    m_p99->setText(formatLatency(p99Ns));
    m_when->setText(when);
}

void CurrentFigures::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateSwatch();
    QFrame::changeEvent(event);
}

void CurrentFigures::updateSwatch()
{
    m_swatch->setPixmap(targetSwatch(m_target, themeOf(palette()), 14, devicePixelRatioF()));
}

} // namespace sweepbench
