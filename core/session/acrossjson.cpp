// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/acrosstext.h"

#include "core/session/environmentjson.h"
#include "core/session/jsonobject.h"
#include "core/session/trialjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int acrossFormat = 1;

QString subjectName(const AcrossSessions &across, int subject)
{
    return across.subjects[static_cast<std::size_t>(subject)].name;
}

QJsonArray sessionsToJson(const AcrossSessions &across, const std::vector<Environment> &environments)
{
    QJsonArray list;
    for (std::size_t place = 0; place < across.inOrderOfTime.size(); ++place) {
        const auto index = static_cast<std::size_t>(across.inOrderOfTime[place]);
        QJsonObject object{{u"name"_s, across.sessions[static_cast<qsizetype>(index)]}};
        if (across.measuredAt[index].isValid())
            object.insert(u"measured_at"_s, across.measuredAt[index].toUTC().toString(Qt::ISODateWithMs));
        if (index < environments.size())
            object.insert(u"environment"_s, environmentToJson(environments[index]));
        object.insert(u"environment_differs"_s, QJsonArray::fromStringList(across.environmentChanges[place]));
        list.append(object);
    }
    return list;
}

QJsonArray cellsToJson(const AcrossSessions &across)
{
    QJsonArray list;
    for (const AcrossCell &cell : across.cells) {
        QJsonObject object{{u"target"_s, subjectName(across, cell.subject)}, {u"session"_s, across.sessions[cell.session]},
                           {sweepAxisId(across.axis), cell.level}, {u"n"_s, cell.figure.n}};
        if (cell.figure.n > 0)
            put(object, u"mean"_s, cell.figure.mean);
        if (cell.figure.n >= 2)
            put(object, u"se"_s, cell.figure.se);
        put(object, u"relative"_s, cell.relative);
        put(object, u"relative_low"_s, cell.relativeLow);
        put(object, u"relative_high"_s, cell.relativeHigh);
        list.append(object);
    }
    return list;
}

QJsonObject comparisonToJson(const AcrossComparison &comparison, const AcrossSessions &across)
{
    QJsonObject object{
        {u"metric"_s, metricId(comparison.metric)},
        {u"target"_s, subjectName(across, comparison.subject)},
        {u"baseline"_s, across.sessions.front()},
        {u"session"_s, across.sessions[comparison.session]},
        {sweepAxisId(across.axis), comparison.level},
        {u"baseline_values"_s, comparison.baselineValues},
        {u"session_values"_s, comparison.candidateValues},
        {u"method"_s, u"Welch t on logarithms"_s},
        {u"sentence"_s, comparison.sentence},
    };
    if (comparison.relative)
        object.insert(u"relative_to"_s, across.common()->name);
    put(object, u"ratio"_s, comparison.ratio);
    put(object, u"ci_low"_s, comparison.ciLow);
    put(object, u"ci_high"_s, comparison.ciHigh);
    put(object, u"simultaneous_low"_s, comparison.simultaneousLow);
    put(object, u"simultaneous_high"_s, comparison.simultaneousHigh);
    put(object, u"t"_s, comparison.t);
    put(object, u"df"_s, comparison.df);
    put(object, u"p"_s, comparison.p);
    put(object, u"p_holm"_s, comparison.pHolm);
    if (comparison.primary)
        object.insert(u"differ"_s, comparison.differ);
    return object;
}

} // namespace

QByteArray acrossToJson(const AcrossSessions &across, const std::vector<Environment> &environments, const QJsonArray &thresholds)
{
    QJsonArray comparisons;
    for (const AcrossComparison &comparison : across.comparisons)
        comparisons.append(comparisonToJson(comparison, across));
    QJsonObject object{
        {u"format"_s, acrossFormat},
        {u"metric"_s, metricId(across.metric)},
        {u"sessions"_s, sessionsToJson(across, environments)},
        {u"cells"_s, cellsToJson(across)},
        {u"comparison"_s, comparisons},
        {u"findings"_s, findingsToJson(across.findings)},
    };
    if (!thresholds.isEmpty())
        object.insert(u"thresholds"_s, thresholds);
    if (const AcrossSubject *common = across.common())
        object.insert(u"common_target"_s, common->name);
    return QJsonDocument(object).toJson();
}

} // namespace sweepbench
