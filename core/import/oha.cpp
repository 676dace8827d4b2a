// SPDX-License-Identifier: GPL-3.0-or-later
// oha's JSON (hatoo/oha, src/printer.rs). Times are seconds; of newer versions "metrics" repeats some in milliseconds, which is ignored.
#include "core/import/importedrun.h"
#include "core/import/jsonfigures.h"
#include "core/import/textlines.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isOha(const FileContent &content)
{
    return content.json.value(u"summary"_s).isObject() && content.json.contains(u"latencyPercentiles"_s);
}

/// "p99.9" is 0.999; absent for other names.
std::optional<double> ohaFraction(const QString &name)
{
    const auto percent = name.startsWith(u'p') ? decimalOf(name.sliced(1).toUtf8()) : std::nullopt;
    return percent && *percent > 0 && *percent <= 100 ? std::optional(*percent / 100) : std::nullopt;
}

std::optional<Problem> takeOhaCounts(ImportedRun &run, const JsonFigures &report)
{
    Trial &trial = run.trial;
    ImportedFigures &figures = run.figures();
    figures.answers = 0;
    figures.tellsRequests = figures.tellsErrors = figures.tellsSent = true;
    const JsonFigures statuses = report.inner(u"statusCodeDistribution"_s);
    for (const QString &key : statuses.object().keys())
        if (const auto problem = countAnswers(run, key, statuses.count(key).value_or(0)))
            return Problem{u"statusCodeDistribution"_s, problem->text};
    const JsonFigures errors = report.inner(u"errorDistribution"_s);
    for (const QString &key : errors.object().keys()) {
        const qint64 count = errors.count(key).value_or(0);
        if (key.contains(u"aborted due to deadline"_s)) { // in flight when the time was up
            if (!addCount(trial.cancelled, count))
                return Problem{u"errorDistribution"_s, u"its counts are beyond all measure"_s};
            continue;
        }
        if (const auto problem = countFailures(run, errorKindOfText(key), count))
            return Problem{u"errorDistribution"_s, problem->text};
        if (trial.errorDetail.isEmpty() && count > 0)
            trial.errorDetail = cleaned(key);
    }
    return std::nullopt;
}

Result<ImportedRuns> readOha(const FileContent &content)
{
    std::optional<Problem> problem;
    const JsonFigures report(content.json, QString(), problem);
    const JsonFigures summary = report.inner(u"summary"_s);
    ImportedRun run = emptyRun(u"oha"_s);
    ImportedFigures &figures = run.figures();
    if (const auto wrong = takeOhaCounts(run, report))
        return *wrong;
    constexpr double second = 1e9;
    figures.minNs = summary.number(u"fastest"_s, second);
    figures.meanNs = summary.number(u"average"_s, second);
    figures.maxNs = summary.number(u"slowest"_s, second);
    const JsonFigures percentiles = report.inner(u"latencyPercentiles"_s);
    for (const QString &key : percentiles.object().keys())
        if (const auto fraction = ohaFraction(key))
            if (const auto ns = percentiles.number(key, second))
                figures.quantilesNs.emplace(*fraction, *ns);
    if (const auto span = summary.span(u"total"_s, 1))
        run.trial.duration = *span;
    figures.printedRps = summary.number(u"requestsPerSec"_s);
    const qint64 finished = run.trial.requests + run.trial.errors.total();
    if (figures.printedRps && run.trial.requests > 0)
        figures.rps = *figures.printedRps * static_cast<double>(run.trial.requests) / static_cast<double>(finished);
    figures.bodyBytes = summary.count(u"totalData"_s);
    figures.firstByteNs = report.inner(u"details"_s).inner(u"firstByte"_s).number(u"average"_s, second);
    if (problem)
        return *problem;
    if (run.trial.requests == 0)
        run.notes << u"no successful request"_s;
    if (run.trial.cancelled > 0)
        run.notes << u"oha may count the requests that its deadline aborted in its rate"_s;
    return ImportedRuns{std::move(run)};
}

} // namespace

const ResultReader ohaReader{"oha JSON", isOha, readOha};

} // namespace sweepbench
