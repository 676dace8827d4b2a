// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of a benchmark: what can't be read ends the program, before anything is measured, with code 2 and one line on
// standard error that says what would be right.
// Thread contract: main thread, before anything else was started.
#pragma once

#include "core/model/result.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <chrono>

namespace sweepbench::bench {

[[noreturn]] void refuse(const Problem &problem);

/// Reads the arguments, after --help was added. Refused: options that are not known or lack their value, and more than
/// \a mostPositional arguments that are no option.
void readOptions(QCommandLineParser &parser, const QCoreApplication &app, int mostPositional = 0);

/// The option's value as a whole number from \a low to \a high.
int wholeOption(const QCommandLineParser &parser, const QString &name, int low, int high);
/// The option's value as a time: "0.25", "250ms".
std::chrono::nanoseconds timeOption(const QCommandLineParser &parser, const QString &name, std::chrono::nanoseconds low,
                                    std::chrono::nanoseconds high);
/// The first argument that is no option, as a whole number; \a otherwise where there is none.
int wholeArgument(const QCommandLineParser &parser, const QString &name, int low, int high, int otherwise);

} // namespace sweepbench::bench
