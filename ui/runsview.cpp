// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runsview.h"

#include "core/session/rankingtext.h"
#include "ui/choicebox.h"
#include "ui/runsmodel.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QPushButton *copyButton(const QString &text, const QString &name)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setProperty("quiet", true);
    return button;
}

QLabel *mutedLine(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setProperty("muted", true);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void copyText(const QString &text)
{
    QApplication::clipboard()->setText(text);
}

} // namespace

RunsView::RunsView(QWidget *parent)
    : QWidget(parent)
    , m_model(new RunsModel(this))
    , m_table(new QTableView)
    , m_caption(mutedLine(u"runsCaption"_s))
    , m_ranking(mutedLine(u"ranking"_s))
{
    m_model->setTheme(themeOf(palette()));
    m_table->setObjectName(u"runsTable"_s);
    m_table->setAccessibleName(tr("Runs of the level"));
    m_table->setModel(m_model);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    auto *keys = new QShortcut(QKeySequence::Copy, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, m_model, [this] { copyText(m_model->asText()); });
    m_ranking->setAccessibleName(tr("Levels of each target, best first"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(makeTop());
    layout->addWidget(m_caption);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_ranking);
}

QWidget *RunsView::makeTop()
{
    m_level = new ChoiceBox(u"runsLevel"_s, tr("Level"), {});
    m_level->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_level, &QComboBox::currentIndexChanged, this, &RunsView::showLevel);
    auto *label = new QLabel(tr("Runs at"));
    label->setBuddy(m_level);
    auto *markdown = copyButton(tr("Copy as Markdown"), u"copyRunsMarkdown"_s);
    auto *org = copyButton(tr("Copy as Org"), u"copyRunsOrg"_s);
    connect(markdown, &QPushButton::clicked, m_model, [this] { copyText(m_model->asMarkdown()); });
    connect(org, &QPushButton::clicked, m_model, [this] { copyText(m_model->asOrg()); });
    auto *top = new QWidget;
    auto *layout = new QHBoxLayout(top);
    layout->setContentsMargins({});
    layout->addWidget(label);
    layout->addWidget(m_level);
    layout->addStretch(1);
    layout->addWidget(markdown);
    layout->addWidget(org);
    return top;
}

void RunsView::setSession(const Session &session, const Analysis &analysis)
{
    const auto shown = std::size_t(m_level->currentIndex());
    const int level = shown < m_tables.size() ? m_tables[shown].level : 0;
    m_plan = session.plan;
    m_tables = runsTables(session, runsMetric(session.plan));
    const auto same = std::find_if(m_tables.begin(), m_tables.end(), [level](const RunsTable &table) { return table.level == level; });
    {
        const QSignalBlocker quiet(m_level);
        m_level->clear();
        for (const RunsTable &table : m_tables)
            m_level->addItem(levelText(m_plan.sweep.axis, table.level));
        m_level->setCurrentIndex(same == m_tables.end() ? 0 : int(same - m_tables.begin()));
    }
    showLevel(m_level->currentIndex());
    m_ranking->setText(rankingCaption(m_plan) + u":\n"_s + rankingLines(session, analysis).join(u'\n'));
}

void RunsView::showLevel(int index)
{
    if (std::size_t(index) >= m_tables.size()) {
        clear();
        return;
    }
    const RunsTable &table = m_tables[std::size_t(index)];
    m_model->setTable(table, m_plan);
    m_caption->setText(runsText(table, m_plan).caption);
    m_table->resizeColumnsToContents();
}

void RunsView::clear()
{
    const QSignalBlocker quiet(m_level);
    m_tables.clear();
    m_level->clear();
    m_model->clear();
    m_caption->clear();
    m_ranking->clear();
}

void RunsView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(themeOf(palette()));
    QWidget::changeEvent(event);
}

} // namespace sweepbench
