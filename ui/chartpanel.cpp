// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartpanel.h"

#include "ui/charts/chartwidget.h"
#include "ui/charts/loadtext.h"
#include "ui/choicebox.h"
#include "ui/pageparts.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// A box without items yet, and its name before it.
std::pair<QLabel *, ChoiceBox *> choice(const QString &title, const QString &name, QHBoxLayout *layout)
{
    auto *label = new QLabel(title);
    auto *box = new ChoiceBox(name, title, {});
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(box);
    layout->addWidget(label);
    layout->addWidget(box);
    return {label, box};
}

void fill(ChoiceBox *box, const QStringList &items, int current)
{
    const QSignalBlocker blocker(box);
    box->clear();
    box->addItems(items);
    box->setCurrentIndex(std::clamp(current, items.isEmpty() ? -1 : 0, int(items.size()) - 1));
}

template<typename T>
int indexOf(const std::vector<T> &items, const T &item)
{
    const auto found = std::find(items.begin(), items.end(), item);
    return found == items.end() ? 0 : int(found - items.begin());
}

} // namespace

ChartPanel::ChartPanel(std::span<const ChartKind> kinds, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_kinds(kinds.begin(), kinds.end())
    , m_pages(new QStackedWidget)
{
    for (const ChartKind kind : m_kinds) {
        auto *chart = new ChartWidget(kind);
        chart->setObjectName(u"chart_"_s + chartKindId(kind));
        chart->setTitleVisible(false);
        chart->setAccessibleName(chartKindTitle(kind));
        m_pages->addWidget(chart);
        m_charts.push_back(chart);
    }
    auto *top = new QHBoxLayout;
    top->addWidget(makeSelector(name));
    top->addStretch(1);
    m_export = quietButton(tr("Export chart…"), name + u"ExportChart"_s);
    connect(m_export, &QPushButton::clicked, this, [this] { emit exportWanted(currentChart()); });
    top->addWidget(m_export);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(makeChoices(name));
    layout->addWidget(m_pages, 1);
    showChoices();
}

/// Tabs, or where they would not fit beside a table, a box.
QWidget *ChartPanel::makeSelector(const QString &name)
{
    constexpr std::size_t mostTabs = 4;
    if (m_kinds.size() <= mostTabs) {
        QTabBar *tabs = flatTabs(name + u"Tabs"_s, tr("Charts"));
        for (const ChartKind kind : m_kinds)
            tabs->addTab(chartKindTitle(kind));
        connect(tabs, &QTabBar::currentChanged, this, &ChartPanel::select);
        return tabs;
    }
    QStringList titles;
    for (const ChartKind kind : m_kinds)
        titles += chartKindTitle(kind);
    auto *box = new ChoiceBox(name + u"Kind"_s, tr("Chart"), titles);
    box->setMaxVisibleItems(int(titles.size()));
    connect(box, &ChoiceBox::currentIndexChanged, this, &ChartPanel::select);
    return box;
}

void ChartPanel::select(int index)
{
    m_pages->setCurrentIndex(index);
    showChoices();
}

QWidget *ChartPanel::makeChoices(const QString &name)
{
    m_choices = new QWidget;
    auto *layout = new QHBoxLayout(m_choices);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(8);
    std::tie(m_level.label, m_level.box) = choice(tr("Level"), name + u"Level"_s, layout);
    std::tie(m_metric.label, m_metric.box) = choice(tr("Figure"), name + u"Metric"_s, layout);
    std::tie(m_candidate.label, m_candidate.box) = choice(tr("Candidate"), name + u"Candidate"_s, layout);
    std::tie(m_trial.label, m_trial.box) = choice(tr("Trial"), name + u"Trial"_s, layout);
    for (const Choice &one : {m_level, m_metric, m_candidate, m_trial})
        connect(one.box, &ChoiceBox::currentIndexChanged, this, &ChartPanel::choose);
    m_dots = makeCheck(tr("Every trial"), name + u"Dots"_s, &ChartView::dots);
    m_twoAxes = makeCheck(tr("One panel"), name + u"TwoAxes"_s, &ChartView::twoAxes);
    m_twoAxes->setToolTip(tr("Requests per second and latency over one another, each with an axis of its own"));
    m_smooth = makeCheck(tr("Curve"), name + u"Smooth"_s, &ChartView::smooth);
    m_smooth->setToolTip(tr("A curve through every point, which never overshoots"));
    for (QCheckBox *check : {m_dots, m_twoAxes, m_smooth})
        layout->addWidget(check);
    layout->addStretch(1);
    return m_choices;
}

QCheckBox *ChartPanel::makeCheck(const QString &text, const QString &name, bool ChartView::*flag)
{
    auto *check = new QCheckBox(text);
    check->setObjectName(name);
    connect(check, &QCheckBox::toggled, this, [this, flag](bool on) {
        m_view.*flag = on;
        applyView();
    });
    return check;
}

ChartKind ChartPanel::currentChart() const
{
    return m_kinds[std::size_t(m_pages->currentIndex())];
}

void ChartPanel::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    m_session = std::move(session);
    // What was chosen stays where the session has it too.
    if (m_view.trial && std::size_t(*m_view.trial) >= m_session->trials.size())
        m_view.trial.reset();
    fillLevels();
    fillMetrics();
    fillCandidates();
    fillTrials();
    for (ChartWidget *chart : m_charts) {
        chart->setView(m_view);
        chart->setSession(m_session, analysis);
    }
    showChoices();
}

void ChartPanel::clear()
{
    m_session.reset();
    m_view = {};
    for (ChartWidget *chart : m_charts)
        chart->clear();
    showChoices();
}

void ChartPanel::fillLevels()
{
    m_levels = measuredLevels(*m_session);
    if (m_view.level && std::find(m_levels.begin(), m_levels.end(), *m_view.level) == m_levels.end())
        m_view.level.reset();
    const bool all = chartChoices(currentChart()).allLevels;
    QStringList items = all ? QStringList{tr("all")} : QStringList();
    for (const int level : m_levels)
        items += levelText(m_session->plan.sweep.axis, level);
    const auto shown = shownLevel(*m_session, m_view);
    const int first = all ? 1 : 0;
    fill(m_level.box, items, all && !m_view.level ? 0 : shown ? first + indexOf(m_levels, *shown) : 0);
}

void ChartPanel::fillMetrics()
{
    const Plan &plan = m_session->plan;
    m_metrics.clear();
    QStringList items;
    for (const Metric metric : allMetrics) {
        if (metric == Metric::RuntimeS && !requestsPerTrial(plan))
            continue;
        m_metrics.push_back(metric);
        items += metricTitle(metric, isOpenLoop(plan));
    }
    fill(m_metric.box, items, indexOf(m_metrics, shownMetric(plan, m_view)));
}

void ChartPanel::fillCandidates()
{
    m_candidates.clear();
    QStringList items;
    const auto shown = shownCandidate(*m_session, m_view);
    for (int target = 0; target < int(m_session->plan.targets.size()); ++target) {
        if (target == m_session->judging.baseline)
            continue;
        m_candidates.push_back(target);
        items += targetLabel(m_session->plan, target);
    }
    fill(m_candidate.box, items, shown ? indexOf(m_candidates, *shown) : 0);
}

void ChartPanel::fillTrials()
{
    const Plan &plan = m_session->plan;
    QStringList items{tr("the whole run")};
    for (const TrialPtr &trial : m_session->trials)
        items += tr("%1: %2, %3, repeat %4").arg(trial->order + 1).arg(targetLabel(plan, trial->target),
                                                                       levelText(plan.sweep.axis, levelOf(*trial, plan.sweep.axis)))
                     .arg(trial->repeat + 1);
    fill(m_trial.box, items, m_view.trial ? *m_view.trial + 1 : 0);
}

/// Only what changes something about the shown chart can be chosen.
void ChartPanel::showChoices()
{
    const ChartChoices choices = m_session ? chartChoices(currentChart()) : ChartChoices();
    if (m_session)
        fillLevels();
    const auto show = [](const Choice &one, bool shown) {
        one.label->setVisible(shown);
        one.box->setVisible(shown);
    };
    show(m_level, choices.level && m_levels.size() > 1);
    show(m_metric, choices.metric);
    show(m_candidate, choices.candidate && m_candidates.size() > 1);
    show(m_trial, choices.trial);
    m_dots->setVisible(choices.dots);
    m_twoAxes->setVisible(choices.twoAxes);
    m_smooth->setVisible(choices.smooth);
    m_choices->setVisible(choices != ChartChoices());
}

void ChartPanel::choose()
{
    const bool all = chartChoices(currentChart()).allLevels;
    if (const int at = m_level.box->currentIndex() - (all ? 1 : 0); m_level.box->isVisibleTo(this))
        m_view.level = at >= 0 && std::size_t(at) < m_levels.size() ? std::optional(m_levels[std::size_t(at)]) : std::nullopt;
    if (const auto at = std::size_t(m_metric.box->currentIndex()); m_metric.box->isVisibleTo(this) && at < m_metrics.size())
        m_view.metric = m_metrics[at];
    if (const auto at = std::size_t(m_candidate.box->currentIndex()); m_candidate.box->isVisibleTo(this) && at < m_candidates.size())
        m_view.candidate = m_candidates[at];
    if (m_trial.box->isVisibleTo(this))
        m_view.trial = m_trial.box->currentIndex() > 0 ? std::optional(m_trial.box->currentIndex() - 1) : std::nullopt;
    applyView();
}

void ChartPanel::applyView()
{
    for (ChartWidget *chart : m_charts)
        chart->setView(m_view);
}

} // namespace sweepbench
