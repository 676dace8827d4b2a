// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench/renderarguments.h"

#include "ui/chartpreset.h"

#include <QFileInfo>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// Which charts: one name, or all.
Result<std::vector<ChartKind>> readKinds(const QString &text)
{
    if (text == u"all")
        return std::vector<ChartKind>(allChartKinds.begin(), allChartKinds.end());
    if (const auto kind = chartKindFromId(text))
        return std::vector<ChartKind>{*kind};
    return Problem{u"--chart"_s, u"\"%1\" is not a chart; write one of %2, or all"_s.arg(text, chartKindIds())};
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
        return Problem{u"--format"_s, u"\"%1\" is not a picture format; write png, svg or pdf"_s.arg(given)};
    if (fromSuffix && suffix != given)
        return Problem{u"--out"_s, u"\"%1\" does not end in .%2, as --format asks for"_s.arg(out, given)};
    return *format;
}

/// Size and scale: a preset's, or those given.
std::optional<Problem> readSize(RenderOptions &result, const QCommandLineParser &parser, const Options &options)
{
    if (parser.isSet(options.preset)) {
        const auto preset = chartPresetFromId(parser.value(options.preset));
        if (!preset)
            return Problem{u"--preset"_s, u"\"%1\" is not a preset; write readme, slide or paper"_s.arg(parser.value(options.preset))};
        if (parser.isSet(options.size))
            return Problem{u"--size"_s, u"\"%1\" was given beside --preset %2; give one of them"_s.arg(parser.value(options.size),
                                                                                                   parser.value(options.preset))};
        result.size = presetSize(*preset);
        result.scale = presetScale(*preset);
    }
    if (parser.isSet(options.size)) {
        const auto size = parseSize(parser.value(options.size));
        if (!size.ok())
            return size.problem();
        result.size = *size;
    }
    if (parser.isSet(options.scale)) {
        const auto scale = parseScale(parser.value(options.scale));
        if (!scale.ok())
            return scale.problem();
        result.scale = *scale;
    }
    return std::nullopt;
}

/// What the picture looks like, and what it says.
std::optional<Problem> readLook(RenderOptions &result, const QCommandLineParser &parser, const Options &options)
{
    if (parser.isSet(options.theme)) {
        const QString theme = parser.value(options.theme);
        if (theme != u"light" && theme != u"dark")
            return Problem{u"--theme"_s, u"\"%1\" is not a theme of a chart; write light or dark"_s.arg(theme)};
        result.theme = theme == u"dark" ? ChartTheme::Dark : ChartTheme::Light;
    }
    result.transparent = parser.isSet(options.transparent);
    result.outlines = parser.isSet(options.outlines);
    if (result.outlines && result.format == ChartFormat::Png)
        return Problem{u"--outlines"_s, u"was given for a PNG, which has pixels only; write --format svg or pdf"_s};
    for (const auto &[option, words] : {std::pair{&options.title, &result.words.title}, {&options.subtitle, &result.words.subtitle},
                                        {&options.caption, &result.words.caption}})
        if (parser.isSet(*option))
            *words = parser.value(*option);
    return std::nullopt;
}

} // namespace

Result<RenderRequest> readRender(const QCommandLineParser &parser, const Options &options)
{
    for (const QCommandLineOption *needed : {&options.chart, &options.out})
        if (parser.value(*needed).isEmpty())
            return Problem{u"--render"_s, u"needs --%1 %2 too"_s.arg(needed->names().first(), needed->valueName())};
    if (!parser.positionalArguments().isEmpty() || parser.isSet(options.demo))
        return Problem{u"--render"_s, u"draws one session; leave out URLs, other files and --demo"_s};

    RenderRequest request;
    request.session = parser.value(options.render);
    if (request.session.isEmpty())
        return Problem{u"--render"_s, u"no session was given; write --render SESSION.sweep"_s};
    const auto kinds = readKinds(parser.value(options.chart));
    if (!kinds.ok())
        return kinds.problem();
    request.kinds = *kinds;
    request.out = parser.value(options.out);
    const QFileInfo out(request.out);
    const bool all = request.kinds.size() > 1;
    if (all && ((out.exists() && !out.isDir()) || chartFormatFromId(out.suffix().toLower())))
        return Problem{u"--out"_s, u"\"%1\" is a file; several charts need a folder"_s.arg(request.out)};
    request.intoFolder = all || out.isDir() || request.out.endsWith(u'/');
    const auto format = readFormat(parser.value(options.format), request.out, request.intoFolder);
    if (!format.ok())
        return format.problem();
    request.options.format = *format;
    if (const auto problem = readSize(request.options, parser, options))
        return *problem;
    if (const auto problem = readLook(request.options, parser, options))
        return *problem;
    request.csv = parser.isSet(options.csv);
    return request;
}

} // namespace sweepbench
