// SPDX-License-Identifier: GPL-3.0-or-later
// Which format a file has, and what holds for the runs of every format.
#include "core/import/importedrun.h"
#include "core/import/textlines.h"
#include "core/model/format.h"
#include "core/session/jsonobject.h"

#include <QJsonDocument>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr std::size_t mostRunsOfFile = 10'000;
constexpr double mostImportedErrorShare = 0.01; // as of trials of our own

const ResultReader *const jsonReaders[] = {&ohaReader, &k6Reader, &vegetaReader, &autocannonReader};
const ResultReader *const textReaders[] = {&abPercentileReader, &abGnuplotReader, &heyCsvReader, &datReader,
                                           &abTextReader,       &wrkReader,       &heySummaryReader};

QString knownFormats()
{
    return u"known are ab (its text, -e and -g), wrk, wrk2, hey (its summary and -o csv), oha, k6, vegeta, autocannon (their JSON), and .dat files "
           "of this program"_s;
}

/// UTF-8 without a byte order mark; PowerShell redirects to UTF-16.
QByteArray decoded(const QByteArray &bytes)
{
    for (const auto &[mark, encoding] : {std::pair(QByteArrayView("\xFF\xFE", 2), QStringConverter::Utf16LE),
                                         std::pair(QByteArrayView("\xFE\xFF", 2), QStringConverter::Utf16BE)})
        if (bytes.startsWith(mark))
            return QString(QStringDecoder(encoding)(bytes.sliced(2))).toUtf8();
    return bytes.startsWith("\xEF\xBB\xBF") ? bytes.sliced(3) : bytes;
}

Result<QJsonObject> jsonOf(const QByteArray &text)
{
    QJsonParseError error;
    QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError && error.offset >= text.size())
        return Problem{QString(), u"the JSON ends early (byte %1): the file is cut off"_s.arg(text.size())};
    return parseJsonObject(text);
}

Problem unknownFormat(const FileContent &content)
{
    const QString what = content.json.isEmpty() ? u"not the result of a tool that is known here"_s : u"JSON, but not of a tool that is known here"_s;
    return {QString(), what + u"; "_s + knownFormats()};
}

Result<ImportedRuns> readAs(const ResultReader &reader, const FileContent &content, QString *format)
{
    if (format)
        *format = QString::fromUtf8(reader.format);
    return reader.read(content);
}

Result<ImportedRuns> readContent(FileContent &content, QString *format)
{
    if (content.text.trimmed().isEmpty())
        return Problem{QString(), u"empty file"_s};
    if (content.text.startsWith("SQLite format 3"))
        return Problem{QString(), u"a session or another database, and no result of another tool; open a session as it is"_s};
    if (content.text.contains('\0'))
        return Problem{QString(), u"unknown format: bytes and no text; "_s + knownFormats()};
    if (content.text.trimmed().startsWith('{')) {
        auto json = jsonOf(content.text);
        if (!json)
            return json.problem();
        content.json = std::move(json).value();
        for (const ResultReader *reader : jsonReaders)
            if (reader->recognises(content))
                return readAs(*reader, content, format);
    } else {
        for (const ResultReader *reader : textReaders)
            if (reader->recognises(content))
                return readAs(*reader, content, format);
    }
    return unknownFormat(content);
}

Problem beyondMeasure()
{
    return {QString(), u"its counts or figures are beyond all measure"_s};
}

/// What a session file takes; checked here, for no tool ever prints such figures.
bool isStorable(const ImportedFigures &figures)
{
    constexpr double most = 1e17;
    constexpr std::size_t mostStoredQuantiles = 1000;
    for (const auto &figure : {figures.printedRps, figures.rps, figures.bytesPerS, figures.minNs, figures.meanNs, figures.stdevNs, figures.maxNs,
                               figures.firstByteNs})
        if (figure && !(*figure >= 0 && *figure < most))
            return false;
    return figures.quantilesNs.size() <= mostStoredQuantiles;
}

QString errorWords(const Trial &trial)
{
    QStringList parts;
    for (int i = 0; i < errorKindCount; ++i)
        if (const auto kind = static_cast<ErrorKind>(i); trial.errors[kind] > 0)
            parts << u"%1 %2"_s.arg(formatCount(trial.errors[kind]), errorKindText(kind));
    return parts.join(u", "_s);
}

/// The same rules as of trials of our own: no answer and more than 1 % of errors are unfit.
void addErrorFinding(Trial &trial)
{
    const qint64 errors = trial.errors.total();
    const qint64 finished = trial.requests + errors;
    const QString detail = trial.errorDetail.isEmpty() ? QString() : u" ("_s + trial.errorDetail + u')';
    if (tellsRequests(trial) && trial.requests == 0)
        trial.findings.push_back({u"no_answer"_s, Severity::Unfit,
                                  errors > 0 ? u"No good answer: %1%2"_s.arg(errorWords(trial), detail) : u"No good answer is in the report"_s});
    else if (static_cast<double>(errors) > mostImportedErrorShare * static_cast<double>(finished))
        trial.findings.push_back({u"errors"_s, Severity::Unfit,
                                  u"%1 of the requests failed: %2%3"_s.arg(formatPercent(static_cast<double>(errors) / static_cast<double>(finished)),
                                                                           errorWords(trial), detail)});
    else if (errors > 0)
        trial.findings.push_back({u"errors"_s, Severity::Doubt, u"%1 of %2 requests failed: %3%4"_s.arg(
                                      formatCount(errors), formatCount(finished), errorWords(trial), detail)});
}

void finish(ImportedRun &run)
{
    Trial &trial = run.trial;
    trial.sent = trial.requests + trial.errors.total() + trial.cancelled;
    addErrorFinding(trial);
    for (const QString &note : run.notes) {
        const bool beginsWithTool = note.startsWith(trial.imported->tool); // which is written in small letters
        trial.findings.push_back({u"report"_s, Severity::Note, beginsWithTool ? note : note.first(1).toUpper() + note.sliced(1)});
    }
}

} // namespace

Result<ImportedRuns> readResults(const QByteArray &bytes, QString *format)
{
    FileContent content{decoded(bytes), {}};
    auto runs = readContent(content, format);
    if (!runs)
        return runs;
    if (runs->size() > mostRunsOfFile)
        return Problem{QString(), u"%1 runs in one file; at most %2 are read"_s.arg(runs->size()).arg(mostRunsOfFile)};
    for (ImportedRun &run : *runs) {
        if (!isStorable(run.figures()))
            return beyondMeasure();
        finish(run);
    }
    return runs;
}

ImportedRun emptyRun(const QString &tool)
{
    ImportedRun run;
    run.trial.imported.emplace();
    run.trial.imported->tool = tool;
    run.trial.connections = unknownLevel;
    return run;
}

std::optional<Problem> countAnswers(ImportedRun &run, const QString &status, qint64 count)
{
    const auto code = countOfText(status.toUtf8());
    if (!code || *code < 100 || *code > 999)
        return Problem{u"status"_s, u"%1 is not a status code"_s.arg(shown(status.toUtf8()))};
    qint64 answers = run.figures().answers.value_or(0);
    if (!addCount(answers, count))
        return beyondMeasure();
    run.figures().answers = answers;
    run.trial.status[static_cast<int>(*code)] += count;
    (*code < 400 ? run.trial.requests : run.trial.errors[ErrorKind::Status]) += count;
    return std::nullopt;
}

std::optional<Problem> countFailures(ImportedRun &run, ErrorKind kind, qint64 count)
{
    if (!addCount(run.trial.errors[kind], count))
        return beyondMeasure();
    return std::nullopt;
}

ErrorKind errorKindOfText(const QString &text)
{
    constexpr std::pair<const char16_t *, ErrorKind> words[] = {
        {u"refused", ErrorKind::Connect},        {u"unreachable", ErrorKind::Connect}, {u"no such host", ErrorKind::Name},
        {u"failed to lookup", ErrorKind::Name},  {u"dns", ErrorKind::Name},            {u"timeout", ErrorKind::Timeout},
        {u"timed out", ErrorKind::Timeout},      {u"deadline exceeded", ErrorKind::Timeout}, {u"reset", ErrorKind::Reset},
        {u"broken pipe", ErrorKind::Reset},      {u"eof", ErrorKind::ClosedEarly},     {u"certificate", ErrorKind::Tls},
        {u"tls", ErrorKind::Tls},                {u"too many open files", ErrorKind::LocalDescriptors},
        {u"cannot assign requested address", ErrorKind::LocalPorts},
    };
    for (const auto &[word, kind] : words)
        if (text.contains(QStringView(word), Qt::CaseInsensitive))
            return kind;
    return ErrorKind::Unspecified;
}

} // namespace sweepbench
