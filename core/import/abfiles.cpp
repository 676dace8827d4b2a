// SPDX-License-Identifier: GPL-3.0-or-later
// ab -e (percentiles) and ab -g (one row per request, sorted by its time and not by its start).
#include "core/import/importedrun.h"
#include "core/import/samples.h"
#include "core/import/textlines.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr QByteArrayView percentileHeader = "Percentage served,Time in ms";
constexpr QByteArrayView gnuplotHeader = "starttime\tseconds\tctime\tdtime\tttime\twait";

bool isAbPercentiles(const FileContent &content)
{
    return content.text.startsWith(percentileHeader);
}

Result<ImportedRuns> readAbPercentiles(const FileContent &content)
{
    ImportedRun run = emptyRun(u"ab"_s);
    ImportedFigures &figures = run.figures();
    figures.resolutionNs = 1000;
    TextLines lines(content.text);
    lines.next();
    double previous = 0;
    while (lines.next()) {
        if (lines.trimmed().isEmpty())
            continue;
        const qsizetype comma = lines.line().indexOf(',');
        const auto percent = decimalOf(lines.line().first(std::max<qsizetype>(comma, 0)));
        const auto ms = decimalOf(lines.line().sliced(comma + 1));
        if (!percent || !ms || *percent > 100)
            return lines.problem(u"a percentage and milliseconds are expected, like 50,2.912; %1 was given"_s.arg(shown(lines.line())));
        const double ns = *ms * 1e6;
        if (ns < previous || ns > mostImportedNs)
            return lines.problem(u"%1 ms is %2"_s.arg(QString::fromUtf8(lines.line().sliced(comma + 1)),
                                                     ns < previous ? u"less than the line before has; they rise"_s : u"more than a year"_s));
        previous = ns;
        if (*percent == 0)
            figures.minNs = ns;
        else if (*percent == 100)
            figures.maxNs = ns;
        else
            figures.quantilesNs.emplace(*percent / 100, ns);
    }
    if (lines.number() < 2)
        return lines.problem(u"there is no line after the header"_s);
    run.notes << u"ab -e has percentiles and nothing else: no rate, no number of requests, no errors"_s;
    return ImportedRuns{std::move(run)};
}

bool isAbGnuplot(const FileContent &content)
{
    return content.text.startsWith(gnuplotHeader);
}

Result<ImportedRuns> readAbGnuplot(const FileContent &content)
{
    ImportedRun run = emptyRun(u"ab"_s);
    Samples samples;
    TextLines lines(content.text);
    lines.next();
    while (lines.next()) {
        if (lines.trimmed().isEmpty())
            continue;
        if (!lines.terminated()) { // ab ends every line: this one was cut, maybe within a number
            run.notes << u"the last line is incomplete and left out"_s;
            break;
        }
        const QList<QByteArray> fields = lines.line().toByteArray().split('\t');
        const auto second = countOfText(fields.value(1));
        const auto total = countOfText(fields.value(4));
        const auto wait = countOfText(fields.value(5));
        constexpr qint64 lastSecond = 9'000'000'000; // of the year 2255
        if (fields.size() != 6 || !second || *second > lastSecond || !total || !wait || static_cast<double>(*total) * 1e6 > mostImportedNs)
            return lines.problem(u"six fields with tabs between are expected (%1); %2 was given"_s.arg(
                QString::fromUtf8(gnuplotHeader).replace(u'\t', u' '), shown(lines.line())));
        constexpr qint64 msNs = 1'000'000;
        samples.add({*total * msNs, std::min(*wait, *total) * msNs, *second * 1'000'000'000, 0});
    }
    run.figures().resolutionNs = 1'000'000;
    run.figures().tellsRequests = true;
    run.notes << u"ab -g has neither status codes nor errors nor the run’s length: its rows are taken for good answers, and there is no rate. Over "
                 "time they are counted in the second in which they began"_s;
    constexpr qint64 secondNs = 1'000'000'000;
    samples.into(run, secondNs);
    if (const auto first = samples.firstStartNs())
        run.trial.startedAt = QDateTime::fromSecsSinceEpoch(*first / secondNs, Qt::UTC);
    return ImportedRuns{std::move(run)};
}

} // namespace

const ResultReader abPercentileReader{"ab -e", isAbPercentiles, readAbPercentiles};
const ResultReader abGnuplotReader{"ab -g", isAbGnuplot, readAbGnuplot};

} // namespace sweepbench
