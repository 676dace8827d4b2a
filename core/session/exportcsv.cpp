// SPDX-License-Identifier: GPL-3.0-or-later
// One row per trial, in the order really run; a cell is empty where there is no value.
#include "core/model/httpurl.h"
#include "core/session/csv.h"
#include "core/session/exportparts.h"
#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "core/stats/trialfigure.h"

#include <cmath>
#include <functional>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct Column
{
    QString name;
    std::function<QString(const Trial &, const Plan &)> text;
};

QString number(std::optional<double> value)
{
    return value && std::isfinite(*value) ? exactNumber(*value) : QString();
}

QString urlOf(const Plan &plan, int target)
{
    if (target < 0 || static_cast<std::size_t>(target) >= plan.targets.size())
        return QString();
    return urlWithoutPassword(plan.targets[static_cast<std::size_t>(target)].url);
}

/// "200=995;404=5"
QString statusText(const std::map<int, qint64> &status)
{
    QStringList parts;
    for (const auto &[code, count] : status)
        parts << u"%1=%2"_s.arg(code).arg(count);
    return parts.join(u';');
}

QString findingsText(const std::vector<Finding> &findings)
{
    QStringList parts;
    for (const Finding &finding : findings)
        parts << u"%1 (%2): %3"_s.arg(finding.kind, severityId(finding.severity), finding.text);
    return parts.join(u"; "_s);
}

template<typename T>
Column count(const char16_t *name, T Trial::*member)
{
    return {QString::fromUtf16(name), [member](const Trial &trial, const Plan &) { return QString::number(trial.*member); }};
}

Column text(const char16_t *name, std::function<QString(const Trial &, const Plan &)> read)
{
    return {QString::fromUtf16(name), [read = std::move(read)](const Trial &trial, const Plan &plan) {
                return csvNeutralised(read(trial, plan));
            }};
}

Column real(const char16_t *name, std::function<std::optional<double>(const Trial &, const Plan &)> read)
{
    return {QString::fromUtf16(name), [read = std::move(read)](const Trial &trial, const Plan &plan) { return number(read(trial, plan)); }};
}

/// An exact extreme of a distribution.
Column extreme(const char16_t *name, Distribution Trial::*distribution, qint64 Distribution::*member)
{
    return {QString::fromUtf16(name), [distribution, member](const Trial &trial, const Plan &) {
                const Distribution &of = trial.*distribution;
                return of.count > 0 ? QString::number(of.*member) : QString();
            }};
}

void addErrors(std::vector<Column> &columns)
{
    columns.push_back({u"errors"_s, [](const Trial &trial, const Plan &) { return QString::number(trial.errors.total()); }});
    for (int i = 0; i < errorKindCount; ++i) {
        const auto kind = static_cast<ErrorKind>(i);
        columns.push_back({u"errors_"_s + errorKindId(kind),
                           [kind](const Trial &trial, const Plan &) { return QString::number(trial.errors[kind]); }});
    }
}

void addLatency(std::vector<Column> &columns)
{
    columns.push_back(real(u"rps", [](const Trial &trial, const Plan &) { return metricValue(trial, Metric::Rps); }));
    columns.push_back(extreme(u"latency_min_ns", &Trial::latency, &Distribution::minNs));
    columns.push_back(real(u"latency_mean_ns", [](const Trial &trial, const Plan &) { return meanNs(trial.latency); }));
    columns.push_back(real(u"latency_stdev_ns", [](const Trial &trial, const Plan &) { return stdevNs(trial.latency); }));
    constexpr std::pair<const char16_t *, double> quantiles[] = {{u"latency_p50_ns", 0.5},  {u"latency_p75_ns", 0.75},
                                                                 {u"latency_p90_ns", 0.9},  {u"latency_p95_ns", 0.95},
                                                                 {u"latency_p99_ns", 0.99}, {u"latency_p99_9_ns", 0.999}};
    for (const auto &[name, q] : quantiles)
        columns.push_back(real(name, [fraction = q](const Trial &trial, const Plan &) { return trialQuantile(trial, fraction).ns; }));
    columns.push_back(extreme(u"latency_max_ns", &Trial::latency, &Distribution::maxNs));
    columns.push_back(extreme(u"connect_min_ns", &Trial::connect, &Distribution::minNs));
    columns.push_back(real(u"connect_mean_ns", [](const Trial &trial, const Plan &) { return meanNs(trial.connect); }));
    columns.push_back(extreme(u"connect_max_ns", &Trial::connect, &Distribution::maxNs));
    columns.push_back({u"connect_count"_s, [](const Trial &trial, const Plan &) { return QString::number(trial.connect.count); }});
}

std::vector<Column> trialTable()
{
    std::vector<Column> columns{
        text(u"target", [](const Trial &trial, const Plan &plan) { return targetName(plan, trial.target); }),
        text(u"url", [](const Trial &trial, const Plan &plan) { return urlOf(plan, trial.target); }),
        count(u"connections", &Trial::connections),
        text(u"transport", [](const Trial &trial, const Plan &) { return transportId(trial.transport); }),
        count(u"repeat", &Trial::repeat),
        count(u"order", &Trial::order),
        text(u"started_at", [](const Trial &trial, const Plan &) { return timeText(trial.startedAt); }),
        {u"duration_ns"_s, [](const Trial &trial, const Plan &) { return QString::number(trial.duration.count()); }},
        count(u"sent", &Trial::sent),
        count(u"requests", &Trial::requests),
    };
    addErrors(columns);
    columns.push_back(count(u"cancelled", &Trial::cancelled));
    columns.push_back(count(u"not_sent", &Trial::notSent));
    columns.push_back(count(u"reconnects", &Trial::reconnects));
    columns.push_back(text(u"status", [](const Trial &trial, const Plan &) { return statusText(trial.status); }));
    columns.push_back(count(u"bytes_received", &Trial::bytesReceived));
    columns.push_back(count(u"bytes_sent", &Trial::bytesSent));
    addLatency(columns);
    columns.push_back(real(u"client_user_s", [](const Trial &trial, const Plan &) { return trial.clientUserS; }));
    columns.push_back(real(u"client_system_s", [](const Trial &trial, const Plan &) { return trial.clientSystemS; }));
    columns.push_back(count(u"threads", &Trial::threads));
    columns.push_back({u"unfit"_s, [](const Trial &trial, const Plan &) { return isUnfit(trial) ? u"1"_s : u"0"_s; }});
    columns.push_back(text(u"findings", [](const Trial &trial, const Plan &) { return findingsText(trial.findings); }));
    columns.push_back(text(u"address", [](const Trial &trial, const Plan &) { return trial.address; }));
    columns.push_back(text(u"error_detail", [](const Trial &trial, const Plan &) { return trial.errorDetail; }));
    return columns;
}

} // namespace

QByteArray sessionToCsv(const Session &session)
{
    const std::vector<Column> columns = trialTable();
    QStringList names;
    for (const Column &column : columns)
        names << column.name;
    QByteArray csv = csvRecord(names);
    for (const TrialPtr &trial : session.trials) {
        QStringList fields;
        for (const Column &column : columns)
            fields << column.text(*trial, session.plan);
        csv += csvRecord(fields);
    }
    return csv;
}

} // namespace sweepbench
