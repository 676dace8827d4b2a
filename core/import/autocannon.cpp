// SPDX-License-Identifier: GPL-3.0-or-later
// autocannon -j. Times are whole milliseconds. requests.average is the mean of samples per second, not the rate; counts may be texts.
#include "core/import/importedrun.h"
#include "core/import/jsonfigures.h"
#include "core/import/textlines.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isAutocannon(const FileContent &content)
{
    return content.json.value(u"requests"_s).isObject() && content.json.value(u"latency"_s).isObject();
}

/// "p97_5" is 0.975; absent for other names.
std::optional<double> autocannonFraction(const QString &name)
{
    const QString number = name.startsWith(u'p') ? name.sliced(1).replace(u'_', u'.') : QString();
    const auto percent = decimalOf(number.toUtf8());
    return percent && *percent > 0 && *percent <= 100 ? std::optional(*percent / 100) : std::nullopt;
}

void takeAutocannonTimes(ImportedFigures &figures, const JsonFigures &latency)
{
    constexpr double ms = 1e6;
    figures.minNs = latency.number(u"min"_s, ms);
    figures.meanNs = latency.number(u"average"_s, ms);
    figures.stdevNs = latency.number(u"stddev"_s, ms);
    figures.maxNs = latency.number(u"max"_s, ms);
    for (const QString &key : latency.object().keys())
        if (const auto fraction = autocannonFraction(key))
            if (const auto ns = latency.number(key, ms))
                figures.quantilesNs.emplace(*fraction, *ns);
}

void takeAutocannonStatuses(Trial &trial, const JsonFigures &statuses, qint64 total)
{
    qint64 sum = 0;
    for (const QString &key : statuses.object().keys()) {
        const auto code = countOfText(key.toUtf8());
        const qint64 count = statuses.inner(key).count(u"count"_s).value_or(0);
        if (!code || *code < 100 || *code > 999 || (sum += count) > total) { // not what it seems to be
            trial.status.clear();
            return;
        }
        trial.status[static_cast<int>(*code)] = count;
    }
}

void takeAutocannonCounts(ImportedRun &run, const JsonFigures &report, qint64 total)
{
    Trial &trial = run.trial;
    ImportedFigures &figures = run.figures();
    const bool byClass = report.has(u"4xx"_s) && report.has(u"5xx"_s);
    const qint64 bad = byClass ? report.count(u"4xx"_s).value_or(0) + report.count(u"5xx"_s).value_or(0) : report.count(u"non2xx"_s).value_or(0);
    const qint64 mismatched = report.count(u"mismatches"_s).value_or(0);
    trial.errors[ErrorKind::Status] = std::min(bad, total);
    trial.errors[ErrorKind::Expectation] = std::min(mismatched, total - trial.errors[ErrorKind::Status]);
    trial.requests = total - trial.errors[ErrorKind::Status] - trial.errors[ErrorKind::Expectation];
    const qint64 errors = report.count(u"errors"_s).value_or(0); // with the time-outs
    trial.errors[ErrorKind::Timeout] = std::min(report.count(u"timeouts"_s).value_or(0), errors);
    trial.errors[ErrorKind::Unspecified] = errors - trial.errors[ErrorKind::Timeout];
    figures.answers = total;
    figures.tellsRequests = figures.tellsErrors = true;
    if (const auto sent = report.inner(u"requests"_s).count(u"sent"_s)) {
        trial.cancelled = std::max<qint64>(0, *sent - total - errors);
        figures.tellsSent = true;
    }
    takeAutocannonStatuses(trial, report.inner(u"statusCodeStats"_s), total);
}

void takeAutocannonRates(ImportedRun &run, const JsonFigures &report)
{
    Trial &trial = run.trial;
    ImportedFigures &figures = run.figures();
    const auto span = report.span(u"duration"_s, 1);
    if (span)
        trial.duration = *span;
    if (span && trial.requests > 0)
        figures.rps = static_cast<double>(trial.requests) * 1e9 / static_cast<double>(span->count());
    if (const auto bytes = report.inner(u"throughput"_s).count(u"total"_s)) {
        trial.bytesReceived = *bytes;
        figures.tellsBytesReceived = true;
        if (span)
            figures.bytesPerS = static_cast<double>(*bytes) * 1e9 / static_cast<double>(span->count());
    }
}

Result<ImportedRuns> readAutocannon(const FileContent &content)
{
    std::optional<Problem> problem;
    const JsonFigures report(content.json, QString(), problem);
    const auto total = report.inner(u"requests"_s).count(u"total"_s);
    if (!total && !problem)
        return Problem{u"requests.total"_s, u"missing; a number of requests is expected"_s};
    ImportedRun run = emptyRun(u"autocannon"_s);
    run.url = report.text(u"url"_s);
    run.title = report.text(u"title"_s);
    run.figures().resolutionNs = 1'000'000;
    takeAutocannonCounts(run, report, total.value_or(0));
    takeAutocannonRates(run, report);
    if (total.value_or(0) > 0)
        takeAutocannonTimes(run.figures(), report.inner(u"latency"_s));
    const auto connections = report.count(u"connections"_s);
    if (connections && (*connections < 1 || *connections > highestLevel))
        return Problem{u"connections"_s, u"%1 is not from 1 to %2"_s.arg(*connections).arg(highestLevel)};
    run.trial.connections = static_cast<int>(connections.value_or(unknownLevel));
    const auto start = QDateTime::fromString(report.text(u"start"_s), Qt::ISODateWithMs);
    if (start.isValid() && start.toMSecsSinceEpoch() > 0)
        run.trial.startedAt = start.toUTC();
    if (const auto pipelining = report.count(u"pipelining"_s); pipelining && *pipelining > 1)
        run.notes << u"%1 requests were in flight on each connection (pipelining)"_s.arg(*pipelining);
    if (problem)
        return *problem;
    return ImportedRuns{std::move(run)};
}

} // namespace

const ResultReader autocannonReader{"autocannon JSON", isAutocannon, readAutocannon};

} // namespace sweepbench
