// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parse.h"
#include "core/session/planjson.h"
#include "core/session/planread.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostTargets = 100;
constexpr int mostLevels = 1000;

std::vector<int> readLevels(JsonFields &fields, const QString &name, const QJsonArray &list, int lowest)
{
    std::vector<int> levels;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString key = u"%1[%2]"_s.arg(name).arg(i);
        const auto level = wholeOf(list.at(i));
        if (!level || *level < lowest || *level > highestLevel)
            fields.fail(key, u"a whole number from %1 to %2 is expected; %3 was given"_s.arg(QString::number(lowest), QString::number(highestLevel),
                                                                                       jsonKind(list.at(i))));
        else if (std::find(levels.begin(), levels.end(), static_cast<int>(*level)) != levels.end())
            fields.fail(key, u"the level %1 is there twice"_s.arg(*level));
        else
            levels.push_back(static_cast<int>(*level));
    }
    if (levels.empty())
        fields.fail(name, u"no level was given; a list like [1, 10, 100] is expected"_s);
    std::sort(levels.begin(), levels.end());
    return levels;
}

Sweep readSweep(const QJsonObject &object, int lowest, std::optional<Problem> &problem)
{
    Sweep sweep;
    JsonFields fields(object, u"sweep"_s, problem);
    const auto connections = fields.array(u"connections"_s, mostLevels);
    const auto rates = fields.array(u"rate"_s, mostLevels);
    fields.finish();
    if (connections && rates)
        fields.fail(u"rate"_s, u"given beside connections; a sweep varies one of them"_s);
    if (!connections && !rates)
        return sweep;
    sweep.axis = rates ? SweepAxis::Rate : SweepAxis::Connections;
    sweep.levels = readLevels(fields, sweepAxisId(sweep.axis), rates ? *rates : *connections, lowest);
    return sweep;
}

UntilPrecise readUntilPrecise(const QJsonObject &object, std::optional<Problem> &problem)
{
    UntilPrecise rule;
    JsonFields fields(object, u"until_precise"_s, problem);
    if (const auto within = fields.number(u"within"_s, leastPrecision, mostPrecision))
        rule.within = *within;
    if (const auto least = fields.whole(u"least_repeats"_s, 2, mostRepeats))
        rule.leastRepeats = static_cast<int>(*least);
    takeSeconds(fields, u"time_limit_s"_s, rule.timeLimit.emplace());
    if (rule.timeLimit->count() == 0)
        rule.timeLimit.reset();
    fields.finish();
    return rule;
}

std::uint64_t readSeed(JsonFields &fields, std::uint64_t seed)
{
    const auto value = fields.value(u"seed"_s);
    if (!value)
        return seed;
    bool ok = false;
    if (value->isString()) {
        const QString text = value->toString();
        const bool digits = std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
        seed = text.toULongLong(&ok);
        ok = ok && digits;
    } else if (const auto number = wholeOf(*value); number && *number >= 0) {
        seed = static_cast<std::uint64_t>(*number);
        ok = true;
    }
    if (!ok)
        fields.fail(u"seed"_s, u"a whole number from 0 to 2^64 - 1 is expected (as text from 2^53 on); %1 was given"_s.arg(jsonKind(*value)));
    return seed;
}

bool readImported(JsonFields &fields)
{
    bool imported = false;
    takeFlag(fields, u"imported"_s, imported);
    return imported;
}

void readOrder(JsonFields &fields, Plan &plan)
{
    const auto text = fields.text(u"order"_s);
    if (!text)
        return;
    if (*text == trialOrderId(TrialOrder::Sequential))
        plan.order = TrialOrder::Sequential;
    else if (*text != trialOrderId(TrialOrder::Blocks))
        fields.fail(u"order"_s, u"\"blocks\" or \"sequential\" is expected; %1 was given"_s.arg(jsonKind(*text)));
}

void readHowToRun(JsonFields &fields, Plan &plan, std::optional<Problem> &problem)
{
    if (const auto load = fields.object(u"load"_s))
        plan.load = readLoad(*load, u"load"_s, plan.sweep.axis, problem);
    if (const auto rule = fields.object(u"until_precise"_s))
        plan.untilPrecise = readUntilPrecise(*rule, problem);
    readOrder(fields, plan);
    plan.seed = readSeed(fields, plan.seed);
}

void readMetric(JsonFields &fields, Plan &plan)
{
    if (const auto text = fields.text(u"primary_metric"_s)) {
        QStringList known;
        for (const Metric metric : allMetrics)
            known << metricId(metric);
        if (const auto metric = metricFromId(*text))
            plan.primaryMetric = *metric;
        else
            fields.fail(u"primary_metric"_s, u"one of %1 is expected; %2 was given"_s.arg(known.join(u", "_s), jsonKind(*text)));
    }
}

} // namespace

Result<Plan> planFromJson(const QJsonObject &object)
{
    std::optional<Problem> problem;
    JsonFields fields(object, QString(), problem);
    // First, so that a newer file is called newer and not full of unknown fields.
    const auto format = fields.value(u"format"_s);
    if (format) {
        const auto number = wholeOf(*format);
        if (number && *number > planFormat)
            return Problem{u"format"_s, u"%1 is of a newer program; this one reads up to %2"_s.arg(*number).arg(planFormat)};
        if (!number || *number < 1)
            return Problem{u"format"_s, u"the number %1 is expected; %2 was given"_s.arg(QString::number(planFormat), jsonKind(*format))};
    }
    Plan plan;
    plan.imported = readImported(fields);
    if (const auto sweep = fields.object(u"sweep"_s))
        plan.sweep = readSweep(*sweep, plan.imported ? unknownLevel : 1, problem);
    const auto targets = fields.array(u"targets"_s, mostTargets);
    for (qsizetype i = 0; targets && i < targets->size() && !problem; ++i)
        plan.targets.push_back(readTarget(targets->at(i), u"targets[%1]"_s.arg(i), plan.sweep.axis, plan.imported, problem));
    if (plan.targets.empty())
        fields.fail(u"targets"_s, u"none was given; a plan needs at least one target with a url"_s);
    if (const auto repeats = fields.whole(u"repeats"_s, 1, mostRepeats))
        plan.repeats = static_cast<int>(*repeats);
    readMetric(fields, plan);
    if (!plan.imported) // else nobody knows: given all the same, they are fields of no meaning
        readHowToRun(fields, plan, problem);
    fields.finish();
    if (problem)
        return *problem;
    nameTargets(plan);
    return plan;
}

} // namespace sweepbench
