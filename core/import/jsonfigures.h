// SPDX-License-Identifier: GPL-3.0-or-later
// Reports as JSON, of tools whose next version may know more: fields that are not asked for are ignored, null is what JavaScript and Rust make
// of NaN and stands for no figure, and the first field that is not what it should be is kept as a Problem with its path.
// Thread contract: a JsonFigures belongs to one thread.
#pragma once

#include "core/model/result.h"

#include <QJsonObject>

#include <chrono>
#include <optional>

namespace sweepbench {

class JsonFigures
{
public:
    JsonFigures(const QJsonObject &object, const QString &path, std::optional<Problem> &problem)
        : m_object(object), m_path(path), m_problem(problem)
    {
    }

    bool has(const QString &key) const { return m_object.contains(key); }
    JsonFigures inner(const QString &key) const;
    QJsonObject object() const { return m_object; }

    /// A number from 0 that is below 10^17 once multiplied by \a unit; the product.
    std::optional<double> number(const QString &key, double unit = 1) const;
    /// A whole number of things, as a number or (autocannon) as text.
    std::optional<qint64> count(const QString &key) const;
    QString text(const QString &key) const;
    /// A length of time above 0 in \a unitS seconds; absent for 0.
    std::optional<std::chrono::nanoseconds> span(const QString &key, double unitS) const;

private:
    void fail(const QString &key, const QString &expected) const;
    QString path(const QString &key) const { return m_path.isEmpty() ? key : m_path + u'.' + key; }

    QJsonObject m_object;
    QString m_path;
    std::optional<Problem> &m_problem;
};

} // namespace sweepbench
