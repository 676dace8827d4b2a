// SPDX-License-Identifier: GPL-3.0-or-later
// ab's report (httpd, support/ab.c: output_results()). Times are whole milliseconds.
#include "core/import/importedrun.h"
#include "core/import/textlines.h"
#include "core/model/format.h"

#include <QRegularExpression>

#include <map>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr QByteArrayView abBanner = "This is ApacheBench";
constexpr double abMs = 1e6;

/// The lines "Name: value" of one run, and its two tables.
struct AbReport
{
    std::map<QByteArray, QByteArray> values;
    std::map<QByteArray, std::vector<double>> rows; ///< of "Connection Times", in ns
    std::map<double, double> quantiles;             ///< in ns
    std::optional<qint64> stoppedAfter;
    std::optional<qint64> failures[4]; ///< connect, receive, length, exceptions
    bool hasTls = false;
    qint64 firstLine = 1;

    QByteArray value(QByteArrayView name) const
    {
        const auto found = values.find(name.toByteArray());
        return found == values.end() ? QByteArray() : found->second;
    }
    bool has(QByteArrayView name) const { return values.contains(name.toByteArray()); }
};

QByteArray firstWord(const QByteArray &text)
{
    return text.left(text.indexOf(' ') < 0 ? text.size() : text.indexOf(' '));
}

/// "Total:         2   12   4.1     11      48": min, mean, deviation, median, max; with ab -S min, mean, max.
std::optional<std::vector<double>> timesOf(QByteArrayView text)
{
    std::vector<double> times;
    for (const QByteArray &word : text.toByteArray().simplified().split(' ')) {
        const auto number = decimalOf(word);
        if (!number || *number * abMs > mostImportedNs)
            return std::nullopt;
        times.push_back(*number * abMs);
    }
    return times.size() == 5 || times.size() == 3 ? std::optional(times) : std::nullopt;
}

/// "  50%     11", " 100%     48 (longest request)".
void takeAbQuantile(AbReport &report, const QString &line)
{
    static const QRegularExpression pattern(uR"(^\s*(\d{1,3})%\s+(\d{1,15})(\s|$))"_s);
    const auto match = pattern.match(line);
    const double percent = match.captured(1).toDouble();
    const double ns = match.captured(2).toDouble() * abMs;
    if (match.hasMatch() && percent > 0 && percent <= 100 && ns <= mostImportedNs)
        report.quantiles.emplace(percent / 100, ns);
}

/// "   (Connect: 0, Receive: 0, Length: 431, Exceptions: 0)".
void takeFailures(AbReport &report, const QString &line)
{
    static const QRegularExpression pattern(uR"(\(Connect: (\d{1,15}), Receive: (\d{1,15}), Length: (\d{1,15}), Exceptions: (\d{1,15})\))"_s);
    if (const auto match = pattern.match(line); match.hasMatch())
        for (int i = 0; i < 4; ++i)
            report.failures[i] = match.captured(i + 1).toLongLong();
}

void takeAbLine(AbReport &report, const TextLines &lines)
{
    static constexpr QByteArrayView names[] = {
        "Server Software:", "Server Hostname:", "Server Port:", "Document Path:", "Concurrency Level:", "Time taken for tests:",
        "Complete requests:", "Failed requests:", "Non-2xx responses:", "Write errors:", "Total transferred:", "HTML transferred:",
        "Total body sent:", "Total POSTed:", "Total PUT:", "Requests per second:"};
    const QByteArrayView line = lines.trimmed();
    for (const QByteArrayView name : names)
        if (const auto value = valueBehind(line, name))
            report.values.emplace(name.toByteArray(), value->toByteArray());
    for (const QByteArrayView name : {QByteArrayView("Total:"), QByteArrayView("Waiting:")})
        if (const auto value = valueBehind(line, name))
            if (const auto times = timesOf(*value))
                report.rows.emplace(name.toByteArray(), *times);
    if (const auto value = valueBehind(line, "Total of "); value && value->endsWith("requests completed"))
        report.stoppedAfter = countOfText(firstWord(value->toByteArray()));
    report.hasTls = report.hasTls || line.startsWith("SSL/TLS Protocol:");
    constexpr qsizetype longestRow = 200;
    if (line.size() < longestRow) {
        takeAbQuantile(report, QString::fromUtf8(lines.line()));
        takeFailures(report, QString::fromUtf8(line));
    }
}

std::vector<AbReport> reportsOf(const QByteArray &text)
{
    std::vector<AbReport> reports;
    TextLines lines(text);
    while (lines.next()) {
        const bool begins = lines.trimmed().startsWith(abBanner);
        if (reports.empty() || (begins && !(reports.back().values.empty() && !reports.back().stoppedAfter))) {
            reports.emplace_back();
            reports.back().firstLine = lines.number();
        }
        takeAbLine(reports.back(), lines);
    }
    return reports;
}

/// As a browser would have it: the port only where it is not the scheme's own.
QString urlOfAb(const AbReport &report)
{
    QByteArray host = report.value("Server Hostname:");
    const QByteArray port = report.value("Server Port:");
    if (host.isEmpty())
        return {};
    if (host.contains(':') && !host.startsWith('['))
        host = '[' + host + ']';
    const bool usual = port.isEmpty() || port == (report.hasTls ? "443" : "80");
    const QByteArray path = report.value("Document Path:");
    const QByteArray authority = usual ? host : QByteArray(host + ':' + port);
    return cleanedUtf8(QByteArray((report.hasTls ? "https://" : "http://") + authority + (path.isEmpty() ? "/" : path)));
}

/// Reads the counts one by one and keeps the first that is none.
class AbCounts
{
public:
    explicit AbCounts(const AbReport &report) : m_report(report) {}

    std::optional<qint64> take(QByteArrayView name)
    {
        if (!m_report.has(name))
            return std::nullopt;
        const auto count = countOfText(firstWord(m_report.value(name)));
        if (!count && !m_problem)
            m_problem = problem(name, u"a whole number is expected; %1 was given"_s.arg(shown(m_report.value(name))));
        return count;
    }
    std::optional<double> takeReal(QByteArrayView name)
    {
        if (!m_report.has(name))
            return std::nullopt;
        const auto number = decimalOf(firstWord(m_report.value(name)));
        if (!number && !m_problem)
            m_problem = problem(name, u"a number is expected; %1 was given"_s.arg(shown(m_report.value(name))));
        return number;
    }
    const std::optional<Problem> &firstProblem() const { return m_problem; }

private:
    static Problem problem(QByteArrayView name, const QString &text) { return {QString::fromUtf8(name.chopped(1)), text}; }

    const AbReport &m_report;
    std::optional<Problem> m_problem;
};

void takeAbTimes(ImportedRun &run, const AbReport &report)
{
    ImportedFigures &figures = run.figures();
    figures.resolutionNs = 1'000'000;
    if (const auto total = report.rows.find("Total:"); total != report.rows.end()) {
        const std::vector<double> &times = total->second;
        figures.minNs = times.front();
        figures.meanNs = times[1];
        figures.maxNs = times.back();
        if (times.size() == 5)
            figures.stdevNs = times[2];
    }
    if (const auto waiting = report.rows.find("Waiting:"); waiting != report.rows.end())
        figures.firstByteNs = waiting->second[1];
    figures.quantilesNs = report.quantiles;
}

/// Answers of another status than 2xx are complete answers to ab; broken connections and failed writes are among the complete ones too.
void takeAbErrors(ImportedRun &run, const AbReport &report, AbCounts &counts, qint64 complete)
{
    Trial &trial = run.trial;
    trial.errors[ErrorKind::Status] = counts.take("Non-2xx responses:").value_or(0);
    trial.errors[ErrorKind::Connect] = report.failures[0].value_or(0);
    trial.errors[ErrorKind::ClosedEarly] = report.failures[1].value_or(0);
    trial.errors[ErrorKind::Reset] = counts.take("Write errors:").value_or(0);
    trial.errors[ErrorKind::Unspecified] = report.failures[3].value_or(0);
    const qint64 among = trial.errors[ErrorKind::Status] + trial.errors[ErrorKind::ClosedEarly] + trial.errors[ErrorKind::Reset];
    trial.requests = std::max<qint64>(0, complete - among);
    run.figures().tellsRequests = run.figures().tellsErrors = true;
    if (trial.errors[ErrorKind::Status] > 0)
        run.notes << u"ab counts answers of 3xx among those that are not 2xx: they are errors here"_s;
    if (const qint64 length = report.failures[2].value_or(0); length > 0)
        run.notes << u"%1 of %2 answers had another length than the first one: ab calls them failed; they are none here, for pages that are "
                     "made anew differ"_s.arg(formatCount(length), formatCount(complete));
    const qint64 failed = counts.take("Failed requests:").value_or(0);
    if (failed > 0 && !report.failures[0]) {
        trial.errors[ErrorKind::Unspecified] = failed;
        trial.requests = std::max<qint64>(0, trial.requests - failed);
    }
}

Result<ImportedRun> runOfAb(const AbReport &report)
{
    const QString start = u"line %1"_s.arg(report.firstLine);
    if (report.stoppedAfter)
        return Problem{start, u"an aborted run: ab stopped after %1 requests and printed no statistics, so there is nothing to import"_s.arg(*report.stoppedAfter)};
    AbCounts counts(report);
    const auto complete = counts.take("Complete requests:");
    if (!complete && !counts.firstProblem())
        return Problem{start, u"the ab run that begins here has no line \"Complete requests:\"; was it cut off?"_s};
    ImportedRun run = emptyRun(u"ab"_s);
    run.url = urlOfAb(report);
    run.server = cleanedUtf8(report.value("Server Software:"));
    const auto connections = counts.take("Concurrency Level:");
    takeAbErrors(run, report, counts, complete.value_or(0));
    ImportedFigures &figures = run.figures();
    figures.answers = complete;
    if (const auto span = spanOf(counts.takeReal("Time taken for tests:").value_or(0)))
        run.trial.duration = *span;
    figures.printedRps = counts.takeReal("Requests per second:");
    if (figures.printedRps && complete.value_or(0) > 0)
        figures.rps = *figures.printedRps * static_cast<double>(run.trial.requests) / static_cast<double>(*complete);
    if (const auto bytes = counts.take("Total transferred:")) {
        run.trial.bytesReceived = *bytes;
        figures.tellsBytesReceived = true;
        if (run.trial.duration.count() > 0)
            figures.bytesPerS = static_cast<double>(*bytes) * 1e9 / static_cast<double>(run.trial.duration.count());
    }
    figures.bodyBytes = counts.take("HTML transferred:");
    for (const QByteArrayView name : {QByteArrayView("Total body sent:"), QByteArrayView("Total POSTed:"), QByteArrayView("Total PUT:")})
        if (const auto bytes = counts.take(name)) {
            run.trial.bytesSent = *bytes;
            figures.tellsBytesSent = true;
        }
    if (const auto &problem = counts.firstProblem())
        return Problem{start + u", "_s + problem->field, problem->text};
    if (connections && (*connections < 1 || *connections > highestLevel))
        return Problem{start + u", Concurrency Level"_s, u"%1 is not from 1 to %2"_s.arg(*connections).arg(highestLevel)};
    run.trial.connections = static_cast<int>(connections.value_or(unknownLevel));
    if (complete.value_or(0) > 0)
        takeAbTimes(run, report);
    return run;
}

bool isAbText(const FileContent &content)
{
    return content.text.contains(abBanner) || (content.text.contains("Concurrency Level:") && content.text.contains("Complete requests:"));
}

Result<ImportedRuns> readAbText(const FileContent &content)
{
    ImportedRuns runs;
    for (const AbReport &report : reportsOf(content.text)) {
        auto run = runOfAb(report);
        if (!run)
            return run.problem();
        runs.push_back(std::move(run).value());
    }
    return runs;
}

} // namespace

const ResultReader abTextReader{"ab text", isAbText, readAbText};

} // namespace sweepbench
