// SPDX-License-Identifier: GPL-3.0-or-later
// vegeta report -type=json (tsenart/vegeta, lib/metrics.go). Times are nanoseconds; "rate" is what was sent, "throughput" what was answered.
#include "core/import/importedrun.h"
#include "core/import/jsonfigures.h"
#include "core/import/textlines.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isVegeta(const FileContent &content)
{
    return content.json.value(u"latencies"_s).isObject() && content.json.contains(u"status_codes"_s);
}

void takeVegetaTimes(ImportedFigures &figures, const JsonFigures &latencies)
{
    figures.minNs = latencies.number(u"min"_s);
    figures.meanNs = latencies.number(u"mean"_s);
    figures.maxNs = latencies.number(u"max"_s);
    constexpr std::pair<const char16_t *, double> quantiles[] = {{u"50th", 0.5}, {u"90th", 0.9}, {u"95th", 0.95}, {u"99th", 0.99}};
    for (const auto &[key, fraction] : quantiles)
        if (const auto ns = latencies.number(QString::fromUtf16(key)))
            figures.quantilesNs.emplace(fraction, *ns);
}

/// A status of "0" stands for requests without an answer.
std::optional<Problem> takeVegetaStatuses(ImportedRun &run, const JsonFigures &statuses)
{
    ImportedFigures &figures = run.figures();
    figures.answers = 0;
    for (const QString &key : statuses.object().keys()) {
        const qint64 count = statuses.count(key).value_or(0);
        if (const auto problem = key == u"0" ? countFailures(run, ErrorKind::Unspecified, count) : countAnswers(run, key, count))
            return Problem{u"status_codes"_s, problem->text};
    }
    figures.tellsRequests = figures.tellsErrors = true;
    return std::nullopt;
}

void takeVegetaRates(ImportedRun &run, const JsonFigures &report)
{
    ImportedFigures &figures = run.figures();
    const double sending = report.number(u"duration"_s).value_or(0);
    const double all = sending + report.number(u"wait"_s).value_or(0);
    if (const auto span = spanOf(all / 1e9))
        run.trial.duration = *span;
    if (sending <= 0) {
        run.notes << u"duration 0: the rate %1 in this report is a placeholder, not requests per second"_s.arg(report.number(u"rate"_s).value_or(0));
        return;
    }
    run.rate = report.number(u"rate"_s).value_or(0);
    figures.printedRps = report.number(u"throughput"_s);
    if (run.trial.requests > 0)
        figures.rps = figures.printedRps ? *figures.printedRps : static_cast<double>(run.trial.requests) * 1e9 / all;
}

Result<ImportedRuns> readVegeta(const FileContent &content)
{
    std::optional<Problem> problem;
    const JsonFigures report(content.json, QString(), problem);
    ImportedRun run = emptyRun(u"vegeta"_s);
    if (const auto wrong = takeVegetaStatuses(run, report.inner(u"status_codes"_s)))
        return *wrong;
    takeVegetaRates(run, report);
    if (run.trial.requests + run.trial.errors.total() > 0)
        takeVegetaTimes(run.figures(), report.inner(u"latencies"_s));
    run.figures().bodyBytes = report.inner(u"bytes_in"_s).count(u"total"_s);
    const auto start = QDateTime::fromString(report.text(u"earliest"_s), Qt::ISODateWithMs);
    if (start.isValid() && start.toMSecsSinceEpoch() > 0)
        run.trial.startedAt = start.toUTC();
    run.trial.errorDetail = cleaned(content.json.value(u"errors"_s).toArray().first().toString());
    if (problem)
        return *problem;
    if (run.trial.errors[ErrorKind::Unspecified] > 0)
        run.notes << u"vegeta’s times count requests without an answer too"_s;
    return ImportedRuns{std::move(run)};
}

} // namespace

const ResultReader vegetaReader{"vegeta JSON report", isVegeta, readVegeta};

} // namespace sweepbench
