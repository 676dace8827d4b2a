// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/thresholdjson.h"

#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

void put(QJsonObject &object, const QString &key, std::optional<double> value)
{
    if (value && std::isfinite(*value))
        object.insert(key, *value);
}

void put(QJsonObject &object, const QString &key, const QString &text)
{
    if (!text.isEmpty())
        object.insert(key, text);
}

void putCase(QJsonObject &object, const ThresholdCase &one, const Plan &plan)
{
    object.insert(one.baseline.isEmpty() ? u"target"_s : u"candidate"_s, one.target);
    put(object, u"baseline"_s, one.baseline);
    const Load load = loadAt(plan, -1, one.level); // of the level, whatever one target does otherwise
    object.insert(u"connections"_s, load.connections);
    if (load.rate)
        object.insert(u"rate"_s, *load.rate);
    put(object, one.baseline.isEmpty() ? u"value"_s : u"ratio"_s, one.value);
    put(object, u"ci_low"_s, one.low);
    put(object, u"ci_high"_s, one.high);
    put(object, u"at_least"_s, one.atLeast);
}

QJsonObject thresholdToJson(const ThresholdJudgement &judgement, const Plan &plan)
{
    QJsonObject object{
        {u"expression"_s, judgement.threshold.expression},
        {u"metric"_s, figureId(judgement.threshold)},
        {u"limit"_s, judgement.threshold.limit},
        {u"outcome"_s, thresholdOutcomeId(judgement.outcome)},
        {u"judged_on"_s, judgement.judgedOn()},
        {u"cases"_s, judgement.cases},
        {u"failed"_s, judgement.failed},
        {u"not_judged"_s, judgement.notJudged},
    };
    put(object, u"reason"_s, judgement.reason);
    if (judgement.deciding)
        putCase(object, *judgement.deciding, plan);
    return object;
}

} // namespace

QJsonArray thresholdsToJson(const std::vector<ThresholdJudgement> &judgements, const Plan &plan)
{
    QJsonArray list;
    for (const ThresholdJudgement &judgement : judgements)
        list.append(thresholdToJson(judgement, plan));
    return list;
}

} // namespace sweepbench
