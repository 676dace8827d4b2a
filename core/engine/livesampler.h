// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the recorders' growing counts into points over time.
// Thread contract: lives in the runner's thread; reads the recorders while their workers write (see Recorder).
#pragma once

#include "core/engine/recorder.h"
#include "core/model/trial.h"

#include <vector>

namespace sweepbench {

class LiveSampler
{
public:
    explicit LiveSampler(std::size_t pointsPerPeriod = 36'000) : m_pointsPerPeriod(pointsPerPeriod) {}

    /// A trial begins at \a start; its warm-up ends at \a warmupEnd.
    void begin(std::vector<const Recorder *> recorders, Instant start, Instant warmupEnd);
    /// What has happened since the sample before.
    void sample(Instant now);
    /// How long after the last sample the next one is to be taken: 100 ms at first, an hour long, and twice as long after each
    /// pointsPerPeriod. So a trial of a hundred hours has a quarter of a million points (16 MB) and not 3.6 million.
    Nanoseconds period() const;
    const std::vector<SeriesPoint> &series() const { return m_series; }
    std::vector<SeriesPoint> takeSeries();

private:
    std::size_t m_pointsPerPeriod;
    std::vector<const Recorder *> m_recorders;
    Instant m_start;
    Instant m_warmupEnd;
    Instant m_last;
    LiveCounts m_before;
    LiveCounts m_now;
    std::vector<SeriesPoint> m_series;
};

} // namespace sweepbench
