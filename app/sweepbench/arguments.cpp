// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench/arguments.h"

#include "app/sweepbench/renderarguments.h"
#include "app/sweepbench/reportarguments.h"
#include "core/model/httpurl.h"

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

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

/// The first of these options that was given, as it is written.
std::optional<QString> firstOf(const QList<QCommandLineOption> &options, const QCommandLineParser &parser)
{
    for (const QCommandLineOption &option : options)
        if (parser.isSet(option))
            return u"--"_s + option.names().first();
    return std::nullopt;
}

/// Charts or the report, without a window.
Result<Arguments> readDrawing(Arguments result, const QCommandLineParser &parser, const Options &options)
{
    if (parser.isSet(options.render) && parser.isSet(options.report))
        return problem(u"--report"_s, u"was given beside --render; give one of them"_s);
    if (parser.isSet(options.render)) {
        if (const auto stray = firstOf(options.ofReport(), parser))
            return problem(*stray, u"belongs to --report; --render takes --chart"_s);
        const auto request = readRender(parser, options);
        if (!request.ok())
            return request.problem();
        result.render = *request;
        result.action = Arguments::Action::Render;
        return result;
    }
    if (const auto stray = firstOf(options.ofRender(), parser))
        return problem(*stray, u"belongs to --render; --report takes --charts, --theme and --out"_s);
    const auto request = readReport(parser, options);
    if (!request.ok())
        return request.problem();
    result.report = *request;
    result.action = Arguments::Action::Report;
    return result;
}

} // namespace

Result<Arguments> parseArguments(const QStringList &arguments)
{
    const Options options;
    QCommandLineParser parser;
    parser.addOptions(options.all());
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
    if (parser.isSet(options.render) || parser.isSet(options.report))
        return readDrawing(std::move(result), parser, options);
    if (const auto stray = firstOf(options.ofRender() + options.ofReport() + options.ofBoth(), parser))
        return problem(*stray, *stray == u"--charts" ? u"belongs to --report SESSION.sweep, which is missing"_s
                                                     : u"belongs to --render SESSION.sweep or --report SESSION.sweep, which is missing"_s);
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
  sweepbench --report SESSION.sweep --out FILE.html [options]
      writes one page to read, print and send: verdict, charts, tables, plan

Options:
  --demo            compare the two embedded servers, one with a known delay
  --render SESSION  draw charts of this session
  -o, --out PATH    file for one chart; folder for all (made where missing)
  --chart CHART     sweep, throughput, latency, percentiles, distribution,
                    histogram, boxes, phases, errors, forest, pairs, reduction,
                    heatmap or all
  --format FORMAT   png, svg or pdf (default: by the file's suffix, else png)
  --preset PRESET   size and scale for a readme, slide or paper (one column)
  --size SIZE       width x height in pixels (default 1200x700); in a PDF
                    96 pixels are an inch
  --scale FACTOR    device pixels per pixel of a PNG, 0.25 to 8 (default 1)
  --theme THEME     light or dark (default light)
  --transparent     no background
  --outlines        letters as shapes in SVG and PDF: they look alike
                    everywhere, and can't be searched
  --title TEXT      in place of the chart's own title; so --subtitle TEXT and
                    --caption TEXT; "" leaves it out
  --csv             what the chart shows, as a table beside it
  --report SESSION  write the report of this session
  --charts CHARTS   its charts, with commas between them, all or none (default:
                    those that have something to show); --theme auto, light or
                    dark (default auto: as its reader's system is set)
  -V, --version     print the version
  -h, --help        print this

Exit codes: 0 done, 2 usage error or a file that can't be read or written.
Without a window: sweepbench-cli.
)"_s;
}

} // namespace sweepbench
