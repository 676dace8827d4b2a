// SPDX-License-Identifier: GPL-3.0-or-later
// One row per trial, in the order really run; a cell is empty where there is no value.
#include "core/model/httpurl.h"
#include "core/session/csv.h"
#include "core/session/exportparts.h"
#include "core/session/importedjson.h"
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

Column real(const QString &name, std::function<std::optional<double>(const Trial &, const Plan &)> read)
{
    return {name, [read = std::move(read)](const Trial &trial, const Plan &plan) { return number(read(trial, plan)); }};
}

/// An exact extreme of a distribution.
Column extreme(const QString &name, Distribution Trial::*distribution, qint64 Distribution::*member)
{
    return {name, [distribution, member](const Trial &trial, const Plan &) {
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

/// Times of the answers, quantiles with the time-outs in the picture.
void addAnswerTimes(std::vector<Column> &columns, const QString &name, Distribution Trial::*times)
{
    const auto figure = [times](std::optional<double> AnswerTimes::*member) {
        return [times, member](const Trial &trial, const Plan &) { return answerTimes(trial, trial.*times).*member; };
    };
    columns.push_back(real(name + u"_min_ns"_s, figure(&AnswerTimes::min)));
    columns.push_back(real(name + u"_mean_ns"_s, figure(&AnswerTimes::mean)));
    columns.push_back(real(name + u"_stdev_ns"_s, figure(&AnswerTimes::stdev)));
    constexpr std::pair<const char16_t *, double> quantiles[] = {{u"_p50_ns", 0.5},  {u"_p75_ns", 0.75}, {u"_p90_ns", 0.9},
                                                                 {u"_p95_ns", 0.95}, {u"_p99_ns", 0.99}, {u"_p99_9_ns", 0.999}};
    for (const auto &[ending, q] : quantiles)
        columns.push_back(real(name + QString::fromUtf16(ending), [times, fraction = q](const Trial &trial, const Plan &) {
            return trialQuantile(trial, trial.*times, fraction).ns;
        }));
    columns.push_back(real(name + u"_max_ns"_s, figure(&AnswerTimes::max)));
}

/// Times of whatever had them.
void addTimes(std::vector<Column> &columns, const QString &name, Distribution Trial::*times)
{
    columns.push_back(extreme(name + u"_min_ns"_s, times, &Distribution::minNs));
    columns.push_back(real(name + u"_mean_ns"_s, [times](const Trial &trial, const Plan &) { return meanNs(trial.*times); }));
    for (const auto &[ending, q] : {std::pair{u"_p50_ns"_s, 0.5}, std::pair{u"_p99_ns"_s, 0.99}})
        columns.push_back(real(name + ending, [times, fraction = q](const Trial &trial, const Plan &) {
            return quantileNs(trial.*times, fraction);
        }));
    columns.push_back(extreme(name + u"_max_ns"_s, times, &Distribution::maxNs));
    columns.push_back({name + u"_count"_s, [times](const Trial &trial, const Plan &) { return QString::number((trial.*times).count); }});
}

void addLatency(std::vector<Column> &columns)
{
    columns.push_back(real(u"rps"_s, [](const Trial &trial, const Plan &) { return metricValue(trial, Metric::Rps); }));
    addAnswerTimes(columns, u"latency"_s, &Trial::latency);
    addAnswerTimes(columns, u"service"_s, &Trial::service); // of an open loop
    addTimes(columns, u"slip"_s, &Trial::slip);
    addTimes(columns, u"name"_s, &Trial::nameLookup);
    addTimes(columns, u"connect"_s, &Trial::connect);
    addTimes(columns, u"tls"_s, &Trial::tls);
    addTimes(columns, u"first_byte"_s, &Trial::firstByte);
    addTimes(columns, u"body"_s, &Trial::body);
}

std::vector<Column> trialTable()
{
    std::vector<Column> columns{
        text(u"target", [](const Trial &trial, const Plan &plan) { return targetName(plan, trial.target); }),
        text(u"url", [](const Trial &trial, const Plan &plan) { return urlOf(plan, trial.target); }),
        count(u"connections", &Trial::connections),
        {u"rate"_s, [](const Trial &trial, const Plan &) { return trial.rate > 0 ? QString::number(trial.rate) : QString(); }},
        text(u"transport", [](const Trial &trial, const Plan &) { return transportId(trial.transport); }),
        text(u"http", [](const Trial &trial, const Plan &) { return httpVersionId(trial.http); }),
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
    columns.push_back(count(u"connections_opened", &Trial::connectionsOpened));
    addLatency(columns);
    columns.push_back(real(u"client_user_s"_s, [](const Trial &trial, const Plan &) { return trial.clientUserS; }));
    columns.push_back(real(u"client_system_s"_s, [](const Trial &trial, const Plan &) { return trial.clientSystemS; }));
    const auto known = [](double Trial::*member) {
        return [member](const Trial &trial, const Plan &) { return trial.*member >= 0 ? std::optional(trial.*member) : std::nullopt; };
    };
    columns.push_back(real(u"client_busiest_thread"_s, known(&Trial::busiestThread)));
    columns.push_back(real(u"other_cpu_s"_s, known(&Trial::otherCpuS)));
    columns.push_back(real(u"load_average_before"_s, known(&Trial::loadBefore)));
    columns.push_back({u"busy_ns"_s, [](const Trial &trial, const Plan &) { return trial.busyNs >= 0 ? QString::number(trial.busyNs) : QString(); }});
    columns.push_back(count(u"threads", &Trial::threads));
    columns.push_back({u"unfit"_s, [](const Trial &trial, const Plan &) { return isUnfit(trial) ? u"1"_s : u"0"_s; }});
    columns.push_back(text(u"findings", [](const Trial &trial, const Plan &) { return findingsText(trial.findings); }));
    columns.push_back(text(u"address", [](const Trial &trial, const Plan &) { return trial.address; }));
    columns.push_back(text(u"imported_tool", [](const Trial &trial, const Plan &) { return trial.imported ? trial.imported->tool : QString(); }));
    columns.push_back(text(u"imported_file", [](const Trial &trial, const Plan &) { return trial.imported ? trial.imported->file : QString(); }));
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
            fields << (tellsField(*trial, column.name) ? column.text(*trial, session.plan) : QString());
        csv += csvRecord(fields);
    }
    return csv;
}

} // namespace sweepbench
