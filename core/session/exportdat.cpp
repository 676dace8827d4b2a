// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of numbers for plotting programs, and a gnuplot script that draws them. Names and titles of any origin end up in
// the script: only in single-quoted strings, where gnuplot runs and replaces nothing, and with nothing in them that it marks up.
#include "core/session/exportparts.h"
#include "core/session/tablecells.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct DatLine
{
    int level;
    std::optional<double> rps;
    std::optional<double> p99Ms;
};

struct DatFile
{
    QString suffix;
    QString title;
    std::vector<DatLine> lines;

    bool hasRps() const
    {
        return std::any_of(lines.begin(), lines.end(), [](const DatLine &line) { return line.level != unknownLevel && line.rps.has_value(); });
    }
    bool hasP99() const
    {
        return std::any_of(lines.begin(), lines.end(), [](const DatLine &line) { return line.level != unknownLevel && line.p99Ms.value_or(0) > 0; });
    }
};

/// What can stand in a file name everywhere.
QString fileNamePart(const QString &name, int target)
{
    constexpr qsizetype longest = 60;
    QString part;
    for (const QChar c : name) {
        const bool plain = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'.' || c == u'_';
        if (plain)
            part += c;
        else if (!part.isEmpty() && !part.endsWith(u'-'))
            part += u'-';
    }
    part = part.first(std::min(part.size(), longest));
    while (part.endsWith(u'-') || part.endsWith(u'.'))
        part.chop(1);
    return part.isEmpty() ? u"target-%1"_s.arg(target + 1) : part;
}

/// On one line, and without what gnuplot replaces in comments or quotes.
QString plainTitle(const QString &text)
{
    QString title;
    for (const QChar c : text) {
        const bool control = c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
        if (control)
            title += u' ';
        else if (c == u'`' || c == u'\'')
            title += QChar(0x2019); // a typographic apostrophe, which ends no string
        else
            title += c;
    }
    return title.simplified();
}

/// A string as gnuplot's source. Doubled quotes are no way out: gnuplot 5.4 ends a string at four of them in a row.
QString quoted(const QString &text)
{
    return u'\'' + QString(text).replace(u'\'', u"'.\"'\".'"_s) + u'\'';
}

std::optional<double> meanOf(const CellSummary &cell, Metric metric, double unit)
{
    const auto found = cell.metrics.find(metric);
    if (found == cell.metrics.end() || found->second.n == 0 || !std::isfinite(found->second.mean))
        return std::nullopt;
    return found->second.mean / unit;
}

std::vector<DatFile> datFiles(const Session &session, const Analysis &analysis)
{
    std::vector<DatFile> files;
    QSet<QString> taken;
    for (int target = 0; target < static_cast<int>(session.plan.targets.size()); ++target) {
        const QString name = targetName(session.plan, target);
        const QString part = fileNamePart(name, target);
        QString unique = part;
        for (int n = 2; taken.contains(unique.toLower()); ++n)
            unique = u"%1-%2"_s.arg(part).arg(n);
        taken.insert(unique.toLower()); // some file systems do not tell "A" from "a"
        DatFile file{u"-%1.dat"_s.arg(unique), plainTitle(name), {}};
        for (const CellSummary &cell : analysis.cells)
            if (cell.target == target)
                file.lines.push_back({cell.level, meanOf(cell, Metric::Rps, 1), meanOf(cell, Metric::P99Ns, 1e6)});
        files.push_back(file);
    }
    return files;
}

/// "p99 latency", "p99 response time".
QString p99Name(const Plan &plan)
{
    return metricTitle(Metric::P99Ns, isOpenLoop(plan));
}

QByteArray datContent(const DatFile &file, const Session &session)
{
    QString text = u"# target: %1\n# %2\n# requests per second and %3: means over the trials of a cell; ? stands for no data\n"
                   "# %4 rps p99_ms\n"_s.arg(file.title, plainTitle(transportsText(session)), p99Name(session.plan),
                                            session.plan.sweep.axis == SweepAxis::Rate ? u"rate_due"_s : u"connections"_s);
    for (const DatLine &line : file.lines) {
        const QString level = line.level == unknownLevel ? u"?"_s : QString::number(line.level);
        if (!line.rps && !line.p99Ms)
            text += u"# %1: no data\n"_s.arg(level);
        else
            text += u"%1 %2 %3\n"_s.arg(level, line.rps ? exactNumber(*line.rps) : u"?"_s,
                                        line.p99Ms ? exactNumber(*line.p99Ms) : u"?"_s);
    }
    return text.toUtf8();
}

/// One line of a plot command per target that has data in the column.
QString plotCommand(const std::vector<DatFile> &files, const QString &baseName, int column)
{
    QStringList parts;
    int colour = 0;
    for (const DatFile &file : files) {
        ++colour; // the same in both panels, whoever is missing
        if (!(column == 2 ? file.hasRps() : file.hasP99()))
            continue;
        // With ./ in front, because gnuplot runs what follows a leading '<'.
        parts << u"%1 using 1:%2 with linespoints linetype %3 linewidth 2 pointtype 7 title %4"_s.arg(
            quoted(u"./"_s + baseName + file.suffix), QString::number(column), QString::number(colour),
            quoted(file.title.isEmpty() ? u" "_s : file.title));
    }
    return parts.isEmpty() ? QString() : u"plot "_s + parts.join(u", \\\n     "_s) + u"\n"_s;
}

/// With some room on either side; left to itself, gnuplot would show whole decades.
QString p99Range(const std::vector<DatFile> &files)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const DatFile &file : files) {
        for (const DatLine &line : file.lines) {
            if (line.p99Ms && *line.p99Ms > 0) {
                low = std::min(low, *line.p99Ms);
                high = std::max(high, *line.p99Ms);
            }
        }
    }
    return high > 0 ? u"[%1:%2]"_s.arg(exactNumber(low / 1.5), exactNumber(high * 1.5)) : u"[*:*]"_s;
}

QString gnuplotScript(const Session &session, const std::vector<DatFile> &files, const QString &givenName)
{
    // A backquote in a file name can't be written down safely; such a script names its files wrongly rather than run them.
    const QString baseName = QString(givenName).replace(u'`', QChar(0x2019)).simplified();
    QStringList ticks;
    std::vector<int> levels = session.plan.sweep.levels;
    std::erase(levels, unknownLevel); // has no place on an axis
    for (const int level : levels)
        ticks << QString::number(level);
    const double first = levels.empty() ? 1 : levels.front();
    const double last = levels.empty() ? 1 : levels.back();
    const QString axis = levelUnit(session.plan.sweep.axis, 2);
    const QString rps = plotCommand(files, baseName, 2);
    const QString p99 = plotCommand(files, baseName, 3);
    QString script = u"# Requests per second and %2 against %3 (%4). Draws an SVG beside the data:\n"
                     "# run it in the folder where the .dat files are.\n"
                     "set encoding utf8\n"
                     "set terminal svg noenhanced size 900,800\n"
                     "set output %1\n"
                     "set datafile missing '?'\n"
                     "set decimalsign '.'\n"_s.arg(quoted(u"./"_s + baseName + u".svg"_s), p99Name(session.plan), axis,
                                               plainTitle(transportsText(session)));
    if (rps.isEmpty() && p99.isEmpty())
        return script + u"set title 'no data'\nset xrange [0:1]\nset yrange [0:1]\nplot 2 notitle\n"_s;
    script += u"set multiplot layout %1,1\n"_s.arg(int(!rps.isEmpty()) + int(!p99.isEmpty()));
    script += u"set logscale x\nset xrange [%1:%2]\nset xtics (%3)\nset xlabel '%4'\nset grid\n"
              "set lmargin 12\nset key outside below\n"_s.arg(exactNumber(first * 0.8), exactNumber(last * 1.25), ticks.join(u", "_s), axis);
    if (!rps.isEmpty())
        script += u"set ylabel 'requests per second'\nset yrange [0:*]\n"_s + rps;
    if (!p99.isEmpty())
        script += u"set ylabel '%1 in ms'\nset yrange %2\nset logscale y\n"_s.arg(p99Name(session.plan), p99Range(files)) + p99;
    return script + u"unset multiplot\n"_s;
}

} // namespace

std::vector<ExportedFile> sessionToDat(const Session &session, const Analysis &analysis)
{
    std::vector<ExportedFile> exported;
    for (const DatFile &file : datFiles(session, analysis))
        exported.push_back({file.suffix, datContent(file, session)});
    return exported;
}

std::vector<ExportedFile> sessionToGnuplot(const Session &session, const Analysis &analysis, const QString &baseName)
{
    std::vector<ExportedFile> exported{{u".gnuplot"_s, gnuplotScript(session, datFiles(session, analysis), baseName).toUtf8()}};
    for (ExportedFile &file : sessionToDat(session, analysis))
        exported.push_back(std::move(file));
    return exported;
}

} // namespace sweepbench
