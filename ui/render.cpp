// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render.h"

#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"
#include "ui/chartcsv.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <cmath>

namespace sweepbench {

using namespace Qt::StringLiterals;

Result<QSize> parseSize(const QString &text)
{
    static const QRegularExpression form(u"^\\s*(\\d{1,6})\\s*[x×]\\s*(\\d{1,6})\\s*$"_s, QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (!match.hasMatch() || size.width() < 320 || size.height() < 240 || size.width() > 16384 || size.height() > 16384)
        return Problem{u"--size"_s, u"\"%1\" is not a size from 320x240 to 16384x16384; write it like 1200x700"_s.arg(text.trimmed())};
    return size;
}

Result<double> parseScale(const QString &text)
{
    bool ok = false;
    const double scale = text.trimmed().toDouble(&ok);
    if (!ok || !std::isfinite(scale) || scale < 0.25 || scale > 8)
        return Problem{u"--scale"_s, u"\"%1\" is not a factor from 0.25 to 8"_s.arg(text.trimmed())};
    return scale;
}

QString csvPathBeside(const QString &path)
{
    const QFileInfo file(path);
    return file.dir().filePath(file.completeBaseName() + u".csv"_s);
}

QString chartFileName(const QString &base, ChartKind kind, ChartFormat format)
{
    return base + u'-' + chartKindId(kind) + u'.' + chartFormatId(format);
}

std::optional<Problem> exportChartTo(const QString &path, ChartKind kind, const Session &session, const Analysis &analysis,
                                     const RenderOptions &options, bool csv)
{
    const auto bytes = renderChart(kind, session, analysis, options);
    if (!bytes.ok())
        return bytes.problem();
    if (const auto problem = writeFile(path, *bytes))
        return problem;
    return csv ? writeFile(csvPathBeside(path), chartCsv(kind, session, analysis)) : std::nullopt;
}

Result<QStringList> renderToFiles(const RenderRequest &request)
{
    const auto session = loadSession(request.session);
    if (!session.ok())
        return session.problem();
    if (request.intoFolder && !QDir().mkpath(request.out))
        return Problem{u"--out"_s, u"the folder \"%1\" can't be made"_s.arg(request.out)};
    const Analysis analysis = analyse(*session);
    const QString base = QFileInfo(request.session).completeBaseName();
    QStringList written;
    for (ChartKind kind : request.kinds) {
        const QString path = request.intoFolder ? QDir(request.out).filePath(chartFileName(base, kind, request.options.format)) : request.out;
        if (auto problem = exportChartTo(path, kind, *session, analysis, request.options, request.csv))
            return *problem;
        written += path;
        if (request.csv)
            written += csvPathBeside(path);
    }
    return written;
}

} // namespace sweepbench
