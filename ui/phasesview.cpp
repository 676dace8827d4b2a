// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/phasesview.h"

#include "ui/charts/charttheme.h"
#include "ui/phasesmodel.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QShortcut>

#include <algorithm>

namespace sweepbench {

PhasesView::PhasesView(QWidget *parent)
    : QTableView(parent)
    , m_model(new PhasesModel(this))
{
    setAccessibleName(tr("Phases of requests and connections"));
    m_model->setTheme(themeOf(palette()));
    setModel(m_model);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setHighlightSections(false);
    auto *keys = new QShortcut(QKeySequence::Copy, this, nullptr, nullptr, Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, this, &PhasesView::copy);
}

void PhasesView::setSession(const Session &session, const Analysis &analysis)
{
    clearSpans();
    m_model->setSession(session, analysis);
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->isHeading(row))
            setSpan(row, 0, 1, PhasesModel::ColumnCount);
    resizeColumnsToContents();
    m_nameWidth = 0; // not the headings': they reach across
    for (const QString &name : m_model->phaseNames())
        m_nameWidth = std::max(m_nameWidth, fontMetrics().horizontalAdvance(name) + 4 * fontMetrics().averageCharWidth());
    fitColumns();
}

/// The names get what the figures leave, and never less than they need.
void PhasesView::fitColumns()
{
    int figures = 0;
    for (int column = PhasesModel::MinColumn; column < PhasesModel::ColumnCount; ++column)
        figures += columnWidth(column);
    setColumnWidth(PhasesModel::PhaseColumn, std::max(m_nameWidth, viewport()->width() - figures));
}

void PhasesView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void PhasesView::clear()
{
    clearSpans();
    m_model->clear();
}

void PhasesView::copy() const
{
    QApplication::clipboard()->setText(m_model->asText());
}

void PhasesView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(themeOf(palette()));
    QTableView::changeEvent(event);
}

} // namespace sweepbench
