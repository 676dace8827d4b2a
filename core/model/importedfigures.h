// SPDX-License-Identifier: GPL-3.0-or-later
// What another tool's report says of a run, where a trial of our own would have counted and timed it itself.
// Thread contract: plain values.
#pragma once

#include <QString>

#include <map>
#include <optional>

namespace sweepbench {

/// Times are in nanoseconds, and of all answers of the tool, whatever their status. What the report does not say is absent.
struct ImportedFigures
{
    QString tool; ///< "ab", "wrk", "wrk2", "hey", "oha", "k6", "vegeta", "autocannon", "sweepbench"
    QString file; ///< the report's name, without its folder

    // Which of the trial's counts the report tells. The others are 0 and mean nothing.
    bool tellsRequests = false;
    bool tellsErrors = false;
    bool tellsSent = false; ///< what was cancelled too
    bool tellsBytesReceived = false;
    bool tellsBytesSent = false;

    std::optional<qint64> answers;    ///< complete answers, whatever their status
    std::optional<double> printedRps; ///< as the report has it: with answers that the trial counts as errors
    std::optional<double> rps;        ///< expected answers per second
    std::optional<double> bytesPerS;  ///< received, heads included
    std::optional<qint64> bodyBytes;  ///< received, where the report counts bodies alone
    std::optional<double> minNs;
    std::optional<double> meanNs;
    std::optional<double> stdevNs;
    std::optional<double> maxNs;
    std::optional<double> firstByteNs;   ///< mean, from a ready connection to the first byte
    std::map<double, double> quantilesNs; ///< by fraction: 0.99
    qint64 resolutionNs = 0;             ///< times are rounded to it; 0: to so little that it does not matter

    /// The report's own quantile, never one in between.
    std::optional<double> quantile(double fraction) const;
    bool operator==(const ImportedFigures &) const = default;
};

} // namespace sweepbench
