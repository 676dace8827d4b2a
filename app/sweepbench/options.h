// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the window program, shared by what reads them.
// Thread contract: plain values.
#pragma once

#include <QCommandLineOption>
#include <QCommandLineParser>

namespace sweepbench {

/// Values have no defaults here, so that isSet() tells what was given.
struct Options
{
    static QCommandLineOption flag(const QString &name) { return QCommandLineOption(name); }
    static QCommandLineOption valued(const QStringList &names, const QString &value) { return {names, QString(), value}; }

    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")}};
    QCommandLineOption version{{QStringLiteral("V"), QStringLiteral("version")}};
    QCommandLineOption demo = flag(QStringLiteral("demo"));
    QCommandLineOption render = valued({QStringLiteral("render")}, QStringLiteral("SESSION"));
    QCommandLineOption report = valued({QStringLiteral("report")}, QStringLiteral("SESSION"));
    // Of pictures and of the report:
    QCommandLineOption out = valued({QStringLiteral("out"), QStringLiteral("o")}, QStringLiteral("PATH"));
    QCommandLineOption theme = valued({QStringLiteral("theme")}, QStringLiteral("THEME"));
    // Of pictures:
    QCommandLineOption chart = valued({QStringLiteral("chart")}, QStringLiteral("CHART"));
    QCommandLineOption format = valued({QStringLiteral("format")}, QStringLiteral("FORMAT"));
    QCommandLineOption preset = valued({QStringLiteral("preset")}, QStringLiteral("PRESET"));
    QCommandLineOption size = valued({QStringLiteral("size")}, QStringLiteral("SIZE"));
    QCommandLineOption scale = valued({QStringLiteral("scale")}, QStringLiteral("FACTOR"));
    QCommandLineOption transparent = flag(QStringLiteral("transparent"));
    QCommandLineOption outlines = flag(QStringLiteral("outlines"));
    QCommandLineOption title = valued({QStringLiteral("title")}, QStringLiteral("TEXT"));
    QCommandLineOption subtitle = valued({QStringLiteral("subtitle")}, QStringLiteral("TEXT"));
    QCommandLineOption caption = valued({QStringLiteral("caption")}, QStringLiteral("TEXT"));
    QCommandLineOption csv = flag(QStringLiteral("csv"));
    // Of the report:
    QCommandLineOption charts = valued({QStringLiteral("charts")}, QStringLiteral("CHARTS"));

    QList<QCommandLineOption> ofRender() const
    {
        return {chart, format, preset, size, scale, transparent, outlines, title, subtitle, caption, csv};
    }
    QList<QCommandLineOption> ofReport() const { return {charts}; }
    QList<QCommandLineOption> ofBoth() const { return {out, theme}; }
    QList<QCommandLineOption> all() const
    {
        return QList<QCommandLineOption>{help, version, demo, render, report} + ofRender() + ofReport() + ofBoth();
    }
};

} // namespace sweepbench
