// SPDX-License-Identifier: GPL-3.0-or-later
// Reports as text: their lines and the numbers in them.
// Thread contract: pure functions; a TextLines belongs to one thread and must not outlive its text.
#pragma once

#include "core/model/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <chrono>
#include <initializer_list>
#include <optional>

namespace sweepbench {

inline constexpr qint64 mostImportedCount = 1'000'000'000'000'000; ///< of requests or bytes in one report
inline constexpr double mostImportedNs = 366.0 * 24 * 3600 * 1e9;  ///< of any time in one report: a year

/// The lines of a text, whatever their ends are.
class TextLines
{
public:
    explicit TextLines(QByteArrayView text) : m_rest(text) {}
    bool next();
    QByteArrayView line() const { return m_line; }  ///< without its end, and without blanks there
    QByteArrayView trimmed() const { return m_line.trimmed(); }
    qint64 number() const { return m_number; }      ///< from 1
    bool terminated() const { return m_terminated; } ///< false of a last line that has no end
    Problem problem(const QString &text) const;     ///< field: "line 12"

private:
    QByteArrayView m_rest;
    QByteArrayView m_line;
    qint64 m_number = 0;
    bool m_terminated = false;
};

/// A decimal number without sign, as C and Go print it; absent for anything else, NaN and infinity too.
std::optional<double> decimalOf(QByteArrayView text);
/// A whole number from 0 to mostImportedCount.
std::optional<qint64> countOfText(QByteArrayView text);

/// Adds to a sum of counts; false where that would be beyond mostImportedCount.
bool addCount(qint64 &sum, qint64 count);

struct TextUnit
{
    const char *name;
    double size;
};
/// "612.34us": a number with one of these units, no blank in between; absent for anything else.
std::optional<double> quantityOf(QByteArrayView text, std::initializer_list<TextUnit> units);

/// What stands behind "Name:" of a line that begins so; absent of other lines. \a name comes with its colon.
std::optional<QByteArrayView> valueBehind(QByteArrayView line, QByteArrayView name);

/// The text in quotes for a message: on one line and short.
QString shown(QByteArrayView text);
/// A text from a report fit to be stored and shown: valid Unicode on one line, at most \a most characters.
QString cleanedUtf8(QByteArrayView text, qsizetype most = 2000);
QString cleaned(const QString &text, qsizetype most = 2000);

/// A span of time out of seconds, where it is one that a trial can have.
std::optional<std::chrono::nanoseconds> spanOf(double seconds);

} // namespace sweepbench
