// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cellnames.h"

#include "core/model/format.h"
#include "core/stats/wording.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString nameAtLevels(const QString &name, SweepAxis axis, const std::vector<int> &levels)
{
    constexpr std::size_t mostListed = 6;
    if (levels.size() == 1)
        return name + u' ' + atLevel(axis, levels.front());
    if (levels.size() > mostListed)
        return u"%1 at %2 levels"_s.arg(name, formatCount(static_cast<qint64>(levels.size())));
    QStringList texts;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        texts += levelNumber(levels[i]);
    return u"%1 at %2 and %3"_s.arg(name, texts.join(u", "_s), levelText(axis, levels.back()));
}

} // namespace sweepbench
