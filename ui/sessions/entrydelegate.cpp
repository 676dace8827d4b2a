// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/entrydelegate.h"

#include "ui/sessions/librarymodel.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int margin = 10;

} // namespace

void EntryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors colors = themeColors(option.palette);
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, mixed(colors.page, colors.accent, 0.16));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, mixed(colors.page, colors.accent, 0.07));
    painter->setPen(colors.border);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());

    const QRect inner = option.rect.adjusted(margin, margin, -margin, -margin);
    const QPixmap picture = index.data(LibraryModel::ThumbnailRole).value<QPixmap>();
    painter->drawPixmap(inner.topLeft(), picture);

    QRect line = inner.adjusted(LibraryModel::thumbnailSize.width() + margin, 0, 0, 0);
    const auto write = [&](const QString &text, bool bold, const QColor &color, int lines) {
        QFont font = option.font;
        font.setBold(bold);
        painter->setFont(font);
        painter->setPen(color);
        const QFontMetrics metrics(font);
        line.setHeight(metrics.lineSpacing() * lines);
        if (lines == 1)
            painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, line.width()));
        else
            painter->drawText(line, Qt::TextWordWrap | Qt::AlignTop | Qt::AlignLeft,
                              metrics.elidedText(text, Qt::ElideRight, line.width() * lines - metrics.averageCharWidth() * 12));
        line.translate(0, line.height() + 2);
    };
    const bool wrong = !index.data(LibraryModel::ProblemRole).toString().isEmpty();
    const QString pin = index.data(LibraryModel::PinnedRole).toBool() ? u"★ "_s : QString();
    write(pin + index.data().toString(), true, colors.text, 1);
    write(index.data(LibraryModel::FactsRole).toString(), false, wrong ? colors.problem : colors.muted, 1);
    write(index.data(LibraryModel::VerdictRole).toString(), false, colors.text, 2);
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(colors.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
    }
    painter->restore();
}

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const int lines = QFontMetrics(option.font).lineSpacing() * 4 + 6;
    return {LibraryModel::thumbnailSize.width() * 3, std::max(lines, LibraryModel::thumbnailSize.height()) + 2 * margin};
}

} // namespace sweepbench
