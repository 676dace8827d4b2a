// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in Markdown and Org. Text of any origin is kept from being read as markup.
// Thread contract: pure functions.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace sweepbench {

/// The text with every character that Markdown gives a meaning escaped.
QString markdownText(const QString &text);
/// The text with what Org would read as a table's bar, a link, a macro or code broken up.
QString orgText(QString text);

/// The first \a textColumns columns are aligned to the left, the others to the right.
QString markdownTable(const QStringList &titles, const std::vector<QStringList> &lines, int textColumns);
/// With a rule below the titles, and one above \a foot where there is such a line.
QString orgTable(const QString &caption, const QStringList &titles, const std::vector<QStringList> &lines, const QStringList &foot = {});

} // namespace sweepbench
