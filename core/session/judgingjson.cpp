// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/judgingjson.h"

#include "core/session/jsonobject.h"
#include "core/session/planread.h"
#include "core/session/sessioncheck.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qsizetype mostLooks = 1000;

Look readLook(const QJsonValue &value, const QString &path, std::optional<Problem> &problem)
{
    constexpr qint64 year10000 = 253'402'300'800'000;
    Look look;
    JsonFields fields(value.toObject(), path, problem);
    look.repeats = static_cast<int>(fields.whole(u"repeats"_s, 0, mostTrials).value_or(0));
    if (const auto at = fields.whole(u"at_ms"_s, 0, year10000 - 1))
        look.at = QDateTime::fromMSecsSinceEpoch(*at, Qt::UTC);
    fields.finish();
    return look;
}

} // namespace

QJsonObject judgingToJson(const Judging &judging)
{
    QJsonObject object{{u"baseline"_s, judging.baseline}, {u"leave_out_outliers"_s, judging.leaveOutOutliers}};
    QJsonArray looks;
    for (const Look &look : judging.looks) {
        QJsonObject entry{{u"repeats"_s, look.repeats}};
        if (look.at.isValid())
            entry.insert(u"at_ms"_s, look.at.toMSecsSinceEpoch());
        looks.append(entry);
    }
    if (!looks.isEmpty())
        object.insert(u"looks"_s, looks);
    if (judging.stoppedBy)
        object.insert(u"stopped_by"_s, stopReasonId(*judging.stoppedBy));
    return object;
}

Result<Judging> judgingFromJson(const QJsonObject &object)
{
    Judging judging;
    std::optional<Problem> problem;
    JsonFields fields(object, QString(), problem);
    judging.baseline = static_cast<int>(fields.whole(u"baseline"_s, 0, mostTrials).value_or(0));
    takeFlag(fields, u"leave_out_outliers"_s, judging.leaveOutOutliers);
    if (const auto looks = fields.array(u"looks"_s, mostLooks))
        for (qsizetype i = 0; i < looks->size() && !problem; ++i)
            judging.looks.push_back(readLook(looks->at(i), u"looks[%1]"_s.arg(i), problem));
    StopReason stoppedBy{};
    if (fields.value(u"stopped_by"_s)) {
        takeNamed(fields, u"stopped_by"_s, u"\"repeats\", \"precise\" or \"time_limit\""_s, stopReasonFromId, stoppedBy);
        judging.stoppedBy = stoppedBy;
    }
    fields.finish();
    if (problem)
        return *problem;
    return judging;
}

} // namespace sweepbench
