// SPDX-License-Identifier: GPL-3.0-or-later
// k6's summary: of --summary-export (figures beside each other), or of handleSummary() (one level deeper, in "values"). Times are milliseconds;
// which statistics of a trend there are is the script's choice (summaryTrendStats).
#include "core/import/importedrun.h"
#include "core/import/jsonfigures.h"
#include "core/import/textlines.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double k6Ms = 1e6;

bool isK6(const FileContent &content)
{
    return content.json.value(u"metrics"_s).isObject() && !content.json.contains(u"latencyPercentiles"_s);
}

JsonFigures k6Metric(const JsonFigures &metrics, const QString &name)
{
    const JsonFigures metric = metrics.inner(name);
    return metric.has(u"values"_s) ? metric.inner(u"values"_s) : metric;
}

/// "p(99.9)" is 0.999, "med" is 0.5; absent for other names.
std::optional<double> k6Fraction(const QString &name)
{
    if (name == u"med")
        return 0.5;
    if (!name.startsWith(u"p("_s) || !name.endsWith(u')'))
        return std::nullopt;
    const auto percent = decimalOf(name.sliced(2).chopped(1).toUtf8());
    return percent && *percent > 0 && *percent <= 100 ? std::optional(*percent / 100) : std::nullopt;
}

void takeK6Times(ImportedFigures &figures, const JsonFigures &metrics)
{
    const JsonFigures duration = k6Metric(metrics, u"http_req_duration"_s);
    figures.minNs = duration.number(u"min"_s, k6Ms);
    figures.meanNs = duration.number(u"avg"_s, k6Ms);
    figures.maxNs = duration.number(u"max"_s, k6Ms);
    for (const QString &key : duration.object().keys())
        if (const auto fraction = k6Fraction(key))
            if (const auto ns = duration.number(key, k6Ms))
                figures.quantilesNs.emplace(*fraction, *ns);
    figures.firstByteNs = k6Metric(metrics, u"http_req_waiting"_s).number(u"avg"_s, k6Ms);
}

void takeK6Counts(ImportedRun &run, const JsonFigures &metrics, qint64 count)
{
    ImportedFigures &figures = run.figures();
    Trial &trial = run.trial;
    const JsonFigures failures = k6Metric(metrics, u"http_req_failed"_s);
    const auto failed = failures.count(u"passes"_s); // of a rate "did it fail": passes are the failures
    trial.errors[ErrorKind::Unspecified] = std::min(failed.value_or(0), count);
    trial.requests = count - trial.errors[ErrorKind::Unspecified];
    figures.tellsRequests = true;
    figures.tellsErrors = failed.has_value();
    if (!failed)
        run.notes << u"this k6 summary does not say how many requests failed: all are taken for good answers"_s;
    else if (*failed > 0)
        run.notes << u"k6 does not say how its failed requests failed"_s;
    figures.printedRps = k6Metric(metrics, u"http_reqs"_s).number(u"rate"_s);
    if (figures.printedRps && count > 0)
        figures.rps = *figures.printedRps * static_cast<double>(trial.requests) / static_cast<double>(count);
    const JsonFigures received = k6Metric(metrics, u"data_received"_s);
    if (const auto bytes = received.count(u"count"_s)) {
        trial.bytesReceived = *bytes;
        figures.tellsBytesReceived = true;
    }
    figures.bytesPerS = received.number(u"rate"_s);
    if (const auto bytes = k6Metric(metrics, u"data_sent"_s).count(u"count"_s)) {
        trial.bytesSent = *bytes;
        figures.tellsBytesSent = true;
    }
}

Result<ImportedRuns> readK6(const FileContent &content)
{
    std::optional<Problem> problem;
    const JsonFigures report(content.json, QString(), problem);
    const JsonFigures metrics = report.inner(u"metrics"_s);
    const auto count = k6Metric(metrics, u"http_reqs"_s).count(u"count"_s);
    if (!problem && (!count || !metrics.has(u"http_req_duration"_s)))
        return Problem{u"metrics"_s, u"no http_reqs / http_req_duration in this k6 summary: the script sent no HTTP request, or its summary leaves "
                                     "them out"_s};
    ImportedRun run = emptyRun(u"k6"_s);
    takeK6Counts(run, metrics, count.value_or(0));
    if (count.value_or(0) > 0)
        takeK6Times(run.figures(), metrics);
    if (const auto span = report.inner(u"state"_s).span(u"testRunDurationMs"_s, 1e-3))
        run.trial.duration = *span;
    if (const auto users = k6Metric(metrics, u"vus"_s).count(u"max"_s); users && *users >= 1 && *users <= highestLevel) {
        run.trial.connections = static_cast<int>(*users);
        run.notes << u"k6’s most virtual users at once stand for connections"_s;
    }
    if (problem)
        return *problem;
    return ImportedRuns{std::move(run)};
}

} // namespace

const ResultReader k6Reader{"k6 summary", isK6, readK6};

} // namespace sweepbench
