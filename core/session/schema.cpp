// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/schema.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct Column
{
    const char16_t *name;
    const char16_t *type;
    std::uint32_t since = 1; ///< the first format that has it
};

constexpr Column allColumns[] = {
    {u"target", u"INTEGER NOT NULL"},
    {u"connections", u"INTEGER NOT NULL"},
    {u"repeat", u"INTEGER NOT NULL"},
    {u"run_order", u"INTEGER NOT NULL"},
    {u"transport", u"TEXT NOT NULL"},
    {u"started_at_ms", u"INTEGER"}, // since 1970, UTC; NULL: not known
    {u"duration_ns", u"INTEGER NOT NULL"},
    {u"start_offset_ns", u"INTEGER NOT NULL"},
    {u"sent", u"INTEGER NOT NULL"},
    {u"requests", u"INTEGER NOT NULL"},
    {u"errors", u"TEXT NOT NULL"},
    {u"cancelled", u"INTEGER NOT NULL"},
    {u"not_sent", u"INTEGER NOT NULL"},
    {u"reconnects", u"INTEGER NOT NULL"},
    {u"status", u"TEXT NOT NULL"},
    {u"bytes_received", u"INTEGER NOT NULL"},
    {u"bytes_sent", u"INTEGER NOT NULL"},
    {u"latency", u"BLOB NOT NULL"},
    {u"status_latency", u"BLOB NOT NULL"},
    {u"connect", u"BLOB NOT NULL"},
    {u"client_user_s", u"REAL NOT NULL"},
    {u"client_system_s", u"REAL NOT NULL"},
    {u"threads", u"INTEGER NOT NULL"},
    {u"address", u"TEXT NOT NULL"},
    {u"error_detail", u"TEXT NOT NULL"},
    {u"findings", u"TEXT NOT NULL"},
    {u"series", u"BLOB NOT NULL"},
    {u"rate", u"INTEGER NOT NULL", 2}, // 0: a closed loop
    {u"http", u"TEXT NOT NULL", 2},
    {u"connections_opened", u"INTEGER NOT NULL", 2},
    {u"service", u"BLOB NOT NULL", 2},
    {u"slip", u"BLOB NOT NULL", 2},
    {u"name_lookup", u"BLOB NOT NULL", 2},
    {u"tls", u"BLOB NOT NULL", 2},
    {u"first_byte", u"BLOB NOT NULL", 2},
    {u"body", u"BLOB NOT NULL", 2},
    {u"busiest_thread", u"REAL NOT NULL", 3}, // of a core; here and below: -1 is not known
    {u"other_cpu_s", u"REAL NOT NULL", 3},
    {u"load_before", u"REAL NOT NULL", 3},
    {u"busy_ns", u"INTEGER NOT NULL", 3},
    {u"imported", u"TEXT NOT NULL", 4}, // JSON (importedjson.h); empty: measured by this program
};

} // namespace

QString sessionTableSql(std::uint32_t format)
{
    return u"CREATE TABLE session (id INTEGER PRIMARY KEY CHECK (id = 1), created_at_ms INTEGER, notes TEXT NOT NULL, "
           "plan TEXT NOT NULL, environment TEXT NOT NULL%1, checksum INTEGER NOT NULL) STRICT"_s.arg(
               format >= 3 ? u", judging TEXT NOT NULL"_s : QString());
}

QStringList sessionColumns(std::uint32_t format)
{
    QStringList names{u"created_at_ms"_s, u"notes"_s, u"plan"_s, u"environment"_s};
    if (format >= 3)
        names << u"judging"_s;
    return names;
}

QString trialTableSql(std::uint32_t format)
{
    QString sql = u"CREATE TABLE trial (id INTEGER PRIMARY KEY"_s;
    for (const Column &column : allColumns)
        if (column.since <= format)
            sql += u", %1 %2"_s.arg(QStringView(column.name), QStringView(column.type));
    return sql + u", checksum INTEGER NOT NULL) STRICT"_s;
}

QStringList trialColumns(std::uint32_t format)
{
    QStringList names;
    for (const Column &column : allColumns)
        if (column.since <= format)
            names << QString::fromUtf16(column.name);
    return names;
}

} // namespace sweepbench
