// SPDX-License-Identifier: GPL-3.0-or-later
// Words in charts: made harmless for files, fitted to the room there is.
// Thread contract: pure functions; those that take a font need a QGuiApplication.
#pragma once

#include "core/model/plan.h"

#include <QFont>
#include <QStringList>

namespace sweepbench {

/// One line of text that every file format can hold: control characters, lone surrogates, non-characters and direction
/// overrides go (XML 1.0, section 2.2, Char), runs of white space become one blank.
QString cleanText(const QString &text);
/// Lines no wider than \a width; words that are wider alone (URLs) are broken.
QStringList wrappedText(const QString &text, const QFont &font, double width);
/// The text, with "…" in its middle where it is wider than \a width: ends tell names apart.
QString fittedText(const QString &text, const QFont &font, double width);
/// The target's cleaned name, its URL without user and password where it has none.
QString shownName(const Plan &plan, int target);
QStringList targetNames(const Plan &plan);
/// "nginx vs Apache httpd"; from four names on commas.
QString namesTitle(const QStringList &names);
/// The same in \a width: the longest names are elided first.
QString fittedNames(const QStringList &names, const QFont &font, double width);

} // namespace sweepbench
