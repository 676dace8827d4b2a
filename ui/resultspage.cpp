// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/resultspage.h"

#include "core/stats/rankedfindings.h"
#include "ui/charts/chartwidget.h"
#include "ui/emptypage.h"
#include "ui/judgingbar.h"
#include "ui/offersbar.h"
#include "ui/phasesview.h"
#include "ui/resultsmodel.h"
#include "ui/runsview.h"
#include "ui/theme.h"
#include "ui/verdictlist.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QPushButton *quietButton(const QString &text, const QString &name)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setProperty("quiet", true);
    return button;
}

QScrollArea *plainScroll(QWidget *content)
{
    content->setProperty("page", true);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    return scroll;
}

} // namespace

ResultsPage::ResultsPage(QWidget *parent)
    : QWidget(parent)
    , m_model(new ResultsModel(this))
    , m_sorter(new ResultsSorter(this))
    , m_stack(new QStackedLayout(this))
{
    m_sorter->setSourceModel(m_model);
    m_model->setTheme(themeOf(palette()));
    m_stack->addWidget(makeEmpty());

    m_verdicts = new VerdictList;
    m_verdicts->setObjectName(u"verdicts"_s);
    m_offers = new OffersBar;
    connect(m_offers, &OffersBar::extendWanted, this, &ResultsPage::extendWanted);
    connect(m_offers, &OffersBar::equalRateWanted, this, &ResultsPage::equalRateWanted);
    m_judging = new JudgingBar;
    connect(m_judging, &JudgingBar::judgingWanted, this, &ResultsPage::judgingWanted);
    connect(m_offers, &OffersBar::warmupWanted, this, &ResultsPage::warmupWanted);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setObjectName(u"resultsSplitter"_s);
    m_splitter->setHandleWidth(16);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->installEventFilter(this);
    m_splitter->addWidget(makeFigures());
    m_splitter->addWidget(makeCharts());
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setSizes({700, 500});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_widthIsChosen = true; });
    m_place = new QLabel;
    m_place->setObjectName(u"place"_s);
    m_place->setProperty("muted", true);
    m_place->setTextFormat(Qt::PlainText);
    m_place->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(24, 16, 24, 10);
    layout->setSpacing(12);
    layout->addWidget(m_verdicts);
    auto *choices = new QHBoxLayout;
    choices->setSpacing(16);
    choices->addWidget(m_offers, 1);
    choices->addStretch(0);
    choices->addWidget(m_judging);
    layout->addLayout(choices);
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_place);
    m_stack->addWidget(content);
}

QWidget *ResultsPage::makeEmpty()
{
    auto *empty = new EmptyPage(tr("No results yet"),
                                tr("Compare two servers, or open a session that you saved: verdict, table and charts appear here."),
                                tr("Plan a comparison"));
    connect(empty, &EmptyPage::actionWanted, this, &ResultsPage::planWanted);
    return empty;
}

QWidget *ResultsPage::makeTable()
{
    m_table = new QTableView;
    m_table->setObjectName(u"resultsTable"_s);
    m_table->setAccessibleName(tr("Results by target and level"));
    m_table->setModel(m_sorter);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_sorter->sort(-1);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setMinimumHeight(120);
    m_table->viewport()->installEventFilter(this);
    auto *copy = new QShortcut(QKeySequence::Copy, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &ResultsPage::copyTable);
    return m_table;
}

QWidget *ResultsPage::makeNotes()
{
    const auto richLabel = [](const QString &name) {
        auto *label = new QLabel;
        label->setObjectName(name);
        label->setWordWrap(true);
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return label;
    };
    m_notes = richLabel(u"notes"_s);
    m_notes->setAccessibleName(tr("Reasons to doubt, and notes"));
    m_moreNotes = quietButton({}, u"moreNotes"_s);
    m_moreNotes->setAccessibleName(tr("Show or fold the other findings"));
    m_moreNotes->setCheckable(true);
    connect(m_moreNotes, &QPushButton::toggled, this, &ResultsPage::showNotes);
    m_measured = richLabel(u"measured"_s);
    m_measured->setAccessibleName(tr("How it was measured"));
    auto *notes = new QWidget;
    auto *layout = new QVBoxLayout(notes);
    layout->setContentsMargins({});
    layout->setSpacing(5);
    layout->addWidget(m_notes);
    layout->addWidget(m_moreNotes, 0, Qt::AlignLeft);
    layout->addWidget(m_measured);
    layout->addStretch(1);
    return notes;
}

QWidget *ResultsPage::makeFigures()
{
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    auto *copyButton = quietButton(tr("Copy table"), u"copyTable"_s);
    auto *numbers = quietButton(tr("Export numbers…"), u"exportNumbersButton"_s);
    auto *save = quietButton(tr("Save session…"), u"saveButton"_s);
    connect(copyButton, &QPushButton::clicked, this, &ResultsPage::copyTable);
    connect(numbers, &QPushButton::clicked, this, &ResultsPage::exportNumbersWanted);
    connect(save, &QPushButton::clicked, this, &ResultsPage::saveWanted);
    for (QPushButton *button : {copyButton, numbers, save})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto *figures = new QWidget;
    auto *layout = new QVBoxLayout(figures);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(makeTable(), 100); // never higher than its rows: the notes get the rest
    layout->addLayout(buttons);
    layout->addSpacing(8);
    QScrollArea *notes = plainScroll(makeNotes());
    notes->setMinimumHeight(m_notes->fontMetrics().lineSpacing() * 5);
    layout->addWidget(notes, 50);
    return figures;
}

QWidget *ResultsPage::makeCharts()
{
    m_tabs = new QTabBar;
    m_tabs->setObjectName(u"chartTabs"_s);
    m_tabs->setAccessibleName(tr("Charts"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    auto *pages = new QStackedWidget;
    for (std::size_t i = 0; i < resultsPageKinds.size(); ++i) {
        auto *chart = new ChartWidget(resultsPageKinds[i]);
        chart->setObjectName(u"chart_"_s + chartKindId(resultsPageKinds[i]));
        chart->setTitleVisible(false);
        chart->setAccessibleName(chartKindTitle(resultsPageKinds[i]));
        m_tabs->addTab(chartKindTitle(resultsPageKinds[i]));
        pages->addWidget(chart);
        m_charts[i] = chart;
    }
    m_phases = new PhasesView;
    m_phases->setObjectName(u"phases"_s);
    m_tabs->addTab(tr("Phases"));
    m_tabs->setTabToolTip(m_tabs->count() - 1, tr("Name look-up, connect, TLS, first byte and rest of the body"));
    pages->addWidget(m_phases);
    m_runs = new RunsView;
    m_runs->setObjectName(u"runs"_s);
    m_tabs->addTab(tr("Runs"));
    m_tabs->setTabToolTip(m_tabs->count() - 1, tr("Every run of a level, and the levels of each target, best first"));
    pages->addWidget(m_runs);
    connect(m_tabs, &QTabBar::currentChanged, pages, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::currentChanged, this, &ResultsPage::showButtons);
    m_exportChart = quietButton(tr("Export chart…"), u"exportChartButton"_s);
    connect(m_exportChart, &QPushButton::clicked, this, [this] { emit exportChartWanted(currentChart()); });
    m_copyPhases = quietButton(tr("Copy phases"), u"copyPhases"_s);
    connect(m_copyPhases, &QPushButton::clicked, m_phases, &PhasesView::copy);
    showButtons();
    auto *top = new QHBoxLayout;
    top->addWidget(m_tabs);
    top->addStretch(1);
    top->addWidget(m_exportChart);
    top->addWidget(m_copyPhases);
    auto *frame = new QWidget;
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(pages, 1);
    return frame;
}

void ResultsPage::showButtons()
{
    const bool chart = std::size_t(m_tabs->currentIndex()) < resultsPageKinds.size();
    m_exportChart->setVisible(chart);
    m_copyPhases->setVisible(m_tabs->currentIndex() == int(resultsPageKinds.size()));
}

void ResultsPage::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    m_session = std::move(session);
    m_analysis = analysis;
    m_model->setSession(*m_session, m_analysis);
    m_verdicts->setSession(*m_session, m_analysis);
    m_offers->setSession(*m_session, m_analysis);
    m_judging->setSession(*m_session, m_analysis);
    m_moreNotes->setChecked(false);
    showNotes();
    for (ChartWidget *chart : m_charts)
        chart->setSession(m_session, m_analysis);
    m_phases->setSession(*m_session, m_analysis);
    m_runs->setSession(*m_session, m_analysis);
    sizeColumns();
    m_stack->setCurrentIndex(1);
}

void ResultsPage::setRunning(bool running)
{
    m_offers->setRunning(running);
    m_judging->setRunning(running);
}

void ResultsPage::clear()
{
    m_session.reset();
    m_analysis = {};
    m_model->clear();
    for (ChartWidget *chart : m_charts)
        chart->clear();
    m_phases->clear();
    m_runs->clear();
    m_stack->setCurrentIndex(0);
}

void ResultsPage::setPlace(const QString &text)
{
    m_place->setText(text);
    m_place->setToolTip(text);
}

namespace {

QString noteParagraph(const QColor &color, const QString &word, const QString &text)
{
    return u"<p style='margin:0 0 5px 0'><span style='color:%1'><b>%2</b></span>&nbsp; %3</p>"_s.arg(color.name(), word, text.toHtmlEscaped());
}

QString findingParagraph(const ThemeColors &colors, const Finding &finding)
{
    switch (finding.severity) {
    case Severity::Unfit:
        return noteParagraph(colors.problem, ResultsPage::tr("Left out"), finding.text);
    case Severity::Doubt:
        return noteParagraph(colors.doubt, ResultsPage::tr("Doubt"), finding.text);
    case Severity::Note:
        break;
    }
    return noteParagraph(colors.muted, ResultsPage::tr("Note"), finding.text);
}

} // namespace

/// The findings that matter most, the others behind a button; below, what the exported chart says below itself.
void ResultsPage::showNotes()
{
    if (!m_session)
        return;
    const ThemeColors colors = themeColors(QApplication::palette());
    const FoldedFindings findings = foldedFindings(rankedFindings(*m_session, m_analysis));
    const bool all = m_moreNotes->isChecked();
    QString html;
    for (const Finding &finding : findings.shown)
        html += findingParagraph(colors, finding);
    if (all)
        for (const Finding &finding : findings.folded)
            html += findingParagraph(colors, finding);
    m_notes->setText(html);
    m_notes->setVisible(!html.isEmpty());
    m_moreNotes->setVisible(!findings.folded.empty());
    m_moreNotes->setText(all ? tr("Show fewer") : tr("Show %1").arg(findings.foldedText()));
    m_measured->setText(noteParagraph(colors.muted, tr("Measured"), chartCaption(ChartKind::Sweep, *m_session, m_analysis)));
}

void ResultsPage::sizeColumns()
{
    // The sort arrow is drawn over the heading's free end: keeping room for it in every column would push the last ones out.
    m_table->horizontalHeader()->setSortIndicatorShown(false);
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setSortIndicatorShown(true);
    m_table->resizeRowsToContents();
    m_nameWidth = m_table->columnWidth(ResultsModel::TargetColumn);
    shareWidth();
    fitTable();
}

/// The table gets the width that its columns take, as far as the charts can spare it; until somebody has moved the handle.
void ResultsPage::shareWidth()
{
    constexpr int leastForCharts = 400;
    const int total = m_splitter->width() - m_splitter->handleWidth();
    if (m_widthIsChosen || total <= 2 * leastForCharts)
        return;
    // Not the header's present length: the names' column takes what is left over.
    const int figures = m_table->horizontalHeader()->length() - m_table->columnWidth(ResultsModel::TargetColumn);
    const int wanted = figures + m_nameWidth + 2 * m_table->frameWidth() + m_table->fontMetrics().averageCharWidth();
    const int table = std::clamp(wanted, total / 2, total - leastForCharts);
    m_splitter->setSizes({table, total - table});
}

void ResultsPage::fitTable()
{
    // The names get what the figures leave; a long one must not push the figures out of sight.
    const int widest = m_table->fontMetrics().averageCharWidth() * 22;
    const int others = m_table->horizontalHeader()->length() - m_table->columnWidth(ResultsModel::TargetColumn);
    const int left = m_table->viewport()->width() - others;
    m_table->setColumnWidth(ResultsModel::TargetColumn, std::max(left, std::min(m_nameWidth, widest)));
    // No room is spent below the last row.
    const bool scrolls = m_table->horizontalHeader()->length() > m_table->viewport()->width();
    const int rows = m_table->verticalHeader()->length() + m_table->horizontalHeader()->height() + 2 * m_table->frameWidth()
                     + (scrolls ? m_table->horizontalScrollBar()->sizeHint().height() : 0);
    m_table->setMaximumHeight(std::max(m_table->minimumHeight(), rows));
}

bool ResultsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitTable();
    if (watched == m_splitter && event->type() == QEvent::Resize)
        shareWidth();
    return QWidget::eventFilter(watched, event);
}

ChartKind ResultsPage::currentChart() const
{
    const auto index = std::size_t(m_tabs->currentIndex());
    return index < resultsPageKinds.size() ? resultsPageKinds[index] : resultsPageKinds.front();
}

void ResultsPage::copyTable() const
{
    QApplication::clipboard()->setText(m_model->asText());
}

QByteArray ResultsPage::layoutState() const
{
    return m_widthIsChosen ? m_splitter->saveState() : QByteArray();
}

void ResultsPage::restoreLayoutState(const QByteArray &state)
{
    m_widthIsChosen = m_splitter->restoreState(state);
}

void ResultsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_model->setTheme(themeOf(palette()));
        showNotes();
    }
    QWidget::changeEvent(event);
}

} // namespace sweepbench
