// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of single formats make.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/result.h"
#include "core/model/sweep.h"
#include "core/model/trial.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace sweepbench {

/// One run as its report tells it.
struct ImportedRun
{
    QString target;  ///< a name in the report; empty: none
    QString url;     ///< empty: not told
    QString server;  ///< what the server calls itself
    QString title;   ///< that somebody gave the run
    double rate = 0; ///< requests per second that were sent on purpose; 0: none
    Trial trial;     ///< its \c imported is set; target, repeat and order are not
    QStringList notes;

    ImportedFigures &figures() { return *trial.imported; }
};
using ImportedRuns = std::vector<ImportedRun>;

/// A file's content, decoded to UTF-8 and without a byte order mark.
struct FileContent
{
    QByteArray text;
    QJsonObject json; ///< empty where the text is none
};

/// One format. The Problem's field is the line or the JSON field.
struct ResultReader
{
    const char *format;
    bool (*recognises)(const FileContent &content);
    Result<ImportedRuns> (*read)(const FileContent &content);
};

extern const ResultReader abTextReader;
extern const ResultReader abPercentileReader; ///< ab -e
extern const ResultReader abGnuplotReader;    ///< ab -g
extern const ResultReader wrkReader;
extern const ResultReader heyCsvReader;
extern const ResultReader heySummaryReader;
extern const ResultReader ohaReader;
extern const ResultReader k6Reader;
extern const ResultReader vegetaReader;
extern const ResultReader autocannonReader;
extern const ResultReader datReader;

/// The runs of one file's bytes, complete with findings; field as above, empty for the whole file. \a format is set where one was recognised.
Result<ImportedRuns> readResults(const QByteArray &bytes, QString *format = nullptr);

/// A run of this tool with nothing in it.
ImportedRun emptyRun(const QString &tool);

/// Counts \a count answers of a status, or failures of a kind; a Problem for a status that is none, and for counts beyond all measure.
std::optional<Problem> countAnswers(ImportedRun &run, const QString &status, qint64 count);
std::optional<Problem> countFailures(ImportedRun &run, ErrorKind kind, qint64 count);

/// The kind that an error's words in a report are about; Unspecified where they say nothing that is known.
ErrorKind errorKindOfText(const QString &text);

} // namespace sweepbench
