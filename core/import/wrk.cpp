// SPDX-License-Identifier: GPL-3.0-or-later
// wrk's and wrk2's report. Units as wrk's units.c has them: times switch at 0.85 of the next one, and "m" is a minute; k is 1000 of requests,
// 1024 of bytes. Scripts print between the lines of a run and between runs.
#include "core/import/importedrun.h"
#include "core/import/textlines.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

std::optional<double> wrkTimeNs(QByteArrayView text)
{
    const auto ns = quantityOf(text, {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}});
    return ns && *ns <= mostImportedNs ? ns : std::nullopt;
}

std::optional<double> wrkBytes(QByteArrayView text)
{
    constexpr double kib = 1024;
    const auto bytes = quantityOf(text, {{"B", 1}, {"KB", kib}, {"MB", kib * kib}, {"GB", kib * kib * kib}, {"TB", kib * kib * kib * kib}});
    return bytes && *bytes <= static_cast<double>(mostImportedCount) ? bytes : std::nullopt;
}

QList<QByteArray> wordsOf(QByteArrayView line)
{
    return line.toByteArray().simplified().split(' ');
}

/// One run while its lines come.
struct WrkRun
{
    ImportedRun run = emptyRun(u"wrk"_s);
    qint64 firstLine = 1;
    int distributions = 0; ///< wrk2 -U has a second one, without correction
    bool complete = false; ///< its "requests in" line was seen
    qint64 answers = 0;
    qint64 badStatus = 0;

    Problem problem(const TextLines &lines, const QString &expected) const
    {
        return lines.problem(u"%1 is expected; %2 was given"_s.arg(expected, shown(lines.trimmed())));
    }

    std::optional<Problem> take(const TextLines &lines);
    std::optional<Problem> takeTotals(const TextLines &lines);
    std::optional<Problem> takeConnections(const TextLines &lines);
    std::optional<Problem> takeErrors(const TextLines &lines);
    void takeLatency(const TextLines &lines);
    void takeWrkQuantile(const TextLines &lines);
    void finish();
};

/// "  4 threads and 128 connections".
std::optional<Problem> WrkRun::takeConnections(const TextLines &lines)
{
    const auto connections = countOfText(wordsOf(lines.trimmed()).value(3));
    if (!connections || *connections < 1 || *connections > highestLevel)
        return problem(lines, u"\"4 threads and 128 connections\", with 1 to %1 connections,"_s.arg(highestLevel));
    run.trial.connections = static_cast<int>(*connections);
    return std::nullopt;
}

/// "    Latency   612.34us    0.91ms  13.77ms   93.02%": mean, deviation, maximum. What is no time stays absent.
void WrkRun::takeLatency(const TextLines &lines)
{
    const QList<QByteArray> words = wordsOf(lines.trimmed());
    ImportedFigures &figures = run.figures();
    if (figures.meanNs)
        return;
    figures.meanNs = wrkTimeNs(words.value(1));
    figures.stdevNs = wrkTimeNs(words.value(2));
    figures.maxNs = wrkTimeNs(words.value(3));
}

/// "     99%    4.37ms", of wrk2 " 99.900%   12.11ms".
void WrkRun::takeWrkQuantile(const TextLines &lines)
{
    const QList<QByteArray> words = wordsOf(lines.trimmed());
    if (distributions != 1 || words.size() != 2 || !words[0].endsWith('%'))
        return;
    const auto percent = decimalOf(words[0].chopped(1));
    const auto ns = wrkTimeNs(words[1]);
    if (percent && ns && *percent > 0 && *percent <= 100)
        run.figures().quantilesNs.emplace(*percent / 100, *ns);
}

/// "  5784000 requests in 30.00s, 4.57GB read".
std::optional<Problem> WrkRun::takeTotals(const TextLines &lines)
{
    static const QRegularExpression pattern(uR"(^(\d+) requests in ([^ ,]+), ([^ ]+) read$)"_s);
    constexpr qsizetype longest = 200;
    const auto match = pattern.match(QString::fromUtf8(lines.trimmed().first(std::min(lines.trimmed().size(), longest))));
    const auto count = countOfText(match.captured(1).toUtf8());
    const auto time = wrkTimeNs(match.captured(2).toUtf8());
    const auto bytes = wrkBytes(match.captured(3).toUtf8());
    if (!match.hasMatch() || !count || !time || !bytes)
        return problem(lines, u"\"100 requests in 30.00s, 4.57GB read\""_s);
    answers = *count;
    if (const auto span = spanOf(*time / 1e9))
        run.trial.duration = *span;
    run.trial.bytesReceived = qRound64(*bytes);
    run.figures().tellsBytesReceived = true;
    complete = true;
    return std::nullopt;
}

/// "  Socket errors: connect 3, read 51207, write 160344, timeout 212".
std::optional<Problem> WrkRun::takeErrors(const TextLines &lines)
{
    static const QRegularExpression pattern(uR"(connect (\d+), read (\d+), write (\d+), timeout (\d+)$)"_s);
    constexpr qsizetype longest = 200;
    const auto match = pattern.match(QString::fromUtf8(lines.trimmed().first(std::min(lines.trimmed().size(), longest))));
    constexpr ErrorKind kinds[] = {ErrorKind::Connect, ErrorKind::ClosedEarly, ErrorKind::Reset, ErrorKind::Timeout};
    for (int i = 0; i < 4; ++i) {
        const auto count = match.hasMatch() ? countOfText(match.captured(i + 1).toUtf8()) : std::nullopt;
        if (!count)
            return problem(lines, u"\"Socket errors: connect 0, read 0, write 0, timeout 0\""_s);
        run.trial.errors[kinds[i]] = *count;
    }
    return std::nullopt;
}

std::optional<Problem> WrkRun::take(const TextLines &lines)
{
    const QByteArrayView line = lines.trimmed();
    ImportedFigures &figures = run.figures();
    if (line.startsWith("Thread calibration:") || line.contains("HdrHistogram"))
        figures.tool = u"wrk2"_s;
    if (line.startsWith("Latency Distribution"))
        ++distributions;
    else if (line.contains(" threads and ") && line.endsWith(" connections") && run.trial.connections == unknownLevel)
        return takeConnections(lines);
    else if (line.startsWith("Latency ") && !complete)
        takeLatency(lines);
    else if (line.contains(" requests in ") && line.endsWith(" read") && !complete)
        return takeTotals(lines);
    else if (line.startsWith("Socket errors:"))
        return takeErrors(lines);
    else if (const auto value = valueBehind(line, "Non-2xx or 3xx responses:")) {
        const auto count = countOfText(*value);
        if (!count)
            return problem(lines, u"a number of responses"_s);
        badStatus = *count;
    } else if (const auto rate = valueBehind(line, "Requests/sec:"); rate && !figures.printedRps) {
        figures.printedRps = decimalOf(*rate);
        if (!figures.printedRps && rate->contains("nan"))
            return std::nullopt; // of a run of no length
        if (!figures.printedRps)
            return problem(lines, u"a number of requests per second"_s);
    } else if (const auto bytes = valueBehind(line, "Transfer/sec:"); bytes && !figures.bytesPerS)
        figures.bytesPerS = wrkBytes(*bytes);
    else if (!complete)
        takeWrkQuantile(lines);
    return std::nullopt;
}

void WrkRun::finish()
{
    ImportedFigures &figures = run.figures();
    badStatus = std::min(badStatus, answers);
    run.trial.requests = answers - badStatus;
    run.trial.errors[ErrorKind::Status] = badStatus;
    figures.answers = answers;
    figures.tellsRequests = figures.tellsErrors = true;
    if (answers == 0) { // wrk prints 0.00us for what it does not know
        figures.meanNs = figures.stdevNs = figures.maxNs = figures.bytesPerS = std::nullopt;
        figures.quantilesNs.clear();
        return;
    }
    if (figures.printedRps)
        figures.rps = *figures.printedRps * static_cast<double>(run.trial.requests) / static_cast<double>(answers);
    if (badStatus == answers)
        run.notes << u"every response was an error status: its rate and times are those of refusals"_s;
    if (figures.quantilesNs.empty())
        run.notes << u"wrk ran without --latency, so there are no percentiles"_s;
    if (figures.tool == u"wrk2")
        run.notes << u"wrk2’s latencies count from when a request was due (corrected for coordinated omission)"_s;
    if (run.trial.errors[ErrorKind::Timeout] > 0)
        run.notes << u"wrk leaves requests that timed out out of its times"_s;
}

bool isWrk(const FileContent &content)
{
    TextLines lines(content.text);
    while (lines.next())
        if (lines.line().startsWith("Running ") && lines.line().contains(" test @ "))
            return true;
    return false;
}

Result<ImportedRuns> readWrk(const FileContent &content)
{
    ImportedRuns runs;
    std::optional<WrkRun> current;
    const auto close = [&]() -> std::optional<Problem> {
        if (current && !current->complete)
            return Problem{u"line %1"_s.arg(current->firstLine),
                           u"the run that begins here has no line \"… requests in …\"; was it interrupted?"_s};
        if (current) {
            current->finish();
            runs.push_back(std::move(current->run));
        }
        return std::nullopt;
    };
    TextLines lines(content.text);
    while (lines.next()) {
        const qsizetype at = lines.line().indexOf(" test @ ");
        if (lines.line().startsWith("Running ") && at > 0) {
            if (const auto problem = close())
                return *problem;
            current.emplace();
            current->firstLine = lines.number();
            current->run.url = cleanedUtf8(lines.line().sliced(at + 8));
        } else if (current) {
            if (const auto problem = current->take(lines))
                return *problem;
        }
    }
    if (const auto problem = close())
        return *problem;
    return runs;
}

} // namespace

const ResultReader wrkReader{"wrk text", isWrk, readWrk};

} // namespace sweepbench
