// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/exportparts.h"

#include "core/session/fileheader.h"

#include <QFileInfo>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// The path without the ending of a format: where its further files are named after.
QString basePath(const QString &path)
{
    static const QStringList endings{u".dat"_s, u".gnuplot"_s, u".gp"_s, u".plt"_s, u".txt"_s};
    for (const QString &ending : endings)
        if (path.endsWith(ending, Qt::CaseInsensitive) && QFileInfo(path).fileName().size() > ending.size())
            return path.chopped(ending.size());
    return path;
}

} // namespace

QString exportFormatId(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv: return u"csv"_s;
    case ExportFormat::Json: return u"json"_s;
    case ExportFormat::Dat: return u"dat"_s;
    case ExportFormat::Gnuplot: return u"gnuplot"_s;
    case ExportFormat::Markdown: return u"md"_s;
    case ExportFormat::Org: break;
    }
    return u"org"_s;
}

std::optional<ExportFormat> exportFormatFromId(const QString &id)
{
    for (const ExportFormat format : allExportFormats)
        if (id == exportFormatId(format))
            return format;
    return std::nullopt;
}

std::vector<ExportedFile> exportSession(const Session &session, const Analysis &analysis, ExportFormat format, const QString &baseName,
                                        ExportOptions options)
{
    switch (format) {
    case ExportFormat::Csv: return {{QString(), sessionToCsv(session)}};
    case ExportFormat::Json: return {{QString(), sessionToJson(session, analysis, options)}};
    case ExportFormat::Dat: return sessionToDat(session, analysis);
    case ExportFormat::Gnuplot: return sessionToGnuplot(session, analysis, baseName);
    case ExportFormat::Markdown: return {{QString(), sessionToMarkdown(session, analysis, options)}};
    case ExportFormat::Org: break;
    }
    return {{QString(), sessionToOrg(session, analysis, options)}};
}

Result<QStringList> exportToFiles(const Session &session, const Analysis &analysis, ExportFormat format, const QString &path,
                                  ExportOptions options)
{
    const bool several = format == ExportFormat::Dat || format == ExportFormat::Gnuplot;
    const QString base = several ? basePath(path) : path;
    QStringList written;
    for (const ExportedFile &file : exportSession(session, analysis, format, QFileInfo(base).fileName(), options)) {
        const bool isScript = format == ExportFormat::Gnuplot && written.isEmpty();
        const QString name = isScript && base != path ? path : base + file.suffix;
        if (const auto problem = writeFile(name, file.content))
            return *problem;
        written << name;
    }
    return written;
}

QString targetName(const Plan &plan, int target)
{
    if (target < 0 || static_cast<std::size_t>(target) >= plan.targets.size())
        return u"target %1"_s.arg(target + 1);
    return plan.targets[static_cast<std::size_t>(target)].name;
}

QString timeText(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

QString exactNumber(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace sweepbench
