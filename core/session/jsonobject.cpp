// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/jsonobject.h"

#include "core/session/textwidth.h"

#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Texts from a file end up on somebody's terminal: on one line, without control characters, and not for pages.
QString shortened(const QString &text, qsizetype length = 40)
{
    return printable(text.size() > length ? text.first(length) + u'…' : text);
}

/// "line 3, column 14", both from 1, columns in bytes.
QString placeOf(const QByteArray &text, qsizetype offset)
{
    offset = std::clamp<qsizetype>(offset, 0, text.size());
    const QByteArrayView before = QByteArrayView(text).first(offset);
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    return u"line %1, column %2 (byte %3)"_s.arg(before.count('\n') + 1).arg(offset - lineStart + 1).arg(offset);
}

QString unescaped(QByteArrayView token) ///< with its quotes
{
    if (!token.contains('\\'))
        return QString::fromUtf8(token.sliced(1, token.size() - 2));
    return QJsonDocument::fromJson('[' + token.toByteArray() + ']').array().at(0).toString();
}

/// Walks a text that is known to be JSON and finds the first key that an object has twice.
class DuplicateFinder
{
public:
    explicit DuplicateFinder(const QByteArray &text) : m_text(text) {}

    std::optional<QString> find()
    {
        for (qsizetype at = 0; at < m_text.size(); ++at) {
            switch (m_text[at]) {
            case '{': m_levels.push_back({true, true, {}, {}, 0}); break;
            case '[': m_levels.push_back({false, false, {}, {}, 0}); break;
            case '}':
            case ']': m_levels.pop_back(); break;
            case ',':
                m_levels.back().keyNext = m_levels.back().isObject;
                ++m_levels.back().index;
                break;
            case '"': {
                const qsizetype end = endOfString(at);
                if (m_levels.back().keyNext && !takeKey(unescaped(QByteArrayView(m_text).sliced(at, end - at + 1))))
                    return path();
                at = end;
                break;
            }
            default: break;
            }
        }
        return std::nullopt;
    }

private:
    struct Level
    {
        bool isObject;
        bool keyNext;
        QSet<QString> keys;
        QString key;
        qsizetype index;
    };

    qsizetype endOfString(qsizetype start) const
    {
        qsizetype at = start + 1;
        while (m_text[at] != '"')
            at += m_text[at] == '\\' ? 2 : 1;
        return at;
    }

    bool takeKey(const QString &key)
    {
        Level &level = m_levels.back();
        level.keyNext = false;
        level.key = key;
        if (level.keys.contains(key))
            return false;
        level.keys.insert(key);
        return true;
    }

    QString path() const
    {
        QString path;
        for (const Level &level : m_levels) {
            if (level.isObject)
                path += (path.isEmpty() ? QString() : u"."_s) + shortened(level.key);
            else
                path += u"[%1]"_s.arg(level.index);
        }
        return path;
    }

    const QByteArray &m_text;
    std::vector<Level> m_levels;
};

} // namespace

Result<QJsonObject> parseJsonObject(const QByteArray &text)
{
    if (text.trimmed().isEmpty())
        return Problem{QString(), u"empty; an object in JSON is expected"_s};
    if (text.size() > mostJsonBytes)
        return Problem{QString(), u"%1 bytes of JSON are more than the %2 that are read"_s.arg(text.size()).arg(mostJsonBytes)};
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return Problem{QString(), u"not JSON: %1 at %2"_s.arg(error.errorString(), placeOf(text, error.offset))};
    if (!document.isObject())
        return Problem{QString(), u"the outermost value is a list; an object ({…}) is expected"_s};
    if (const auto duplicate = DuplicateFinder(text).find())
        return Problem{*duplicate, u"there twice; only one value can hold"_s};
    return document.object();
}

void put(QJsonObject &object, const QString &key, std::optional<double> value)
{
    if (value && std::isfinite(*value))
        object.insert(key, *value);
}

QString jsonKind(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null: return u"null"_s;
    case QJsonValue::Bool: return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Double: return u"the number "_s + QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    case QJsonValue::String: return u"the text \"%1\""_s.arg(shortened(value.toString()));
    case QJsonValue::Array: return u"a list"_s;
    case QJsonValue::Object: return u"an object"_s;
    case QJsonValue::Undefined: break;
    }
    return u"nothing"_s;
}

std::optional<qint64> wholeOf(const QJsonValue &value)
{
    if (!value.isDouble())
        return std::nullopt;
    // toInteger() falls back to its argument where the number is not whole or too large.
    constexpr qint64 neither = std::numeric_limits<qint64>::min();
    const qint64 whole = value.toInteger(neither);
    if (whole == neither)
        return std::nullopt;
    return whole;
}

void JsonFields::fail(const QString &key, const QString &text)
{
    if (!m_problem)
        m_problem = Problem{key.isEmpty() ? m_path : path(key), shortened(text, 300)};
}

std::optional<QJsonValue> JsonFields::value(const QString &key)
{
    m_known.insert(key);
    const auto found = m_object.constFind(key);
    if (found == m_object.constEnd())
        return std::nullopt;
    return *found;
}

std::optional<QString> JsonFields::text(const QString &key)
{
    const auto given = value(key);
    if (!given)
        return std::nullopt;
    if (!given->isString()) {
        fail(key, u"a text is expected; %1 was given"_s.arg(jsonKind(*given)));
        return std::nullopt;
    }
    return given->toString();
}

std::optional<qint64> JsonFields::whole(const QString &key, qint64 low, qint64 high)
{
    const auto given = value(key);
    if (!given)
        return std::nullopt;
    const auto number = wholeOf(*given);
    if (!number || *number < low || *number > high) {
        fail(key, u"a whole number from %1 to %2 is expected; %3 was given"_s.arg(QString::number(low), QString::number(high), jsonKind(*given)));
        return std::nullopt;
    }
    return number;
}

std::optional<double> JsonFields::number(const QString &key, double low, double high)
{
    const auto given = value(key);
    if (!given)
        return std::nullopt;
    const double number = given->toDouble(std::numeric_limits<double>::quiet_NaN());
    if (!given->isDouble() || !(number >= low && number <= high)) {
        fail(key, u"a number from %1 to %2 is expected; %3 was given"_s.arg(QString::number(low, 'f', 0), QString::number(high, 'f', 0), jsonKind(*given)));
        return std::nullopt;
    }
    return number;
}

std::optional<QJsonObject> JsonFields::object(const QString &key)
{
    const auto given = value(key);
    if (!given)
        return std::nullopt;
    if (!given->isObject()) {
        fail(key, u"an object is expected; %1 was given"_s.arg(jsonKind(*given)));
        return std::nullopt;
    }
    return given->toObject();
}

std::optional<QJsonArray> JsonFields::array(const QString &key, qsizetype most)
{
    const auto given = value(key);
    if (!given)
        return std::nullopt;
    if (!given->isArray()) {
        fail(key, u"a list is expected; %1 was given"_s.arg(jsonKind(*given)));
        return std::nullopt;
    }
    const QJsonArray list = given->toArray();
    if (list.size() > most) {
        fail(key, u"a list of %1 is too long; %2 at most"_s.arg(list.size()).arg(most));
        return std::nullopt;
    }
    return list;
}

void JsonFields::finish()
{
    for (auto field = m_object.constBegin(); field != m_object.constEnd() && ok(); ++field)
        if (!m_known.contains(field.key()))
            fail(shortened(field.key()), u"not a field that is known here; remove it, or check its spelling"_s);
}

} // namespace sweepbench
