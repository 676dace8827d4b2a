// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/plaintable.h"

#include "core/session/textwidth.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int terminalWidth = 120;
constexpr int gap = 2;
constexpr int leastNameWidth = 8;

using Widths = std::vector<int>;

int totalWidth(const Widths &widths)
{
    return std::accumulate(widths.begin(), widths.end(), gap * (static_cast<int>(widths.size()) - 1));
}

void widen(Widths &widths, const QStringList &line)
{
    for (std::size_t column = 0; column < widths.size(); ++column)
        widths[column] = std::max(widths[column], textWidth(line[static_cast<qsizetype>(column)]));
}

Widths columnWidths(const QStringList &titles, const std::vector<PlainRow> &rows)
{
    Widths widths(static_cast<std::size_t>(titles.size()));
    widen(widths, titles);
    for (const PlainRow &row : rows)
        widen(widths, row.cells);
    const int others = totalWidth(widths) - widths[0];
    widths[0] = std::min(widths[0], std::max(leastNameWidth, terminalWidth - others));
    return widths;
}

QString lineText(const QStringList &line, const Widths &widths, const std::set<std::size_t> &texts)
{
    QString text = paddedRight(elidedTo(line[0], widths[0]), widths[0]);
    for (std::size_t column = 1; column < widths.size(); ++column) {
        const QString &cell = line[static_cast<qsizetype>(column)];
        text += QString(gap, u' ') + (texts.contains(column) ? paddedRight(cell, widths[column]) : paddedLeft(cell, widths[column]));
    }
    return text + u'\n';
}

} // namespace

QString plainTable(const QStringList &titles, const std::vector<PlainRow> &rows, const std::set<std::size_t> &texts)
{
    const Widths widths = columnWidths(titles, rows);
    QString text = lineText(titles, widths, texts) + QString(totalWidth(widths), u'─') + u'\n';
    for (const PlainRow &row : rows) {
        if (row.gapBefore)
            text += u'\n';
        text += lineText(row.cells, widths, texts);
    }
    return rows.empty() ? text + u"no data\n"_s : text;
}

QString paragraph(const QStringList &lines)
{
    return lines.isEmpty() ? QString() : u'\n' + lines.join(u'\n') + u'\n';
}

} // namespace sweepbench
