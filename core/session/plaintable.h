// SPDX-License-Identifier: GPL-3.0-or-later
// Tables for terminals and other places where every character is as wide as the next.
// Thread contract: pure functions.
#pragma once

#include <QStringList>

#include <cstddef>
#include <set>
#include <vector>

namespace sweepbench {

struct PlainRow
{
    QStringList cells;
    bool gapBefore = false;
};

/// Titles, a rule, and the rows, or "no data" without any. The first column is aligned to the left and gives way where the table is wider
/// than a terminal; \a texts are the others that are aligned to the left.
QString plainTable(const QStringList &titles, const std::vector<PlainRow> &rows, const std::set<std::size_t> &texts = {});

/// Lines with an empty one before them; nothing for none.
QString paragraph(const QStringList &lines);

} // namespace sweepbench
