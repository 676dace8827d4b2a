// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pageparts.h"

#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTableView>

namespace sweepbench {

QPushButton *quietButton(const QString &text, const QString &name)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setProperty("quiet", true);
    return button;
}

QTabBar *flatTabs(const QString &name, const QString &accessibleName)
{
    auto *tabs = new QTabBar;
    tabs->setObjectName(name);
    tabs->setAccessibleName(accessibleName);
    tabs->setProperty("flat", true);
    tabs->setDrawBase(false);
    tabs->setExpanding(false);
    return tabs;
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

QTableView *plainTable(const QString &name, const QString &accessibleName)
{
    auto *table = new QTableView;
    table->setObjectName(name);
    table->setAccessibleName(accessibleName);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setMinimumHeight(120);
    return table;
}

} // namespace sweepbench
