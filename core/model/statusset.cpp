// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/statusset.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

std::optional<int> statusCode(QStringView text)
{
    bool ok = false;
    const int code = text.toInt(&ok);
    if (!ok || text.size() != 3 || code < 100 || code > 999)
        return std::nullopt;
    return code;
}

} // namespace

QString StatusSet::text() const
{
    QStringList parts;
    for (const Range &range : m_ranges)
        parts << (range.low == range.high ? QString::number(range.low) : u"%1-%2"_s.arg(range.low).arg(range.high));
    return parts.join(u',');
}

Result<StatusSet> parseStatusSet(const QString &text)
{
    std::vector<StatusSet::Range> ranges;
    for (const QStringView rawPart : QStringView(text).split(u',')) {
        const QStringView part = rawPart.trimmed();
        const qsizetype dash = part.indexOf(u'-');
        const auto low = statusCode(dash < 0 ? part : part.first(dash).trimmed());
        const auto high = dash < 0 ? low : statusCode(part.sliced(dash + 1).trimmed());
        if (!low || !high || *low > *high)
            return Problem{u"expected status"_s, u"\"%1\" is not a status or a range; write it like 200 or 200-299,304"_s.arg(part)};
        ranges.push_back({*low, *high});
    }
    return StatusSet(std::move(ranges));
}

} // namespace sweepbench
