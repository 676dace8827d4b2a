// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/jsonfigures.h"

#include "core/import/textlines.h"
#include "core/session/jsonobject.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

void JsonFigures::fail(const QString &key, const QString &expected) const
{
    if (!m_problem)
        m_problem = Problem{cleaned(path(key), 200), u"%1 is expected; %2 was given"_s.arg(expected, jsonKind(m_object.value(key)))};
}

JsonFigures JsonFigures::inner(const QString &key) const
{
    const QJsonValue value = m_object.value(key);
    if (!value.isObject() && !value.isNull() && !value.isUndefined())
        fail(key, u"an object"_s);
    return {value.toObject(), path(key), m_problem};
}

std::optional<double> JsonFigures::number(const QString &key, double unit) const
{
    const QJsonValue value = m_object.value(key);
    if (value.isNull() || value.isUndefined())
        return std::nullopt;
    constexpr double most = 1e17;
    const double figure = value.toDouble(-1) * unit;
    if (!value.isDouble() || !(figure >= 0) || figure >= most) {
        fail(key, u"a number from 0, and not beyond all measure,"_s);
        return std::nullopt;
    }
    return figure;
}

std::optional<qint64> JsonFigures::count(const QString &key) const
{
    const QJsonValue value = m_object.value(key);
    if (value.isNull() || value.isUndefined())
        return std::nullopt;
    const auto whole = value.isString() ? countOfText(value.toString().toUtf8()) : wholeOf(value);
    if (!whole || *whole < 0 || *whole > mostImportedCount) {
        fail(key, u"a whole number from 0 to 10^15"_s);
        return std::nullopt;
    }
    return whole;
}

QString JsonFigures::text(const QString &key) const
{
    const QJsonValue value = m_object.value(key);
    if (!value.isString() && !value.isNull() && !value.isUndefined())
        fail(key, u"a text"_s);
    return cleaned(value.toString());
}

std::optional<std::chrono::nanoseconds> JsonFigures::span(const QString &key, double unitS) const
{
    const auto seconds = number(key, unitS);
    if (!seconds || *seconds == 0)
        return std::nullopt;
    const auto span = spanOf(*seconds);
    if (!span)
        fail(key, u"a time of less than a year"_s);
    return span;
}

} // namespace sweepbench
