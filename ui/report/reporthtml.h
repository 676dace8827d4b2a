// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces that the report is put together from. Arguments that are called html are markup, all others are escaped.
// Thread contract: pure functions.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace sweepbench {

/// Text of any origin on one line, without what XML can't hold or would turn round what follows.
QString htmlText(const QString &text);
/// The same, line by line.
QString htmlLines(const QString &text);

/// A section with its heading; nothing where there is nothing in it.
QString htmlSection(const QString &id, const QString &title, const QString &html);
QString htmlList(const QStringList &lines);
/// Names and what is known of them; empty values are left out.
QString htmlFacts(const std::vector<std::pair<QString, QString>> &facts);

struct HtmlTable
{
    QString caption;
    QStringList titles;
    std::vector<QStringList> lines;
    QStringList foot;            ///< of the same length as the titles, or empty
    int textColumns = 1;         ///< from the left; the others hold figures
    std::vector<QString> marks;  ///< html in front of the first cell of each line, or empty
};
QString htmlTable(const HtmlTable &table);

} // namespace sweepbench
