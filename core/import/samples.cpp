// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/samples.h"

#include "core/session/blob.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sweepbench {

namespace {

bool isGood(const ImportedSample &sample)
{
    return sample.status < 400;
}

/// Nearest rank; \a times are sorted and not empty.
qint64 quantileOfSorted(const std::vector<qint64> &times, double q)
{
    const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(q * static_cast<double>(times.size()) - 1e-9)));
    return times[std::min(rank, times.size()) - 1];
}

} // namespace

std::optional<qint64> Samples::firstStartNs() const
{
    std::optional<qint64> first;
    for (const ImportedSample &sample : m_samples)
        if (sample.startNs >= 0)
            first = std::min(first.value_or(sample.startNs), sample.startNs);
    return first;
}

void Samples::addSeries(Trial &trial, qint64 stepNs) const
{
    const auto first = firstStartNs();
    if (!first)
        return;
    std::map<qint64, std::vector<qint64>> good; // times by step
    std::map<qint64, qint64> errors;
    for (const ImportedSample &sample : m_samples) {
        const qint64 step = (sample.startNs - *first) / stepNs;
        if (sample.startNs < 0 || step >= mostSeriesPoints)
            return;
        if (isGood(sample))
            good[step].push_back(sample.timeNs);
        else
            ++errors[step];
    }
    const qint64 last = std::max(good.empty() ? 0 : good.rbegin()->first, errors.empty() ? 0 : errors.rbegin()->first);
    for (qint64 step = 0; step <= last; ++step) {
        SeriesPoint point;
        point.startNs = step * stepNs;
        point.spanNs = stepNs;
        point.errors = errors.contains(step) ? errors[step] : 0;
        if (const auto found = good.find(step); found != good.end()) {
            std::vector<qint64> &times = found->second;
            std::sort(times.begin(), times.end());
            point.requests = static_cast<qint64>(times.size());
            point.p50Ns = quantileOfSorted(times, 0.5);
            point.p99Ns = quantileOfSorted(times, 0.99);
        }
        trial.series.push_back(point);
    }
}

void Samples::into(ImportedRun &run, qint64 stepNs) const
{
    Trial &trial = run.trial;
    Histogram good;
    Histogram bad;
    Histogram firstByte;
    Histogram all;
    for (const ImportedSample &sample : m_samples) {
        all.record(sample.timeNs);
        (isGood(sample) ? good : bad).record(sample.timeNs);
        if (isGood(sample))
            firstByte.record(sample.firstByteNs);
        else
            ++trial.errors[ErrorKind::Status];
        if (sample.status > 0)
            ++trial.status[sample.status];
    }
    trial.requests = static_cast<qint64>(good.count());
    trial.latency = good.distribution();
    trial.statusLatency = bad.distribution();
    trial.firstByte = firstByte.distribution();
    ImportedFigures &figures = run.figures();
    figures.answers = static_cast<qint64>(m_samples.size());
    if (!m_samples.empty()) {
        const Distribution both = all.distribution();
        figures.minNs = static_cast<double>(both.minNs);
        figures.maxNs = static_cast<double>(both.maxNs);
        figures.meanNs = meanNs(both);
        figures.stdevNs = stdevNs(both);
        std::vector<qint64> times;
        for (const ImportedSample &sample : m_samples)
            times.push_back(sample.timeNs);
        std::sort(times.begin(), times.end());
        for (const double q : {0.5, 0.75, 0.9, 0.95, 0.99})
            figures.quantilesNs.emplace(q, static_cast<double>(quantileOfSorted(times, q)));
    }
    addSeries(trial, stepNs);
}

} // namespace sweepbench
