// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trialjson.h"

#include "core/session/jsonobject.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace sweepbench {

QJsonObject errorsToJson(const ErrorCounts &errors)
{
    QJsonObject object;
    for (int i = 0; i < errorKindCount; ++i)
        if (const auto kind = static_cast<ErrorKind>(i); errors[kind] != 0)
            object.insert(errorKindId(kind), errors[kind]);
    return object;
}

QJsonObject statusToJson(const std::map<int, qint64> &status)
{
    QJsonObject object;
    for (const auto &[code, count] : status)
        object.insert(QString::number(code), count);
    return object;
}

QJsonArray findingsToJson(const std::vector<Finding> &findings)
{
    QJsonArray list;
    for (const Finding &finding : findings)
        list.append(QJsonObject{{u"kind"_s, finding.kind}, {u"severity"_s, severityId(finding.severity)}, {u"text"_s, finding.text}});
    return list;
}

std::optional<ErrorCounts> errorsFromJson(const QString &text)
{
    const auto object = parseJsonObject(text.toUtf8());
    if (!object)
        return std::nullopt;
    ErrorCounts errors;
    for (auto field = object->begin(); field != object->end(); ++field) {
        const auto kind = errorKindFromId(field.key());
        const auto count = wholeOf(field.value());
        if (!kind || !count)
            return std::nullopt;
        errors[*kind] = *count;
    }
    return errors;
}

std::optional<std::map<int, qint64>> statusFromJson(const QString &text)
{
    const auto object = parseJsonObject(text.toUtf8());
    if (!object)
        return std::nullopt;
    std::map<int, qint64> status;
    for (auto field = object->begin(); field != object->end(); ++field) {
        bool ok = false;
        const int code = field.key().toInt(&ok);
        const auto count = wholeOf(field.value());
        if (!ok || !count || !status.emplace(code, *count).second)
            return std::nullopt;
    }
    return status;
}

std::optional<std::vector<Finding>> findingsFromJson(const QString &text)
{
    if (text.size() > mostJsonBytes)
        return std::nullopt;
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    if (!document.isArray())
        return std::nullopt;
    std::vector<Finding> findings;
    for (const QJsonValue &value : document.array()) {
        std::optional<Problem> problem;
        JsonFields fields(value.toObject(), QString(), problem);
        const auto kind = fields.text(u"kind"_s);
        const auto severity = severityFromId(fields.text(u"severity"_s).value_or(QString()));
        const auto words = fields.text(u"text"_s);
        fields.finish();
        if (problem || !kind || !severity || !words)
            return std::nullopt;
        findings.push_back({*kind, *severity, *words});
    }
    return findings;
}

} // namespace sweepbench
