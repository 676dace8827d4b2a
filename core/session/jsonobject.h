// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON of unknown origin field by field: the first thing that is wrong is kept as a Problem whose field is the
// JSON path, every type and range is checked, and what nobody asked for is an unknown field.
// Thread contract: pure functions; a JsonFields belongs to one thread.
#pragma once

#include "core/model/result.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>

#include <optional>

namespace sweepbench {

/// Bytes of one JSON text, at most.
inline constexpr qsizetype mostJsonBytes = 64 * 1024 * 1024;

/// An object out of a text; says where a text is not JSON and which field is there twice (QJsonDocument would keep the last).
Result<QJsonObject> parseJsonObject(const QByteArray &text);

/// Writes a number where there is one. QJsonDocument would write NaN and infinity as null: they stay out.
void put(QJsonObject &object, const QString &key, std::optional<double> value);

/// "a text", "the number 5", as it reads in "… was given".
QString jsonKind(const QJsonValue &value);

class JsonFields
{
public:
    /// \a path is what stands before each field: "" or "targets[1]". \a problem keeps the first thing that is wrong.
    JsonFields(const QJsonObject &object, const QString &path, std::optional<Problem> &problem)
        : m_object(object), m_path(path), m_problem(problem)
    {
    }

    QString path(const QString &key) const { return m_path.isEmpty() ? key : m_path + u'.' + key; }
    bool ok() const { return !m_problem; }
    void fail(const QString &key, const QString &text);

    /// Each is absent where the field is not there, or is not what it should be (then the problem says so).
    std::optional<QJsonValue> value(const QString &key);
    std::optional<QString> text(const QString &key);
    std::optional<qint64> whole(const QString &key, qint64 low, qint64 high);
    std::optional<double> number(const QString &key, double low, double high);
    std::optional<QJsonObject> object(const QString &key);
    std::optional<QJsonArray> array(const QString &key, qsizetype most);
    /// Call last: whatever was not asked for is unknown.
    void finish();

private:
    QJsonObject m_object;
    QString m_path;
    std::optional<Problem> &m_problem;
    QSet<QString> m_known;
};

/// The value as a whole number, where it is one.
std::optional<qint64> wholeOf(const QJsonValue &value);

} // namespace sweepbench
