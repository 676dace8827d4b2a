// SPDX-License-Identifier: GPL-3.0-or-later
// What has to hold in every trial of a session: the same checks before a trial is written and after one was read, so that
// whatever can be saved can be opened, and figures from a file of any origin can be added up and drawn without further care.
// Thread contract: pure functions; a SessionTotals belongs to one thread.
#pragma once

#include "core/model/session.h"
#include "core/stats/histogram.h"

#include <QString>

#include <optional>
#include <vector>

namespace sweepbench {

/// Trials of a session, at most (a plan may not ask for more either).
inline constexpr int mostTrials = 1'000'000;
/// Characters of one text in a file, at most.
inline constexpr qsizetype mostTextLength = 1024 * 1024;

bool isSane(const Distribution &distribution);
bool isSane(const std::vector<SeriesPoint> &series);

/// Sums over the trials so far: they are kept within 64 bits, so that nobody who adds trials up later overflows.
class SessionTotals
{
public:
    /// What is wrong with the next trial of this plan ("sent is 5, but …"); empty when nothing is, and the trial is added.
    QString add(const Trial &trial, const Plan &plan);
    int trials() const { return m_trials; }

private:
    int m_trials = 0;
    qint64 m_sent = 0;
    qint64 m_bytesReceived = 0;
    qint64 m_bytesSent = 0;
    qint64 m_durationNs = 0;
};

} // namespace sweepbench
