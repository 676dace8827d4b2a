// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/export.h"

#include "core/session/tablecells.h"
#include "core/session/textwidth.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int terminalWidth = 120;
constexpr int gap = 2;
constexpr int leastNameWidth = 8;

using Widths = std::array<int, tableColumns>;

Widths columnWidths(const std::vector<QStringList> &lines)
{
    Widths widths{};
    for (const QStringList &line : lines)
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], textWidth(line[static_cast<qsizetype>(column)]));
    int others = gap * (tableColumns - 1);
    for (std::size_t column = 1; column < widths.size(); ++column)
        others += widths[column];
    widths[0] = std::min(widths[0], std::max(leastNameWidth, terminalWidth - others));
    return widths;
}

QString lineText(const QStringList &line, const Widths &widths)
{
    QString text = paddedRight(elidedTo(line[0], widths[0]), widths[0]);
    for (std::size_t column = 1; column < widths.size(); ++column)
        text += QString(gap, u' ') + paddedLeft(line[static_cast<qsizetype>(column)], widths[column]);
    return text + u'\n';
}

QString paragraph(const QStringList &lines)
{
    return lines.isEmpty() ? QString() : u'\n' + lines.join(u'\n') + u'\n';
}

} // namespace

QString terminalTable(const Session &session, const Analysis &analysis)
{
    std::vector<QStringList> lines = tableLines(session, analysis);
    lines.insert(lines.begin(), shortTableTitles());
    const Widths widths = columnWidths(lines);
    int total = gap * (tableColumns - 1);
    for (const int width : widths)
        total += width;
    QString text = lineText(lines.front(), widths) + QString(total, u'─') + u'\n';
    for (std::size_t i = 1; i < lines.size(); ++i) {
        // A gap between the levels: what is to be compared stands together.
        if (i > 1 && lines[i][1] != lines[i - 1][1] && session.plan.targets.size() > 1)
            text += u'\n';
        text += lineText(lines[i], widths);
    }
    if (lines.size() == 1)
        text += u"no data\n"_s;
    return text + paragraph(verdictSentences(analysis)) + paragraph(analysisRemarks(analysis)) + paragraph(findingLines(session));
}

} // namespace sweepbench
