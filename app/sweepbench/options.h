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
    QCommandLineOption out = valued({QStringLiteral("out"), QStringLiteral("o")}, QStringLiteral("PATH"));
    // Of pictures:
    QCommandLineOption chart = valued({QStringLiteral("chart")}, QStringLiteral("CHART"));
    QCommandLineOption format = valued({QStringLiteral("format")}, QStringLiteral("FORMAT"));
    QCommandLineOption preset = valued({QStringLiteral("preset")}, QStringLiteral("PRESET"));
    QCommandLineOption size = valued({QStringLiteral("size")}, QStringLiteral("SIZE"));
    QCommandLineOption scale = valued({QStringLiteral("scale")}, QStringLiteral("FACTOR"));
    QCommandLineOption theme = valued({QStringLiteral("theme")}, QStringLiteral("THEME"));
    QCommandLineOption transparent = flag(QStringLiteral("transparent"));
    QCommandLineOption outlines = flag(QStringLiteral("outlines"));
    QCommandLineOption title = valued({QStringLiteral("title")}, QStringLiteral("TEXT"));
    QCommandLineOption subtitle = valued({QStringLiteral("subtitle")}, QStringLiteral("TEXT"));
    QCommandLineOption caption = valued({QStringLiteral("caption")}, QStringLiteral("TEXT"));
    QCommandLineOption csv = flag(QStringLiteral("csv"));

    QList<QCommandLineOption> ofRender() const
    {
        return {chart, out, format, preset, size, scale, theme, transparent, outlines, title, subtitle, caption, csv};
    }
    QList<QCommandLineOption> all() const
    {
        return QList<QCommandLineOption>{help, version, demo, render} + ofRender();
    }
};

} // namespace sweepbench
