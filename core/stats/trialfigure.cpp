// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/trialfigure.h"

#include "core/stats/analysis.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

/// Per second, from nanoseconds: short trials must not lose their fraction of a second.
std::optional<double> perSecond(qint64 amount, std::chrono::nanoseconds duration)
{
    if (duration.count() <= 0 || amount < 0)
        return std::nullopt;
    return static_cast<double>(amount) * 1e9 / static_cast<double>(duration.count());
}

/// Nothing that a trial measures in nanoseconds comes near this (31 years); what does is a damaged file.
constexpr double implausibleNs = 1e18;

std::optional<double> plausible(std::optional<double> ns)
{
    return ns && *ns >= 0 && *ns < implausibleNs ? ns : std::nullopt;
}

/// What stands in for the latency histogram of an imported trial that has none; nullptr for every other time.
const ImportedFigures *reportOf(const Trial &trial, const Distribution &times)
{
    return trial.imported && &times == &trial.latency && times.count == 0 ? &*trial.imported : nullptr;
}

} // namespace

qint64 answersNeeded(Metric metric)
{
    if (metric == Metric::P99Ns)
        return 1000;
    return metric == Metric::P999Ns ? 10'000 : 0;
}

TrialQuantile trialQuantile(const Trial &trial, const Distribution &times, double q)
{
    if (const ImportedFigures *report = reportOf(trial, times))
        return {plausible(report->quantile(q)), false};
    const double answers = static_cast<double>(times.count);
    const qint64 timedOut = std::max<qint64>(0, trial.errors[ErrorKind::Timeout])
        + std::max<qint64>(0, trial.errors[ErrorKind::ConnectTimeout]);
    if (times.count == 0)
        return {std::nullopt, timedOut > 0};
    if (timedOut == 0)
        return {plausible(quantileNs(times, q)), false};
    const double rank = std::max(1.0, std::ceil(q * (answers + static_cast<double>(timedOut))));
    if (rank > answers)
        return {std::nullopt, true};
    // Half a rank lower, so that rounding can't move the fraction past the rank that is meant.
    return {plausible(quantileNs(times, (rank - 0.5) / answers)), false};
}

TrialQuantile trialQuantile(const Trial &trial, double q)
{
    return trialQuantile(trial, trial.latency, q);
}

AnswerTimes answerTimes(const Trial &trial, const Distribution &times)
{
    if (const ImportedFigures *report = reportOf(trial, times))
        return {report->minNs, report->meanNs, report->stdevNs, report->maxNs};
    if (times.count == 0)
        return {};
    return {static_cast<double>(times.minNs), meanNs(times), stdevNs(times), static_cast<double>(times.maxNs)};
}

bool isAboveRounding(const Trial &trial, double ns)
{
    return ns > 0 || !trial.imported;
}

namespace {

std::optional<double> figureOf(const Trial &trial, Metric metric)
{
    if (tellsRequests(trial) && trial.requests <= 0)
        return std::nullopt;
    switch (metric) {
    case Metric::Rps:
        return trial.imported ? trial.imported->rps : perSecond(trial.requests, trial.duration);
    case Metric::RuntimeS:
        if (trial.duration.count() <= 0)
            return std::nullopt;
        return static_cast<double>(trial.duration.count()) / 1e9;
    case Metric::BytesPerS:
        return trial.imported ? trial.imported->bytesPerS : perSecond(trial.bytesReceived, trial.duration);
    case Metric::MeanNs:
        return plausible(answerTimes(trial, trial.latency).mean);
    case Metric::P50Ns:
    case Metric::P90Ns:
    case Metric::P99Ns:
    case Metric::P999Ns:
        return trialQuantile(trial, *quantileOf(metric)).ns;
    case Metric::FirstByteNs:
        return plausible(trial.imported && trial.firstByte.count == 0 ? trial.imported->firstByteNs : meanNs(trial.firstByte));
    case Metric::ConnectNs:
        return plausible(meanNs(trial.connect));
    }
    return std::nullopt;
}

} // namespace

std::optional<double> metricValue(const Trial &trial, Metric metric)
{
    const std::optional<double> value = figureOf(trial, metric);
    return value && isRequestTime(metric) && !isAboveRounding(trial, *value) ? std::nullopt : value;
}

} // namespace sweepbench
