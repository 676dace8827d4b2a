// SPDX-License-Identifier: GPL-3.0-or-later
// Single requests of a report, as histograms, a series and a summary.
// Thread contract: a Samples belongs to one thread.
#pragma once

#include "core/import/importedrun.h"

#include <optional>
#include <vector>

namespace sweepbench {

struct ImportedSample
{
    qint64 timeNs = 0;
    qint64 firstByteNs = 0;
    qint64 startNs = -1; ///< on any clock; -1: not told
    int status = 0;      ///< 0: not told
};

class Samples
{
public:
    void add(const ImportedSample &sample) { m_samples.push_back(sample); }
    std::size_t count() const { return m_samples.size(); }
    std::optional<qint64> firstStartNs() const;
    /// Sets the run's counts, statuses, histograms, series in steps of \a stepNs by start, and the report's figures over all answers.
    void into(ImportedRun &run, qint64 stepNs) const;

private:
    void addSeries(Trial &trial, qint64 stepNs) const;
    std::vector<ImportedSample> m_samples;
};

} // namespace sweepbench
