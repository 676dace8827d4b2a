// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/importedjson.h"

#include "core/session/jsonobject.h"

#include <QLocale>

#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr std::pair<const char16_t *, bool ImportedFigures::*> toldCounts[] = {
    {u"requests", &ImportedFigures::tellsRequests},
    {u"errors", &ImportedFigures::tellsErrors},
    {u"sent", &ImportedFigures::tellsSent},
    {u"bytes_received", &ImportedFigures::tellsBytesReceived},
    {u"bytes_sent", &ImportedFigures::tellsBytesSent},
};

constexpr std::pair<const char16_t *, std::optional<double> ImportedFigures::*> realFigures[] = {
    {u"rps_printed", &ImportedFigures::printedRps}, {u"rps", &ImportedFigures::rps},
    {u"bytes_per_s", &ImportedFigures::bytesPerS},  {u"min_ns", &ImportedFigures::minNs},
    {u"mean_ns", &ImportedFigures::meanNs},         {u"stdev_ns", &ImportedFigures::stdevNs},
    {u"max_ns", &ImportedFigures::maxNs},           {u"first_byte_ns", &ImportedFigures::firstByteNs},
};

constexpr std::pair<const char16_t *, std::optional<qint64> ImportedFigures::*> wholeFigures[] = {
    {u"answers", &ImportedFigures::answers},
    {u"body_bytes", &ImportedFigures::bodyBytes},
};

constexpr double mostFigure = 1e17;    // counts stay below it too, and 10^17 ns are three years
constexpr qint64 mostWhole = 100'000'000'000'000'000;
constexpr qsizetype mostQuantiles = 1000;

std::map<double, double> readQuantiles(const QJsonArray &list, const QString &field, JsonFields &fields)
{
    std::map<double, double> quantiles;
    for (const QJsonValue &value : list) {
        const QJsonArray pair = value.toArray();
        const double fraction = pair.at(0).toDouble(-1);
        const double ns = pair.at(1).toDouble(-1);
        if (pair.size() != 2 || fraction < 0 || fraction > 1 || ns < 0 || ns > mostFigure)
            fields.fail(field, u"pairs of a fraction and a time are expected"_s);
        quantiles.emplace(fraction, ns);
    }
    return quantiles;
}

} // namespace

QJsonObject importedToJson(const ImportedFigures &figures)
{
    QJsonObject object{{u"tool"_s, figures.tool}, {u"file"_s, figures.file}};
    QJsonArray tells;
    for (const auto &[name, member] : toldCounts)
        if (figures.*member)
            tells.append(QString::fromUtf16(name));
    object.insert(u"tells"_s, tells);
    for (const auto &[name, member] : realFigures)
        put(object, QString::fromUtf16(name), figures.*member);
    for (const auto &[name, member] : wholeFigures)
        if (figures.*member)
            object.insert(QString::fromUtf16(name), *(figures.*member));
    QJsonArray quantiles;
    for (const auto &[fraction, ns] : figures.quantilesNs)
        quantiles.append(QJsonArray{fraction, ns});
    if (!quantiles.isEmpty())
        object.insert(u"quantiles_ns"_s, quantiles);
    if (figures.resolutionNs > 0)
        object.insert(u"resolution_ns"_s, figures.resolutionNs);
    return object;
}

std::optional<ImportedFigures> importedFromJson(const QString &text)
{
    const auto object = parseJsonObject(text.toUtf8());
    if (!object)
        return std::nullopt;
    ImportedFigures figures;
    std::optional<Problem> problem;
    JsonFields fields(*object, QString(), problem);
    figures.tool = fields.text(u"tool"_s).value_or(QString());
    figures.file = fields.text(u"file"_s).value_or(QString());
    const QJsonArray tells = fields.array(u"tells"_s, std::ssize(toldCounts)).value_or(QJsonArray());
    for (const auto &[name, member] : toldCounts)
        figures.*member = tells.contains(QString::fromUtf16(name));
    for (const auto &[name, member] : realFigures)
        figures.*member = fields.number(QString::fromUtf16(name), 0, mostFigure);
    for (const auto &[name, member] : wholeFigures)
        figures.*member = fields.whole(QString::fromUtf16(name), 0, mostWhole);
    const QString quantiles = u"quantiles_ns"_s;
    figures.quantilesNs = readQuantiles(fields.array(quantiles, mostQuantiles).value_or(QJsonArray()), quantiles, fields);
    figures.resolutionNs = fields.whole(u"resolution_ns"_s, 0, mostWhole).value_or(0);
    fields.finish();
    if (problem || figures.tool.isEmpty())
        return std::nullopt;
    return figures;
}

QString quantileName(double fraction)
{
    constexpr int digits = 12; // fewer than make 97.5 out of 0.975 by arithmetic
    const QString percent = QLocale::c().toString(fraction * 100, 'g', digits);
    return u'p' + QString(percent).replace(u'.', u'_');
}

bool tellsField(const Trial &trial, const QString &field)
{
    if (!trial.imported)
        return true;
    if (field.startsWith(u"errors"_s))
        return trial.imported->tellsErrors;
    for (const auto &[name, member] : toldCounts)
        if (field == QStringView(name))
            return (*trial.imported).*member;
    if (field == u"cancelled")
        return trial.imported->tellsSent;
    if (field == u"connections")
        return trial.connections != unknownLevel;
    if (field == u"duration_ns")
        return trial.duration.count() > 0;
    if (field == u"status")
        return !trial.status.empty();
    if (field == u"rate")
        return trial.rate > 0;
    // What only a client of our own knows of itself.
    static const QStringList ours{u"transport"_s, u"http"_s, u"order"_s, u"connections_opened"_s, u"not_sent"_s, u"reconnects"_s, u"threads"_s,
                                  u"client_user_s"_s, u"client_system_s"_s, u"client_cpu"_s};
    return !ours.contains(field) && !field.endsWith(u"_count"_s);
}

} // namespace sweepbench
