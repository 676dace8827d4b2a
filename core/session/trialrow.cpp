// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trialrow.h"

#include "core/session/blob.h"
#include "core/session/importedjson.h"
#include "core/session/rowchecksum.h"
#include "core/session/schema.h"
#include "core/session/trialjson.h"

#include <QJsonDocument>

#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString compact(const QJsonDocument &document)
{
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

/// Takes the columns from left to right; the first one that is not what it should be is kept as the problem.
class Row
{
public:
    Row(const QSqlQuery &query, std::uint32_t format) : m_query(query), m_names(trialColumns(format)) {}

    const std::optional<Problem> &problem() const { return m_problem; }

    void take(qint64 &into)
    {
        const QVariant value = next();
        if (value.typeId() == QMetaType::LongLong)
            into = value.toLongLong();
        else
            fail();
    }

    void take(int &into)
    {
        qint64 wide = 0;
        take(wide);
        if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
            fail();
        else
            into = static_cast<int>(wide);
    }

    void take(double &into)
    {
        const QVariant value = next();
        if (value.typeId() == QMetaType::Double)
            into = value.toDouble();
        else
            fail();
    }

    void take(QString &into)
    {
        const QVariant value = next();
        if (value.typeId() == QMetaType::QString && !value.isNull())
            into = value.toString();
        else
            fail();
    }

    void take(std::chrono::nanoseconds &into)
    {
        qint64 ns = 0;
        take(ns);
        into = std::chrono::nanoseconds(ns);
    }

    void take(QDateTime &into)
    {
        keep(timeFromRow(next()), into);
    }

    template<typename T>
    void takeText(std::optional<T> (*read)(const QString &), T &into)
    {
        QString text;
        take(text);
        keep(read(text), into);
    }

    template<typename T>
    void takeBlob(std::optional<T> (*read)(const QByteArray &), T &into)
    {
        const QVariant value = next();
        if (value.typeId() == QMetaType::QByteArray)
            keep(read(value.toByteArray()), into);
        else
            fail();
    }

private:
    QVariant next() { return m_query.value(m_column++); }

    template<typename T>
    void keep(std::optional<T> read, T &into)
    {
        if (read)
            into = std::move(*read);
        else
            fail();
    }

    void fail()
    {
        if (!m_problem)
            m_problem = Problem{m_names.value(m_column - 1), u"not a value that this field can have"_s};
    }

    const QSqlQuery &m_query;
    QStringList m_names;
    int m_column = 0;
    std::optional<Problem> m_problem;
};

/// Absent where it is nothing of the kind; empty where this program measured the trial itself.
std::optional<std::optional<ImportedFigures>> importedFromColumn(const QString &text)
{
    if (text.isEmpty())
        return std::optional<ImportedFigures>();
    const auto figures = importedFromJson(text);
    return figures ? std::optional(figures) : std::nullopt;
}

/// What format 1 did not have.
void takeFormat2(Row &row, Trial &trial)
{
    row.take(trial.rate);
    row.takeText(httpVersionFromId, trial.http);
    row.take(trial.connectionsOpened);
    for (Distribution Trial::*times : {&Trial::service, &Trial::slip, &Trial::nameLookup, &Trial::tls, &Trial::firstByte, &Trial::body})
        row.takeBlob(distributionFromBlob, trial.*times);
}

/// What format 2 did not have.
void takeFormat3(Row &row, Trial &trial)
{
    row.take(trial.busiestThread);
    row.take(trial.otherCpuS);
    row.take(trial.loadBefore);
    row.take(trial.busyNs);
}

/// What format 3 did not have.
void takeFormat4(Row &row, Trial &trial)
{
    row.takeText(importedFromColumn, trial.imported);
}

} // namespace

QString insertTrialSql()
{
    const QStringList columns = trialColumns() << u"checksum"_s;
    return u"INSERT INTO trial (%1) VALUES (%2)"_s.arg(columns.join(u", "_s), QStringList(columns.size(), u"?"_s).join(u", "_s));
}

QVariantList trialToRow(const Trial &trial)
{
    QVariantList values{
        trial.target,
        trial.connections,
        trial.repeat,
        trial.order,
        transportId(trial.transport),
        timeToRow(trial.startedAt),
        qint64(trial.duration.count()),
        trial.startOffsetNs,
        trial.sent,
        trial.requests,
        compact(QJsonDocument(errorsToJson(trial.errors))),
        trial.cancelled,
        trial.notSent,
        trial.reconnects,
        compact(QJsonDocument(statusToJson(trial.status))),
        trial.bytesReceived,
        trial.bytesSent,
        distributionToBlob(trial.latency),
        distributionToBlob(trial.statusLatency),
        distributionToBlob(trial.connect),
        trial.clientUserS,
        trial.clientSystemS,
        trial.threads,
        storedText(trial.address),
        storedText(trial.errorDetail),
        compact(QJsonDocument(findingsToJson(trial.findings))),
        seriesToBlob(trial.series),
        trial.rate,
        httpVersionId(trial.http),
        trial.connectionsOpened,
        distributionToBlob(trial.service),
        distributionToBlob(trial.slip),
        distributionToBlob(trial.nameLookup),
        distributionToBlob(trial.tls),
        distributionToBlob(trial.firstByte),
        distributionToBlob(trial.body),
        trial.busiestThread,
        trial.otherCpuS,
        trial.loadBefore,
        trial.busyNs,
        trial.imported ? compact(QJsonDocument(importedToJson(*trial.imported))) : storedText(QString()),
    };
    const qint64 checksum = rowChecksum(values);
    return values << checksum;
}

QString selectTrialsSql(std::uint32_t format)
{
    return u"SELECT %1, checksum FROM trial ORDER BY id"_s.arg(trialColumns(format).join(u", "_s));
}

Result<Trial> trialFromRow(const QSqlQuery &query, std::uint32_t format)
{
    if (!checksumFits(query, trialColumns(format).size()))
        return Problem{QString(), u"its figures do not fit its checksum"_s};
    Trial trial;
    Row row(query, format);
    row.take(trial.target);
    row.take(trial.connections);
    row.take(trial.repeat);
    row.take(trial.order);
    row.takeText(transportFromId, trial.transport);
    row.take(trial.startedAt);
    row.take(trial.duration);
    row.take(trial.startOffsetNs);
    row.take(trial.sent);
    row.take(trial.requests);
    row.takeText(errorsFromJson, trial.errors);
    row.take(trial.cancelled);
    row.take(trial.notSent);
    row.take(trial.reconnects);
    row.takeText(statusFromJson, trial.status);
    row.take(trial.bytesReceived);
    row.take(trial.bytesSent);
    row.takeBlob(distributionFromBlob, trial.latency);
    row.takeBlob(distributionFromBlob, trial.statusLatency);
    row.takeBlob(distributionFromBlob, trial.connect);
    row.take(trial.clientUserS);
    row.take(trial.clientSystemS);
    row.take(trial.threads);
    row.take(trial.address);
    row.take(trial.errorDetail);
    row.takeText(findingsFromJson, trial.findings);
    row.takeBlob(seriesFromBlob, trial.series);
    if (format >= 2)
        takeFormat2(row, trial);
    else
        trial.connectionsOpened = static_cast<qint64>(trial.connect.count); // all that it kept of them
    if (format >= 3)
        takeFormat3(row, trial);
    if (format >= 4)
        takeFormat4(row, trial);
    if (row.problem())
        return *row.problem();
    return trial;
}

bool checksumFits(const QSqlQuery &query, qsizetype columns)
{
    QVariantList values;
    for (int column = 0; column < columns; ++column)
        values << query.value(column);
    return query.value(static_cast<int>(columns)) == QVariant(rowChecksum(values));
}

QVariant timeToRow(const QDateTime &time)
{
    return time.isValid() ? QVariant(time.toMSecsSinceEpoch()) : QVariant(QMetaType(QMetaType::LongLong));
}

std::optional<QDateTime> timeFromRow(const QVariant &value)
{
    constexpr qint64 year10000 = 253'402'300'800'000;
    if (value.isNull())
        return QDateTime();
    if (value.typeId() != QMetaType::LongLong || value.toLongLong() < 0 || value.toLongLong() >= year10000)
        return std::nullopt;
    return QDateTime::fromMSecsSinceEpoch(value.toLongLong(), Qt::UTC);
}

} // namespace sweepbench
