// SPDX-License-Identifier: GPL-3.0-or-later
// hey -o csv (one row per answered request, seconds with four decimals) and hey's summary.
#include "core/import/importedrun.h"
#include "core/import/samples.h"
#include "core/import/textlines.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr QByteArrayView heyHeader = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read";
constexpr qint64 heyResolutionNs = 100'000;
constexpr std::size_t heyMostRows = 1'000'000;

bool isHeyCsv(const FileContent &content)
{
    return content.text.startsWith(heyHeader);
}

/// Whole tenths of a millisecond, as hey means them.
std::optional<qint64> heyTimeNs(QByteArrayView text)
{
    const auto seconds = decimalOf(text);
    if (!seconds || *seconds * 1e9 > mostImportedNs)
        return std::nullopt;
    return qRound64(*seconds * 1e9);
}

std::optional<ImportedSample> heySample(const QList<QByteArray> &fields, qsizetype columns)
{
    const auto time = heyTimeNs(fields.value(0));
    const auto delay = heyTimeNs(fields.value(4));
    if (fields.size() != columns || !time || !delay)
        return std::nullopt;
    ImportedSample sample{*time, *delay, -1, 0};
    if (columns == 6) // before September 2018
        return sample;
    const auto status = countOfText(fields.value(6));
    const auto offset = heyTimeNs(fields.value(7));
    if (!status || *status < 100 || *status > 999 || !offset)
        return std::nullopt;
    sample.status = static_cast<int>(*status);
    sample.startNs = *offset;
    return sample;
}

Result<ImportedRuns> readHeyCsv(const FileContent &content)
{
    ImportedRun run = emptyRun(u"hey"_s);
    Samples samples;
    TextLines lines(content.text);
    lines.next();
    const qsizetype columns = lines.line().count(',') + 1;
    if (columns != 6 && columns != 8)
        return lines.problem(u"6 or 8 columns are expected; %1 are there"_s.arg(columns));
    while (lines.next()) {
        if (lines.trimmed().isEmpty())
            continue;
        const QList<QByteArray> fields = lines.line().toByteArray().split(',');
        const auto sample = heySample(fields, columns);
        if (!sample && !lines.terminated() && fields.size() < columns) {
            run.notes << u"the last line is incomplete and left out"_s;
            break;
        }
        if (!sample)
            return lines.problem(u"%1 columns are expected: seconds%2; %3 was given"_s.arg(columns).arg(
                columns == 8 ? u", in the seventh a status code"_s : QString(), shown(lines.line())));
        samples.add(*sample);
    }
    run.figures().resolutionNs = heyResolutionNs;
    run.figures().tellsRequests = true;
    constexpr qint64 stepNs = 100'000'000;
    samples.into(run, stepNs);
    if (samples.count() == 0)
        run.notes << u"there are no rows: hey writes none for failed requests"_s;
    else
        run.notes << u"hey leaves failed requests out of its CSV, so neither their number nor the run’s rate is known"_s;
    if (samples.count() == heyMostRows)
        run.notes << u"hey keeps the first million requests: there may have been more"_s;
    if (columns == 6)
        run.notes << u"this old hey writes no status codes: its rows are taken for good answers"_s;
    return ImportedRuns{std::move(run)};
}

bool isHeySummary(const FileContent &content)
{
    return content.text.contains("Summary:") && content.text.contains("Requests/sec:") && content.text.contains("Slowest:");
}

/// A line of the summary that begins with a name and ends in seconds: "  Slowest:\t0.0038 secs".
std::optional<double> secondsBehind(QByteArrayView line, QByteArrayView name)
{
    const auto value = valueBehind(line, name);
    if (!value || !value->endsWith(" secs"))
        return std::nullopt;
    const auto seconds = decimalOf(value->chopped(5).trimmed());
    return seconds && *seconds * 1e9 <= mostImportedNs ? seconds : std::nullopt;
}

struct HeySummary
{
    ImportedRun run = emptyRun(u"hey"_s);
    bool hasFailed = false;

    void takeTimes(QByteArrayView line)
    {
        ImportedFigures &figures = run.figures();
        const std::pair<QByteArrayView, std::optional<double> ImportedFigures::*> times[] = {
            {"Slowest:", &ImportedFigures::maxNs}, {"Fastest:", &ImportedFigures::minNs}, {"Average:", &ImportedFigures::meanNs}};
        for (const auto &[name, member] : times)
            if (const auto seconds = secondsBehind(line, name))
                figures.*member = *seconds * 1e9;
        if (const auto seconds = secondsBehind(line, "Total:"))
            if (const auto span = spanOf(*seconds))
                run.trial.duration = *span;
        if (const auto rate = valueBehind(line, "Requests/sec:"))
            figures.printedRps = decimalOf(*rate);
        if (const auto bytes = valueBehind(line, "Total data:"); bytes && bytes->endsWith(" bytes"))
            figures.bodyBytes = countOfText(bytes->chopped(6));
        if (const auto wait = valueBehind(line, "resp wait:"))
            if (const auto seconds = decimalOf(wait->first(std::max<qsizetype>(0, wait->indexOf(' ')))))
                figures.firstByteNs = *seconds * 1e9;
    }

    /// "  50% in 0.0007 secs", in real reports "50%% in"; hey fills up with "0% in 0.0000 secs" where it has too few answers.
    void takeHeyQuantile(const QString &line)
    {
        static const QRegularExpression pattern(uR"(^\s*(\d{1,2})%{1,2} in (\d+\.\d+) secs$)"_s);
        const auto match = pattern.match(line);
        const double percent = match.captured(1).toDouble();
        const double ns = match.captured(2).toDouble() * 1e9;
        if (match.hasMatch() && percent > 0 && ns <= mostImportedNs)
            run.figures().quantilesNs.emplace(percent / 100, ns);
    }

    /// "  [200]\t5 responses", "  [2]\tGet "http://…": dial tcp …: connection refused".
    std::optional<Problem> takeDistribution(const TextLines &lines)
    {
        static const QRegularExpression pattern(uR"(^\[(\d{1,15})\]\s+(.*)$)"_s);
        const auto match = pattern.match(QString::fromUtf8(lines.trimmed()));
        if (!match.hasMatch())
            return std::nullopt;
        const qint64 number = match.captured(1).toLongLong();
        static const QRegularExpression responses(uR"(^(\d{1,15}) responses$)"_s);
        if (const auto answered = responses.match(match.captured(2)); answered.hasMatch()) {
            const auto wrong = countAnswers(run, match.captured(1), answered.captured(1).toLongLong());
            return wrong ? std::optional(lines.problem(wrong->text)) : std::nullopt;
        }
        if (const auto wrong = countFailures(run, errorKindOfText(match.captured(2)), number))
            return lines.problem(wrong->text);
        hasFailed = true;
        if (run.trial.errorDetail.isEmpty())
            run.trial.errorDetail = cleaned(match.captured(2));
        return std::nullopt;
    }

    void finish()
    {
        Trial &trial = run.trial;
        ImportedFigures &figures = run.figures();
        const qint64 answers = figures.answers.value_or(0);
        figures.answers = answers;
        figures.tellsRequests = figures.tellsErrors = true;
        figures.resolutionNs = heyResolutionNs;
        if (answers == 0) {
            figures.minNs = figures.meanNs = figures.maxNs = figures.firstByteNs = std::nullopt;
            figures.quantilesNs.clear();
            run.notes << u"no request was answered"_s;
        } else if (trial.duration.count() > 0) {
            figures.rps = static_cast<double>(trial.requests) * 1e9 / static_cast<double>(trial.duration.count());
        }
        // More precise than what the printed length gives, where every request was a good answer.
        if (figures.printedRps && answers > 0 && trial.requests == answers && !hasFailed)
            figures.rps = figures.printedRps;
        run.notes << u"hey’s summary has times to 0.1 ms; “hey -o csv” has every request"_s;
    }
};

Result<ImportedRuns> readHeySummary(const FileContent &content)
{
    HeySummary summary;
    TextLines lines(content.text);
    int summaries = 0;
    while (lines.next()) {
        constexpr qsizetype longest = 4000;
        if (lines.trimmed() == "Summary:" && ++summaries > 1)
            return lines.problem(u"a second summary begins here; put each run into a file of its own"_s);
        if (lines.line().size() > longest)
            continue;
        summary.takeTimes(lines.trimmed());
        summary.takeHeyQuantile(QString::fromUtf8(lines.line()));
        if (const auto problem = summary.takeDistribution(lines))
            return *problem;
    }
    if (!summary.run.figures().printedRps)
        return Problem{u"Requests/sec"_s, u"a number is expected"_s};
    summary.finish();
    return ImportedRuns{std::move(summary.run)};
}

} // namespace

const ResultReader heyCsvReader{"hey CSV", isHeyCsv, readHeyCsv};
const ResultReader heySummaryReader{"hey summary", isHeySummary, readHeySummary};

} // namespace sweepbench
