// SPDX-License-Identifier: GPL-3.0-or-later
// A session in the library's list: its sweep as a small picture, title, facts and verdict.
// Thread contract: the GUI thread.
#pragma once

#include <QStyledItemDelegate>

namespace sweepbench {

class EntryDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace sweepbench
