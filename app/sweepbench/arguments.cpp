// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench/arguments.h"

#include "core/model/httpurl.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QFileInfo>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// The options; values have no defaults here, so that isSet() tells what was given.
struct Options
{
    QCommandLineOption help{{u"h"_s, u"help"_s}};
    QCommandLineOption version{{u"V"_s, u"version"_s}};
    QCommandLineOption demo{u"demo"_s};
    QCommandLineOption render{u"render"_s, QString(), u"SESSION"_s};
    QCommandLineOption chart{u"chart"_s, QString(), u"CHART"_s};
    QCommandLineOption out{u"out"_s, QString(), u"PATH"_s};
    QCommandLineOption format{u"format"_s, QString(), u"FORMAT"_s};
    QCommandLineOption size{u"size"_s, QString(), u"SIZE"_s};
    QCommandLineOption scale{u"scale"_s, QString(), u"FACTOR"_s};
};

Problem problem(const QString &field, const QString &text)
{
    return {field, text};
}

bool isFileArgument(const QString &text)
{
    return !text.contains(u"://"_s) && (text.endsWith(u".sweep"_s) || text.endsWith(u".json"_s));
}

Result<Arguments> readPositional(Arguments result, const QStringList &texts)
{
    for (const QString &text : texts) {
        if (isFileArgument(text)) {
            if (!result.file.isEmpty())
                return problem(u"file"_s, u"\"%1\" is the second one; one session or plan can be opened"_s.arg(text));
            result.file = text;
            continue;
        }
        const auto url = parseHttpUrl(text);
        if (!url.ok())
            return url.problem();
        result.urls += text;
    }
    if (!result.file.isEmpty() && !result.urls.isEmpty())
        return problem(u"URL"_s, u"\"%1\" was given beside the file \"%2\"; give URLs or a file"_s.arg(result.urls.first(), result.file));
    if (result.demo && (!result.file.isEmpty() || !result.urls.isEmpty()))
        return problem(u"--demo"_s, u"the demo brings its own servers; leave out the URLs and files"_s);
    return result;
}

/// Which charts: one name, or all.
Result<std::vector<ChartKind>> readKinds(const QString &text)
{
    if (text == u"all")
        return std::vector<ChartKind>(allChartKinds.begin(), allChartKinds.end());
    if (const auto kind = chartKindFromId(text))
        return std::vector<ChartKind>{*kind};
    return problem(u"--chart"_s, u"\"%1\" is not a chart; write one of %2, or all"_s.arg(text, chartKindIds()));
}

/// From --format, else from the file's suffix, else PNG.
Result<ChartFormat> readFormat(const QString &given, const QString &out, bool intoFolder)
{
    const QString suffix = intoFolder ? QString() : QFileInfo(out).suffix().toLower();
    const auto fromSuffix = chartFormatFromId(suffix);
    if (given.isEmpty())
        return fromSuffix ? *fromSuffix : ChartFormat::Png;
    const auto format = chartFormatFromId(given);
    if (!format)
        return problem(u"--format"_s, u"\"%1\" is not a picture format; write png or svg"_s.arg(given));
    if (fromSuffix && suffix != given)
        return problem(u"--out"_s, u"\"%1\" does not end in .%2, as --format asks for"_s.arg(out, given));
    return *format;
}

Result<Arguments> readRender(Arguments result, const QCommandLineParser &parser, const Options &options)
{
    for (const QCommandLineOption *needed : {&options.chart, &options.out})
        if (parser.value(*needed).isEmpty())
            return problem(u"--render"_s, u"needs --%1 %2 too"_s.arg(needed->names().first(), needed->valueName()));
    if (!parser.positionalArguments().isEmpty() || result.demo)
        return problem(u"--render"_s, u"draws one session; leave out URLs, other files and --demo"_s);

    RenderRequest request;
    request.session = parser.value(options.render);
    if (request.session.isEmpty())
        return problem(u"--render"_s, u"no session was given; write --render SESSION.sweep"_s);
    const auto kinds = readKinds(parser.value(options.chart));
    if (!kinds.ok())
        return kinds.problem();
    request.kinds = *kinds;
    request.out = parser.value(options.out);
    const QFileInfo out(request.out);
    const bool all = request.kinds.size() > 1;
    if (all && ((out.exists() && !out.isDir()) || chartFormatFromId(out.suffix().toLower())))
        return problem(u"--out"_s, u"\"%1\" is a file; several charts need a folder"_s.arg(request.out));
    request.intoFolder = all || out.isDir() || request.out.endsWith(u'/');
    const auto format = readFormat(parser.value(options.format), request.out, request.intoFolder);
    if (!format.ok())
        return format.problem();
    request.options.format = *format;
    if (parser.isSet(options.size)) {
        const auto size = parseSize(parser.value(options.size));
        if (!size.ok())
            return size.problem();
        request.options.size = *size;
    }
    if (parser.isSet(options.scale)) {
        const auto scale = parseScale(parser.value(options.scale));
        if (!scale.ok())
            return scale.problem();
        request.options.scale = *scale;
    }
    result.render = request;
    result.action = Arguments::Action::Render;
    return result;
}

} // namespace

Result<Arguments> parseArguments(const QStringList &arguments)
{
    const Options options;
    QCommandLineParser parser;
    parser.addOptions({options.help, options.version, options.demo, options.render, options.chart, options.out, options.format,
                       options.size, options.scale});
    if (!parser.parse(QStringList(u"sweepbench"_s) + arguments)) {
        QString text = parser.errorText();
        while (text.endsWith(u'.'))
            text.chop(1);
        return problem(QString(), text + u"; --help lists what there is"_s);
    }
    Arguments result;
    result.demo = parser.isSet(options.demo);
    if (parser.isSet(options.help)) {
        result.action = Arguments::Action::Help;
        return result;
    }
    if (parser.isSet(options.version)) {
        result.action = Arguments::Action::Version;
        return result;
    }
    if (parser.isSet(options.render))
        return readRender(std::move(result), parser, options);
    for (const QCommandLineOption *option : {&options.chart, &options.out, &options.format, &options.size, &options.scale})
        if (parser.isSet(*option))
            return problem(u"--"_s + option->names().first(), u"belongs to --render SESSION.sweep, which is missing"_s);
    return readPositional(std::move(result), parser.positionalArguments());
}

QString helpText()
{
    return uR"(Sweepbench compares HTTP servers: repeated trials, intervals, charts.

Usage:
  sweepbench [--demo] [URL...] [SESSION.sweep | PLAN.plan.json]
      opens the window: with two embedded servers, with these URLs filled in,
      or with this session or plan
  sweepbench --render SESSION.sweep --chart CHART --out PATH [options]
      draws charts into files, without a display

Options:
  --demo            compare the two embedded servers, one with a known delay
  --render SESSION  draw charts of this session
  --chart CHART     sweep, throughput, latency, reduction or all
  --out PATH        file for one chart; folder for all (made where missing)
  --format FORMAT   png or svg (default: by the file's suffix, else png)
  --size SIZE       width x height in pixels (default 1200x700)
  --scale FACTOR    device pixels per pixel of a PNG, 0.25 to 8 (default 1)
  -V, --version     print the version
  -h, --help        print this

Exit codes: 0 done, 2 usage error or a file that can't be read or written.
Without a window: sweepbench-cli.
)"_s;
}

} // namespace sweepbench
