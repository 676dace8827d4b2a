// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/textlines.h"

#include "core/session/textwidth.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

bool TextLines::next()
{
    if (m_rest.isEmpty())
        return false;
    const qsizetype end = m_rest.indexOf('\n');
    m_terminated = end >= 0;
    m_line = m_terminated ? m_rest.first(end) : m_rest;
    m_rest = m_terminated ? m_rest.sliced(end + 1) : QByteArrayView();
    while (m_line.endsWith('\r') || m_line.endsWith(' '))
        m_line.chop(1);
    ++m_number;
    return true;
}

Problem TextLines::problem(const QString &text) const
{
    return {u"line %1"_s.arg(m_number), text};
}

std::optional<double> decimalOf(QByteArrayView text)
{
    constexpr qsizetype longest = 40;
    if (text.isEmpty() || text.size() > longest || !std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; }))
        return std::nullopt;
    bool ok = false;
    const double number = text.toDouble(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

std::optional<qint64> countOfText(QByteArrayView text)
{
    bool ok = false;
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const qint64 count = text.toLongLong(&ok);
    return ok && digits && count <= mostImportedCount ? std::optional(count) : std::nullopt;
}

bool addCount(qint64 &sum, qint64 count)
{
    if (count > mostImportedCount - sum)
        return false;
    sum += count;
    return true;
}

std::optional<double> quantityOf(QByteArrayView text, std::initializer_list<TextUnit> units)
{
    const auto isNumber = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
    const auto end = std::find_if_not(text.begin(), text.end(), isNumber) - text.begin();
    const auto number = decimalOf(text.first(end));
    for (const TextUnit &unit : units)
        if (number && text.sliced(end) == QByteArrayView(unit.name))
            return *number * unit.size;
    return std::nullopt;
}

std::optional<QByteArrayView> valueBehind(QByteArrayView line, QByteArrayView name)
{
    const QByteArrayView text = line.trimmed();
    return text.startsWith(name) ? std::optional(text.sliced(name.size()).trimmed()) : std::nullopt;
}

QString shown(QByteArrayView text)
{
    constexpr qsizetype most = 40;
    const bool cut = text.size() > most;
    return u'"' + printable(QString::fromUtf8(cut ? text.first(most) : text)) + (cut ? u"…\""_s : u"\""_s);
}

QString cleaned(const QString &text, qsizetype most)
{
    return printable(QString::fromUtf8(text.left(most).toUtf8())).trimmed();
}

QString cleanedUtf8(QByteArrayView text, qsizetype most)
{
    return cleaned(QString::fromUtf8(text.first(std::min(text.size(), 4 * most))), most);
}

std::optional<std::chrono::nanoseconds> spanOf(double seconds)
{
    const double ns = seconds * 1e9;
    if (!(ns > 0) || ns > mostImportedNs)
        return std::nullopt;
    return std::chrono::nanoseconds(std::llround(ns));
}

} // namespace sweepbench
