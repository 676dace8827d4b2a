// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/steadiness.h"

#include "core/stats/distributions.h"
#include "core/stats/moments.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sweepbench {

namespace {

/// Two-sided p of estimate = 0. A standard error of 0 counts as one of rounding: values that agree to the last digit are steady
/// where they are 0, and not where they are something else.
std::optional<double> pOf(double estimate, double standardError, int degrees)
{
    return tTwoSidedP(estimate / std::max(standardError, roundingOfLogs), degrees);
}

std::vector<SeriesPoint> measuredSpans(const std::vector<SeriesPoint> &series)
{
    std::vector<SeriesPoint> spans;
    std::copy_if(series.begin(), series.end(), std::back_inserter(spans), [](const SeriesPoint &point) {
        return !point.warmup && point.spanNs > 0 && point.requests >= 0;
    });
    return spans;
}

/// Requests per ns between two points of the time that the spans add up to.
double rateWithin(const std::vector<SeriesPoint> &spans, double fromNs, double toNs)
{
    double requests = 0;
    double startNs = 0;
    for (const SeriesPoint &span : spans) {
        const double spanNs = static_cast<double>(span.spanNs);
        const double overlapNs = std::min(toNs, startNs + spanNs) - std::max(fromNs, startNs);
        requests += static_cast<double>(span.requests) * std::max(0.0, overlapNs) / spanNs;
        startNs += spanNs;
    }
    return requests / (toNs - fromNs);
}

/// Means of whole batches; a rest at the end is left out.
std::vector<double> batchMeans(const std::vector<double> &values, std::size_t batch)
{
    std::vector<double> means;
    for (std::size_t start = 0; start + batch <= values.size(); start += batch) {
        double sum = 0;
        for (std::size_t i = start; i < start + batch; ++i)
            sum += values[i];
        means.push_back(sum / static_cast<double>(batch));
    }
    return means;
}

bool allFinite(const std::vector<double> &values)
{
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

} // namespace

std::optional<double> lateOverEarly(const std::vector<SeriesPoint> &series)
{
    const std::vector<SeriesPoint> spans = measuredSpans(series);
    if (spans.size() < leastSpans)
        return std::nullopt;
    double wholeNs = 0;
    for (const SeriesPoint &span : spans)
        wholeNs += static_cast<double>(span.spanNs);
    const double early = rateWithin(spans, 0, wholeNs / 4);
    const double late = rateWithin(spans, wholeNs / 2, wholeNs);
    if (!(early > 0) || !(late > 0))
        return std::nullopt;
    return std::log(late / early);
}

std::optional<WarmupCheck> checkWarmup(const std::vector<double> &lateOverEarlyLogs)
{
    if (lateOverEarlyLogs.empty() || !allFinite(lateOverEarlyLogs))
        return std::nullopt;
    const Moments moments = momentsOf(lateOverEarlyLogs);
    WarmupCheck check;
    check.trials = moments.n;
    check.meanLog = moments.mean;
    check.p = pOf(moments.mean, moments.standardError(), moments.n - 1);
    check.tooShort = std::abs(check.meanLog) > std::log1p(warmupTolerance) && check.p && *check.p < steadinessAlpha;
    return check;
}

std::optional<WarmupCheck> checkWarmup(const std::vector<const Trial *> &trials)
{
    std::vector<double> logs;
    for (const Trial *trial : trials)
        if (const std::optional<double> log = lateOverEarly(trial->series))
            logs.push_back(*log);
    return checkWarmup(logs);
}

std::optional<std::size_t> mserTruncation(const std::vector<double> &values, std::size_t batch)
{
    constexpr std::size_t leastBatches = 10;
    if (batch == 0 || !allFinite(values))
        return std::nullopt;
    const std::vector<double> means = batchMeans(values, batch);
    const std::size_t n = means.size();
    if (n < leastBatches)
        return std::nullopt;
    // From the end to the start, so that each truncation point adds one value to the moments of those behind it
    // (B. P. Welford, Note on a method for calculating corrected sums of squares and products, 1962).
    double mean = 0;
    double squares = 0;
    double smallest = 0;
    std::size_t best = n;
    for (std::size_t kept = 1; kept <= n; ++kept) {
        const double difference = means[n - kept] - mean;
        mean += difference / static_cast<double>(kept);
        squares += difference * (means[n - kept] - mean);
        // The second half is not looked at: few values are alike by chance.
        if (kept < n - n / 2)
            continue;
        const double error = squares / (static_cast<double>(kept) * static_cast<double>(kept));
        if (best == n || error <= smallest) {
            smallest = error;
            best = n - kept;
        }
    }
    return best < n / 2 ? std::optional(best * batch) : std::nullopt;
}

std::optional<qint64> settledAtNs(const std::vector<SeriesPoint> &series)
{
    constexpr std::size_t enoughForBatches = 50;
    std::vector<double> rates;
    for (const SeriesPoint &point : series) {
        if (point.spanNs <= 0)
            return std::nullopt;
        rates.push_back(static_cast<double>(point.requests) / static_cast<double>(point.spanNs));
    }
    const std::optional<std::size_t> first = mserTruncation(rates, rates.size() < enoughForBatches ? 1 : 5);
    return first ? std::optional(*first == 0 ? 0 : series[*first].startNs) : std::nullopt;
}

std::optional<Drift> driftOver(const std::vector<BlockValue> &values)
{
    if (values.empty())
        return std::nullopt;
    const double n = static_cast<double>(values.size());
    double meanBlock = 0;
    double meanValue = 0;
    for (const BlockValue &value : values) {
        meanBlock += value.block / n;
        meanValue += value.value / n;
    }
    double blockSquares = 0;
    double products = 0;
    for (const BlockValue &value : values) {
        blockSquares += (value.block - meanBlock) * (value.block - meanBlock);
        products += (value.block - meanBlock) * (value.value - meanValue);
    }
    if (!(blockSquares > 0) || !std::isfinite(products))
        return std::nullopt;
    const double slope = products / blockSquares;
    double residualSquares = 0;
    for (const BlockValue &value : values)
        residualSquares += std::pow(value.value - meanValue - slope * (value.block - meanBlock), 2);
    const int degrees = static_cast<int>(values.size()) - 2;
    const auto [first, last] = std::minmax_element(values.begin(), values.end(), [](const BlockValue &a, const BlockValue &b) {
        return a.block < b.block;
    });
    Drift drift;
    drift.blocks = static_cast<int>(values.size());
    drift.logChange = slope * (last->block - first->block);
    drift.p = pOf(slope, std::sqrt(residualSquares / std::max(1, degrees) / blockSquares), degrees);
    drift.drifts = std::abs(drift.logChange) > std::log1p(driftTolerance) && drift.p && *drift.p < steadinessAlpha;
    return drift;
}

std::optional<Drift> driftOver(const std::vector<double> &values)
{
    std::vector<BlockValue> byBlock;
    for (const double value : values)
        byBlock.push_back({static_cast<int>(byBlock.size()), value});
    return driftOver(byBlock);
}

} // namespace sweepbench
