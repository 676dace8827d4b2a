// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/livepage.h"

#include "core/model/format.h"
#include "ui/charts/chartwidget.h"
#include "ui/currentfigures.h"
#include "ui/emptypage.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <cmath>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int progressSteps = 1000;
constexpr int mostInterimLines = 5;

ChartWidget *liveChart(ChartKind kind, const QString &name)
{
    auto *chart = new ChartWidget(kind);
    chart->setObjectName(name);
    chart->setAccessibleName(chartKindTitle(kind));
    chart->setTitleVisible(false);
    return chart;
}

} // namespace

QString progressText(const LiveState &state)
{
    if (!state.running)
        return LivePage::tr("%1 of %2 trials measured").arg(formatCount(state.trialsDone), formatCount(state.trialsTotal));
    const QString trial = (state.atMost ? LivePage::tr("Trial %1 of at most %2") : LivePage::tr("Trial %1 of %2"))
                              .arg(formatCount(std::min(state.trialsDone + 1, state.trialsTotal)), formatCount(state.trialsTotal));
    if (state.timeLeft.count() < 0)
        return trial;
    return (state.atMost ? LivePage::tr("%1, at most %2 left") : LivePage::tr("%1, %2 left")).arg(trial, formatTime(state.timeLeft));
}

LivePage::LivePage(QWidget *parent)
    : QWidget(parent)
    , m_stack(new QStackedLayout(this))
{
    auto *empty = new EmptyPage(tr("Nothing is running"),
                                tr("Start a comparison: requests per second and latency of every server appear here as they are measured."),
                                tr("Plan a comparison"));
    connect(empty, &EmptyPage::actionWanted, this, &LivePage::planWanted);
    m_stack->addWidget(empty);

    m_throughput = liveChart(ChartKind::Throughput, u"liveThroughput"_s);
    m_latency = liveChart(ChartKind::Latency, u"liveLatency"_s);
    m_figuresLayout = new QHBoxLayout;
    m_figuresLayout->setSpacing(14);

    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(24, 16, 24, 14);
    layout->setSpacing(10);
    layout->addWidget(makeHeader());
    layout->addLayout(m_figuresLayout);
    layout->addWidget(m_throughput, 1);
    layout->addWidget(m_latency, 1);
    layout->addWidget(makeInterim());
    m_stack->addWidget(content);
}

QWidget *LivePage::makeHeader()
{
    m_now = new QLabel;
    m_now->setObjectName(u"now"_s);
    m_now->setTextFormat(Qt::PlainText);
    scaleFont(m_now, 1.25, true);
    m_progressText = new QLabel;
    m_progressText->setObjectName(u"progressText"_s);
    m_progressText->setProperty("muted", true);
    m_progress = new QProgressBar;
    m_progress->setObjectName(u"progress"_s);
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_stop = new QPushButton(tr("Stop"));
    m_stop->setObjectName(u"stop"_s);
    m_stop->setToolTip(tr("Ends the run now; every finished trial is kept"));
    connect(m_stop, &QPushButton::clicked, this, &LivePage::stopWanted);
    m_results = new QPushButton(tr("See the results"));
    m_results->setObjectName(u"seeResults"_s);
    connect(m_results, &QPushButton::clicked, this, &LivePage::resultsWanted);

    auto *header = new QWidget;
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins({});
    row->setSpacing(16);
    auto *words = new QVBoxLayout;
    words->setSpacing(6);
    auto *line = new QHBoxLayout;
    line->addWidget(m_now, 1);
    line->addWidget(m_progressText, 0, Qt::AlignBottom);
    words->addLayout(line);
    words->addWidget(m_progress);
    row->addLayout(words, 1);
    row->addWidget(m_stop);
    row->addWidget(m_results);
    return header;
}

QWidget *LivePage::makeInterim()
{
    auto *title = new QLabel(tr("So far"));
    title->setProperty("muted", true);
    m_interim = new QLabel;
    m_interim->setObjectName(u"interim"_s);
    m_interim->setAccessibleName(tr("Ratios so far"));
    m_interim->setTextFormat(Qt::PlainText);
    m_interim->setWordWrap(true);
    m_interim->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_interimCard = new QFrame;
    m_interimCard->setProperty("card", true);
    auto *layout = new QHBoxLayout(m_interimCard);
    layout->setContentsMargins(14, 8, 14, 8);
    layout->setSpacing(16);
    layout->addWidget(title, 0, Qt::AlignTop);
    layout->addWidget(m_interim, 1);
    m_interimCard->hide();
    return m_interimCard;
}

void LivePage::makeFigures(const Plan &plan)
{
    for (CurrentFigures *card : m_figures)
        delete card;
    m_figures.clear();
    // More cards than fit beside each other would say less than the charts do.
    const std::size_t most = 4;
    for (std::size_t i = 0; i < plan.targets.size() && plan.targets.size() <= most; ++i) {
        auto *card = new CurrentFigures(int(i), plan);
        m_figuresLayout->addWidget(card, 1);
        m_figures.push_back(card);
    }
}

void LivePage::begin(const Plan &plan, const std::vector<TrialPtr> &measured)
{
    makeFigures(plan);
    m_throughput->setTrials(plan, measured);
    m_latency->setTrials(plan, measured);
    setInterim({});
    m_stack->setCurrentIndex(1);
}

void LivePage::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    makeFigures(session->plan);
    for (const TrialPtr &trial : session->trials)
        if (std::size_t(trial->target) < m_figures.size())
            m_figures[std::size_t(trial->target)]->showTrial(*trial);
    m_throughput->setSession(session, analysis);
    m_latency->setSession(session, analysis);
    setInterim({});
    m_stack->setCurrentIndex(1);
}

void LivePage::clear()
{
    m_throughput->clear();
    m_latency->clear();
    m_stack->setCurrentIndex(0);
}

void LivePage::setState(const LiveState &state)
{
    m_now->setText(state.now);
    m_progressText->setText(progressText(state));
    m_progress->setValue(int(std::lround(std::clamp(state.fraction, 0.0, 1.0) * progressSteps)));
    m_progress->setAccessibleDescription(progressText(state));
    m_stop->setVisible(state.running);
    m_stop->setEnabled(!state.stopping);
    m_results->setVisible(!state.running);
}

void LivePage::setCurrent(const TrialSlot &slot, const std::vector<SeriesPoint> &series, qint64 startOffsetNs, bool figures)
{
    if (figures && !series.empty() && std::size_t(slot.target) < m_figures.size())
        m_figures[std::size_t(slot.target)]->showPoint(series);
    m_throughput->setCurrent(slot, series, startOffsetNs);
    m_latency->setCurrent(slot, series, startOffsetNs);
}

void LivePage::addTrial(const TrialPtr &trial)
{
    if (std::size_t(trial->target) < m_figures.size())
        m_figures[std::size_t(trial->target)]->showTrial(*trial);
    m_throughput->appendTrial(trial);
    m_latency->appendTrial(trial);
}

void LivePage::setInterim(const QStringList &lines)
{
    // The charts need the room; all of it stands on the results page.
    QStringList shown = lines.mid(0, mostInterimLines);
    if (lines.size() > shown.size())
        shown += tr("and %n more, see the results", nullptr, int(lines.size() - shown.size()));
    m_interim->setText(shown.join(u'\n'));
    m_interimCard->setVisible(!lines.isEmpty());
}

} // namespace sweepbench
