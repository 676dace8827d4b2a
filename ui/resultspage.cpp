// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/resultspage.h"

#include "core/session/csv.h"
#include "core/session/markup.h"
#include "ui/chartpanel.h"
#include "ui/emptypage.h"
#include "ui/pageparts.h"
#include "ui/phasesview.h"
#include "ui/resultsmodel.h"
#include "ui/theme.h"
#include "ui/trialsmodel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

ResultsPage::ResultsPage(QWidget *parent)
    : QWidget(parent)
    , m_model(new ResultsModel(this))
    , m_sorter(new ResultsSorter(this))
    , m_trials(new TrialsModel(this))
    , m_trialSorter(new QSortFilterProxyModel(this))
    , m_stack(new QStackedLayout(this))
{
    m_sorter->setSourceModel(m_model);
    m_trialSorter->setSourceModel(m_trials);
    m_trialSorter->setSortRole(TrialsModel::SortRole);
    m_model->setTheme(themeOf(palette()));
    m_trials->setTheme(themeOf(palette()));
    auto *empty = new EmptyPage(tr("No results yet"),
                                tr("Compare two servers, or open a session that you saved: tables and charts appear here."),
                                tr("Plan a comparison"));
    connect(empty, &EmptyPage::actionWanted, this, &ResultsPage::planWanted);
    m_charts = new ChartPanel(resultChartKinds, u"chart"_s);
    connect(m_charts, &ChartPanel::exportWanted, this, &ResultsPage::exportChartWanted);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setObjectName(u"resultsSplitter"_s);
    m_splitter->setHandleWidth(16);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->installEventFilter(this);
    m_splitter->addWidget(makeFigures());
    m_splitter->addWidget(m_charts);
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
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_place);
    m_stack->addWidget(empty);
    m_stack->addWidget(content);
}

QWidget *ResultsPage::makeFigures()
{
    m_phases = new PhasesView;
    m_phases->setObjectName(u"phases"_s);
    m_tabs = flatTabs(u"resultsTables"_s, tr("Tables"));
    auto *pages = new QStackedWidget;
    const std::pair<QString, QWidget *> tabs[] = {{tr("Levels"), makeCells()}, {tr("Trials"), makeTrials()}, {tr("Phases"), m_phases}};
    for (const auto &[title, page] : tabs) {
        m_tabs->addTab(title);
        pages->addWidget(page);
    }
    m_tabs->setTabToolTip(1, tr("Every trial in the order really run"));
    m_tabs->setTabToolTip(2, tr("Name look-up, connect, TLS, first byte and rest of the body"));
    connect(m_tabs, &QTabBar::currentChanged, pages, &QStackedWidget::setCurrentIndex);
    auto *figures = new QWidget;
    auto *layout = new QVBoxLayout(figures);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_tabs);
    layout->addWidget(pages, 1);
    auto *copyPhases = quietButton(tr("Copy phases"), u"copyPhases"_s);
    copyPhases->hide();
    connect(copyPhases, &QPushButton::clicked, m_phases, &PhasesView::copy);
    connect(m_tabs, &QTabBar::currentChanged, copyPhases, [copyPhases](int tab) { copyPhases->setVisible(tab == 2); });
    layout->addWidget(copyPhases, 0, Qt::AlignLeft);
    return figures;
}

QWidget *ResultsPage::makeCells()
{
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    QPushButton *copyButton = quietButton(tr("Copy table"), u"copyTable"_s);
    auto *copyAs = new QMenu(copyButton);
    const std::pair<QString, QString> ways[] = {{tr("As text"), u"copyAsText"_s}, {tr("As CSV"), u"copyAsCsv"_s}, {tr("As Markdown"), u"copyAsMarkdown"_s}};
    for (const auto &[text, name] : ways)
        copyAs->addAction(text)->setObjectName(name);
    connect(copyAs->actions()[0], &QAction::triggered, this, &ResultsPage::copyTable);
    connect(copyAs->actions()[1], &QAction::triggered, this, [this] { copyTableAs(false); });
    connect(copyAs->actions()[2], &QAction::triggered, this, [this] { copyTableAs(true); });
    copyButton->setMenu(copyAs);
    QPushButton *columns = quietButton(tr("Columns"), u"chooseColumns"_s);
    QPushButton *numbers = quietButton(tr("Export numbers…"), u"exportNumbersButton"_s);
    QPushButton *save = quietButton(tr("Save session…"), u"saveButton"_s);
    m_columns = makeColumnsMenu();
    columns->setMenu(m_columns);
    connect(numbers, &QPushButton::clicked, this, &ResultsPage::exportNumbersWanted);
    connect(save, &QPushButton::clicked, this, &ResultsPage::saveWanted);
    for (QPushButton *button : {copyButton, columns, numbers, save})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto *cells = new QWidget;
    auto *layout = new QVBoxLayout(cells);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(makeTable(), 100); // never higher than its rows
    layout->addLayout(buttons);
    layout->addStretch(1);
    return cells;
}

QWidget *ResultsPage::makeTable()
{
    m_table = plainTable(u"resultsTable"_s, tr("Results by target and level"));
    m_table->setModel(m_sorter);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_sorter->sort(-1);
    m_table->viewport()->installEventFilter(this);
    m_table->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table->horizontalHeader(), &QWidget::customContextMenuRequested, this,
            [this](const QPoint &at) { m_columns->popup(m_table->horizontalHeader()->mapToGlobal(at)); });
    auto *copy = new QShortcut(QKeySequence::Copy, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &ResultsPage::copyTable);
    return m_table;
}

QWidget *ResultsPage::makeTrials()
{
    m_trialTable = plainTable(u"trialsTable"_s, tr("Every trial"));
    m_trialTable->setModel(m_trialSorter);
    m_trialTable->setSortingEnabled(true);
    m_trialTable->horizontalHeader()->setSortIndicator(TrialsModel::OrderColumn, Qt::AscendingOrder);
    m_trialTable->horizontalHeader()->setStretchLastSection(true);
    return m_trialTable;
}

QMenu *ResultsPage::makeColumnsMenu()
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"columnsMenu"_s);
    for (int column = ResultsModel::LevelColumn; column < ResultsModel::ColumnCount; ++column) {
        QAction *action = menu->addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            if (shown)
                m_hidden.erase(column);
            else
                m_hidden.insert(column);
            hideColumns();
            sizeColumns();
        });
    }
    return menu;
}

/// The run time says nothing where the plan fixes it.
void ResultsPage::hideColumns()
{
    const bool timed = m_session && !requestsPerTrial(m_session->plan);
    for (int column = 0; column < ResultsModel::ColumnCount; ++column)
        m_table->setColumnHidden(column, m_hidden.contains(column) || (timed && column == ResultsModel::RuntimeColumn));
}

void ResultsPage::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    m_session = std::move(session);
    m_model->setSession(*m_session, analysis);
    m_trials->setSession(m_session);
    m_phases->setSession(*m_session, analysis);
    m_charts->setSession(m_session, analysis);
    hideColumns();
    sizeColumns();
    m_trialTable->resizeColumnsToContents();
    m_stack->setCurrentIndex(1);
}

void ResultsPage::clear()
{
    m_session.reset();
    m_model->clear();
    m_trials->clear();
    m_charts->clear();
    m_phases->clear();
    m_stack->setCurrentIndex(0);
}

void ResultsPage::setPlace(const QString &text)
{
    m_place->setText(text);
    m_place->setToolTip(text);
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
    return m_charts->currentChart();
}

ChartView ResultsPage::chartView() const
{
    return m_charts->view();
}

std::vector<QStringList> ResultsPage::shownTable() const
{
    std::vector<QStringList> lines(std::size_t(m_sorter->rowCount()) + 1);
    for (int column = 0; column < ResultsModel::ColumnCount; ++column) {
        if (m_table->isColumnHidden(column))
            continue;
        lines[0] += m_model->headerData(column, Qt::Horizontal).toString();
        for (int row = 0; row < m_sorter->rowCount(); ++row)
            lines[std::size_t(row) + 1] += m_sorter->index(row, column).data().toString();
    }
    return lines;
}

void ResultsPage::copyTable() const
{
    QString text;
    for (const QStringList &line : shownTable())
        text += line.join(u'\t') + u'\n';
    QApplication::clipboard()->setText(text);
}

void ResultsPage::copyTableAs(bool markdown) const
{
    std::vector<QStringList> lines = shownTable();
    if (markdown) {
        const QStringList titles = lines.front();
        lines.erase(lines.begin());
        QApplication::clipboard()->setText(markdownTable(titles, lines, 1));
        return;
    }
    QString text;
    for (const QStringList &line : lines) {
        QStringList cells;
        for (const QString &cell : line)
            cells += csvNeutralised(cell);
        text += QString::fromUtf8(csvRecord(cells));
    }
    QApplication::clipboard()->setText(text);
}

QByteArray ResultsPage::layoutState() const
{
    return m_widthIsChosen ? m_splitter->saveState() : QByteArray();
}

void ResultsPage::restoreLayoutState(const QByteArray &state)
{
    m_widthIsChosen = m_splitter->restoreState(state);
}

QByteArray ResultsPage::columnState() const
{
    QByteArrayList hidden;
    for (const int column : m_hidden)
        hidden += QByteArray::number(column);
    return hidden.join(',');
}

void ResultsPage::restoreColumnState(const QByteArray &state)
{
    m_hidden.clear();
    for (const QByteArray &number : state.split(','))
        if (const int column = number.toInt(); column > ResultsModel::TargetColumn && column < ResultsModel::ColumnCount)
            m_hidden.insert(column);
    for (int column = ResultsModel::LevelColumn; column < ResultsModel::ColumnCount; ++column) {
        QAction *action = m_columns->actions()[column - 1];
        const QSignalBlocker blocker(action);
        action->setChecked(!m_hidden.contains(column));
    }
    hideColumns();
}

void ResultsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_model->setTheme(themeOf(palette()));
        m_trials->setTheme(themeOf(palette()));
    }
    QWidget::changeEvent(event);
}

} // namespace sweepbench
