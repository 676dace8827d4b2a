// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that several pages are put together from.
// Thread contract: the GUI thread.
#pragma once

#include <QString>

class QPushButton;
class QScrollArea;
class QTabBar;
class QTableView;
class QWidget;

namespace sweepbench {

/// A button that looks like a link.
QPushButton *quietButton(const QString &text, const QString &name);
/// Tabs without a frame.
QTabBar *flatTabs(const QString &name, const QString &accessibleName);
/// \a content, scrolled upwards and downwards where there is not enough room.
QScrollArea *plainScroll(QWidget *content);
/// A table to read: rows without numbers or grid, whole rows are chosen, Tab goes on to the next control.
QTableView *plainTable(const QString &name, const QString &accessibleName);

} // namespace sweepbench
