// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparepage.h"

#include "ui/chartpanel.h"
#include "ui/choicebox.h"
#include "ui/emptypage.h"
#include "ui/findingsview.h"
#include "ui/judgingbar.h"
#include "ui/offersbar.h"
#include "ui/pageparts.h"
#include "ui/runsview.h"
#include "ui/sidebysidemodel.h"
#include "ui/verdictlist.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

ComparePage::ComparePage(QWidget *parent)
    : QWidget(parent)
    , m_stack(new QStackedLayout(this))
    , m_sideBySide(new SideBySideModel(this))
{
    auto *empty = new EmptyPage(tr("Nothing to compare yet"),
                                tr("Compare two servers, or open a session that you saved: the verdict appears here, with its reasons to doubt."),
                                tr("Plan a comparison"));
    connect(empty, &EmptyPage::actionWanted, this, &ComparePage::planWanted);
    m_charts = new ChartPanel(compareChartKinds, u"compare"_s);
    connect(m_charts, &ChartPanel::exportWanted, this, &ComparePage::exportChartWanted);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setObjectName(u"compareSplitter"_s);
    m_splitter->setHandleWidth(16);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeDetails());
    m_splitter->addWidget(m_charts);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({620, 580});
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(24, 16, 24, 14);
    layout->setSpacing(12);
    layout->addWidget(makeTop());
    layout->addWidget(m_splitter, 1);
    m_stack->addWidget(empty);
    m_stack->addWidget(content);
}

QWidget *ComparePage::makeTop()
{
    m_verdicts = new VerdictList;
    m_verdicts->setObjectName(u"verdicts"_s);
    m_offers = new OffersBar;
    connect(m_offers, &OffersBar::extendWanted, this, &ComparePage::extendWanted);
    connect(m_offers, &OffersBar::equalRateWanted, this, &ComparePage::equalRateWanted);
    connect(m_offers, &OffersBar::warmupWanted, this, &ComparePage::warmupWanted);
    m_judging = new JudgingBar;
    connect(m_judging, &JudgingBar::judgingWanted, this, &ComparePage::judgingWanted);
    QPushButton *readme = quietButton(tr("Copy for README…"), u"copyReadme"_s);
    readme->setToolTip(tr("Saves the sweep as a picture, and copies verdicts, picture and table as Markdown"));
    connect(readme, &QPushButton::clicked, this, &ComparePage::copyReadmeWanted);
    auto *choices = new QHBoxLayout;
    choices->setSpacing(16);
    choices->addWidget(m_offers, 1);
    choices->addStretch(0);
    choices->addWidget(readme);
    choices->addWidget(m_judging);
    auto *top = new QWidget;
    auto *layout = new QVBoxLayout(top);
    layout->setContentsMargins({});
    layout->setSpacing(12);
    layout->addWidget(m_verdicts);
    layout->addLayout(choices);
    return top;
}

QWidget *ComparePage::makeDetails()
{
    m_findings = new FindingsView;
    m_runs = new RunsView;
    m_runs->setObjectName(u"runs"_s);
    m_tabs = flatTabs(u"compareDetails"_s, tr("Details of the comparison"));
    auto *pages = new QStackedWidget;
    const std::pair<QString, QWidget *> tabs[] = {{tr("Side by side"), makeSideBySide()}, {tr("Runs"), m_runs}};
    for (const auto &[title, page] : tabs) {
        m_tabs->addTab(title);
        pages->addWidget(page);
    }
    connect(m_tabs, &QTabBar::currentChanged, pages, &QStackedWidget::setCurrentIndex);
    auto *details = new QWidget;
    auto *layout = new QVBoxLayout(details);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(plainScroll(m_findings), 2);
    layout->addWidget(m_tabs);
    layout->addWidget(pages, 3);
    return details;
}

QWidget *ComparePage::makeSideBySide()
{
    m_level = new ChoiceBox(u"sideLevel"_s, tr("Level"), {});
    m_level->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_level, &ChoiceBox::currentIndexChanged, this, &ComparePage::showLevel);
    auto *label = new QLabel(tr("Level"));
    label->setBuddy(m_level);
    QPushButton *copy = quietButton(tr("Copy table"), u"copySideBySide"_s);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_sideBySide->asText()); });
    m_sideTable = plainTable(u"sideBySide"_s, tr("All figures of a level side by side"));
    m_sideTable->setModel(m_sideBySide);
    auto *row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(m_level);
    row->addStretch(1);
    row->addWidget(copy);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins({});
    layout->addLayout(row);
    layout->addWidget(m_sideTable, 1);
    return page;
}

void ComparePage::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    m_session = std::move(session);
    m_analysis = analysis;
    m_verdicts->setSession(*m_session, m_analysis);
    m_offers->setSession(*m_session, m_analysis);
    m_judging->setSession(*m_session, m_analysis);
    m_findings->setSession(m_session, m_analysis);
    m_runs->setSession(*m_session, m_analysis);
    m_charts->setSession(m_session, m_analysis);
    const int before = m_level->currentIndex();
    m_levels = measuredLevels(*m_session);
    {
        const QSignalBlocker blocker(m_level);
        m_level->clear();
        for (const int level : m_levels)
            m_level->addItem(levelText(m_session->plan.sweep.axis, level));
        m_level->setCurrentIndex(m_levels.empty() ? -1 : std::clamp(before, 0, int(m_levels.size()) - 1));
    }
    showLevel();
    m_stack->setCurrentIndex(1);
}

void ComparePage::showLevel()
{
    if (!m_session || m_level->currentIndex() < 0)
        return m_sideBySide->clear();
    m_sideBySide->setLevel(m_session, m_analysis, m_levels[std::size_t(m_level->currentIndex())]);
    m_sideTable->resizeColumnsToContents();
}

void ComparePage::setRunning(bool running)
{
    m_offers->setRunning(running);
    m_judging->setRunning(running);
}

void ComparePage::clear()
{
    m_session.reset();
    m_analysis = {};
    m_charts->clear();
    m_runs->clear();
    m_sideBySide->clear();
    m_stack->setCurrentIndex(0);
}

ChartKind ComparePage::currentChart() const
{
    return m_charts->currentChart();
}

ChartView ComparePage::chartView() const
{
    return m_charts->view();
}

QByteArray ComparePage::layoutState() const
{
    return m_splitter->saveState();
}

void ComparePage::restoreLayoutState(const QByteArray &state)
{
    m_splitter->restoreState(state);
}

} // namespace sweepbench
