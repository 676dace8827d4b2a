// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplesessions.h"

#include "core/stats/histogram.h"
#include "core/stats/paired.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace Qt::StringLiterals;

namespace sweepbench::samples {

namespace {

/// Park and Miller's minimal standard generator (1988), -1 to 1: the same on every machine.
class Noise
{
public:
    double next()
    {
        m_state = m_state * 48271 % 2147483647;
        return 2.0 * static_cast<double>(m_state) / 2147483647.0 - 1;
    }

private:
    qint64 m_state = 12345;
};

Plan planFor(const QStringList &names, const std::vector<int> &levels, int repeats)
{
    Plan plan;
    for (const QString &name : names) {
        Target target;
        target.name = name;
        target.url = u"http://127.0.0.1:%1/"_s.arg(8080 + plan.targets.size()); // not one server, or it would be compared with itself
        plan.targets.push_back(target);
    }
    plan.sweep.levels = levels;
    plan.repeats = repeats;
    return plan;
}

Environment machine()
{
    Environment environment;
    environment.program = u"sweepbench 0.1.0"_s;
    environment.cpuModel = u"Intel Xeon Platinum 8259CL"_s;
    environment.cpuCores = 2;
    environment.kernel = u"Linux 6.1.0-26-amd64"_s;
    return environment;
}

double rateOf(int target, int level, SweepAxis axis)
{
    const double most = 20000 * std::pow(0.82, target);
    if (axis == SweepAxis::Rate)
        return std::min(most, double(level));
    return most * level / (level + 1.5 + target);
}

double p99Of(int target, int level, SweepAxis axis)
{
    const double base = 180e3 * (1 + 0.35 * target);
    if (axis == SweepAxis::Rate) // a queue: waiting grows without bound towards the most that the server can do
        return base / (1.02 - rateOf(target, level, axis) / (20000 * std::pow(0.82, target)));
    return base + 1e9 * level / rateOf(target, level, axis) * 1.6;
}

std::vector<SeriesPoint> noisySeries(Noise &noise, double rate, double p99, double warmupS, double seconds)
{
    std::vector<SeriesPoint> series;
    const int points = static_cast<int>(std::lround((warmupS + seconds) / 0.1));
    for (int i = 0; i < points; ++i) {
        SeriesPoint point;
        point.startNs = i * 100'000'000LL;
        point.spanNs = 100'000'000;
        point.warmup = i * 0.1 < warmupS - 1e-9;
        const double share = point.warmup ? 0.7 + 0.2 * i : 1;
        point.requests = std::llround(rate * 0.1 * share * (1 + 0.04 * noise.next()));
        point.p50Ns = std::llround(p99 * 0.45 * (1 + 0.03 * noise.next()));
        point.p99Ns = std::llround(p99 * (point.warmup ? 1.5 : 1) * (1 + 0.15 * noise.next()));
        series.push_back(point);
    }
    return series;
}

/// Latencies whose median and p99 are these, with a tail that is thicker than a normal one's: at even steps of the quantile.
Distribution latenciesOf(double p99, double share, int answers)
{
    Histogram histogram;
    const double sigma = std::log(1 / 0.45) / 4.6; // exponential tail in the logarithm: 4.6 of its scale at p99
    for (int i = 0; i < answers; ++i) {
        const double q = (i + 0.5) / answers;
        histogram.record(std::llround(share * p99 * 0.45 * std::exp(sigma * (-std::log1p(-q) - 0.69))));
    }
    return histogram.distribution();
}

void fillAnswers(Trial &trial, double p99, bool openLoop)
{
    constexpr int answers = 1200;
    trial.latency = latenciesOf(p99, 1, answers);
    trial.firstByte = latenciesOf(p99, 0.75, answers);
    trial.body = latenciesOf(p99, 0.2, answers);
    trial.connect = latenciesOf(p99, 0.6, 100);
    if (openLoop) {
        trial.service = latenciesOf(p99, 0.7, answers);
        trial.slip = latenciesOf(p99, 0.25, answers);
    }
    trial.status[200] = trial.requests;
    trial.cancelled = trial.connections;
    trial.sent = trial.requests + trial.cancelled;
}

Comparison comparisonOf(const std::vector<double> &baseline, const std::vector<double> &candidate, int family)
{
    Comparison comparison;
    std::vector<double> logs;
    for (std::size_t i = 0; i < baseline.size(); ++i)
        logs.push_back(std::log(candidate[i] / baseline[i]));
    const auto estimate = comparePaired(logs, family);
    if (!estimate)
        return comparison;
    comparison.ratio = estimate->ratio;
    if (estimate->plain) {
        comparison.ciLow = estimate->plain->low;
        comparison.ciHigh = estimate->plain->high;
    }
    if (estimate->simultaneous) {
        comparison.simultaneousLow = estimate->simultaneous->low;
        comparison.simultaneousHigh = estimate->simultaneous->high;
        const bool overlaps = estimate->simultaneous->low < 1 && estimate->simultaneous->high > 1;
        comparison.verdict = overlaps ? Verdict::Inconclusive : estimate->ratio > 1 ? Verdict::Faster : Verdict::Slower;
    }
    return comparison;
}

} // namespace

Summary summaryOf(const std::vector<double> &figures)
{
    // Student's t, 97.5 %, by degrees of freedom.
    constexpr std::array t{0.0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201};
    Summary summary;
    summary.n = static_cast<int>(figures.size());
    if (figures.empty())
        return summary;
    const double n = static_cast<double>(figures.size());
    summary.mean = std::accumulate(figures.begin(), figures.end(), 0.0) / n;
    summary.min = *std::min_element(figures.begin(), figures.end());
    summary.max = *std::max_element(figures.begin(), figures.end());
    summary.median = summary.mean;
    if (figures.size() < 2)
        return summary;
    double logMean = 0;
    for (const double figure : figures)
        logMean += std::log(figure) / n;
    double squares = 0;
    for (const double figure : figures)
        squares += std::pow(std::log(figure) - logMean, 2);
    const double half = t.at(figures.size() - 1) * std::sqrt(squares / (n - 1) / n);
    summary.ciLow = std::exp(logMean - half);
    summary.ciHigh = std::exp(logMean + half);
    return summary;
}

namespace {

Sample sampleOver(SweepAxis axis, const QStringList &names, const std::vector<int> &levels, int repeats)
{
    Sample result;
    Session &session = result.session;
    session.plan = planFor(names, levels, repeats);
    session.plan.sweep.axis = axis;
    session.environment = machine();
    session.createdAt = QDateTime(QDate(2026, 11, 30), QTime(20, 31), Qt::UTC);
    const int targets = static_cast<int>(names.size());
    std::map<std::pair<int, int>, std::pair<std::vector<double>, std::vector<double>>> figures;
    Noise noise;
    qint64 offset = 50'000'000;
    for (const TrialSlot &slot : trialOrder(session.plan, 0, repeats)) {
        auto trial = std::make_shared<Trial>();
        const int level = levels[static_cast<std::size_t>(slot.level)];
        const double rate = rateOf(slot.target, level, axis) * (1 + 0.03 * noise.next());
        const double p99 = p99Of(slot.target, level, axis) * (1 + 0.08 * noise.next());
        trial->target = slot.target;
        const Load load = loadAt(session.plan, slot.target, level);
        trial->connections = load.connections;
        trial->rate = load.rate.value_or(0);
        trial->repeat = slot.repeat;
        trial->order = slot.order;
        trial->startOffsetNs = offset;
        trial->duration = std::chrono::seconds(1);
        trial->requests = trial->sent = std::llround(rate);
        fillAnswers(*trial, p99, axis == SweepAxis::Rate);
        trial->series = noisySeries(noise, rate, p99, 0.2, 1);
        offset += 1'260'000'000;
        figures[{slot.level, slot.target}].first.push_back(rate);
        figures[{slot.level, slot.target}].second.push_back(p99);
        session.trials.push_back(std::move(trial));
    }
    result.analysis.axis = axis;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        for (int target = 0; target < targets; ++target) {
            const auto &[rates, p99s] = figures[{static_cast<int>(level), target}];
            CellSummary cell;
            cell.target = target;
            cell.level = levels[level];
            cell.trials = repeats;
            cell.metrics[Metric::Rps] = summaryOf(rates);
            cell.metrics[Metric::P99Ns] = summaryOf(p99s);
            result.analysis.cells.push_back(cell);
        }
        for (int candidate = 1; candidate < targets; ++candidate) {
            const auto of = [&](int target) { return figures[{static_cast<int>(level), target}].first; };
            Comparison comparison = comparisonOf(of(0), of(candidate), static_cast<int>(levels.size()) * (targets - 1));
            comparison.level = levels[level];
            comparison.candidate = candidate;
            comparison.pairs = repeats;
            comparison.primary = true;
            result.analysis.comparisons.push_back(comparison);
        }
    }
    return result;
}

} // namespace

Sample sample(const QStringList &names, const std::vector<int> &levels, int repeats)
{
    return sampleOver(SweepAxis::Connections, names, levels, repeats);
}

Sample rateSample(const QStringList &names, const std::vector<int> &rates, int repeats)
{
    return sampleOver(SweepAxis::Rate, names, rates, repeats);
}

Sample crowded()
{
    QStringList names{u"nginx 1.22.1 with gzip, a long cache configuration and every module that Debian packages"_s,
                      u"خادم الويب"_s, u"שרת 🚀 בדיקה"_s,
                      u"👩‍💻👨‍👩‍👧"_s};
    while (names.size() < 20)
        names << u"server number %1"_s.arg(names.size() + 1);
    std::vector<int> levels;
    for (int i = 0; i < 40; ++i)
        levels.push_back(static_cast<int>(std::lround(std::pow(1.3, i)) + i));
    return sample(names, levels, 2);
}

Sample spanning()
{
    Sample result = sample({u"a microsecond"_s, u"an hour"_s}, {1, 10}, 3);
    const auto factorOf = [](int target) { return target == 0 ? 1e-3 : 3e6; };
    const auto scaled = [](const Distribution &times, double factor) {
        Histogram histogram;
        for (const Distribution::Bucket &bucket : times.buckets)
            for (std::uint64_t i = 0; i < bucket.count; ++i)
                histogram.record(std::llround(static_cast<double>(bucketLowNs(bucket.index)) * factor));
        return histogram.distribution();
    };
    for (TrialPtr &trial : result.session.trials) {
        Trial other = *trial;
        for (Distribution *times : {&other.latency, &other.firstByte, &other.body, &other.connect})
            *times = scaled(*times, factorOf(other.target));
        for (SeriesPoint &point : other.series) {
            point.p50Ns = std::llround(static_cast<double>(point.p50Ns) * factorOf(other.target));
            point.p99Ns = std::llround(static_cast<double>(point.p99Ns) * factorOf(other.target));
        }
        trial = std::make_shared<const Trial>(other);
    }
    for (CellSummary &cell : result.analysis.cells) {
        Summary &p99 = cell.metrics[Metric::P99Ns];
        for (double *value : {&p99.mean, &p99.min, &p99.max, &p99.median})
            *value *= factorOf(cell.target);
        p99.ciLow.reset();
        p99.ciHigh.reset();
    }
    for (Comparison &comparison : result.analysis.comparisons) {
        comparison.ratio = 1e9;
        comparison.ciLow = comparison.simultaneousLow = 1e8;
        comparison.ciHigh = comparison.simultaneousHigh = 1e10;
    }
    return result;
}

Sample allFailed(const QStringList &names, const std::vector<int> &levels)
{
    Sample result = sample(names, levels, 2);
    for (TrialPtr &trial : result.session.trials) {
        Trial failed = *trial;
        failed.requests = 0;
        failed.errors[ErrorKind::Connect] = failed.sent;
        failed.errorDetail = u"connection refused (127.0.0.1:8080)"_s;
        failed.series.clear();
        failed.status.clear();
        failed.cancelled = 0;
        for (Distribution *times : {&failed.latency, &failed.firstByte, &failed.body, &failed.connect})
            *times = {};
        trial = std::make_shared<const Trial>(failed);
    }
    for (CellSummary &cell : result.analysis.cells) {
        cell.unfit = cell.trials;
        cell.metrics.clear();
    }
    result.analysis.comparisons.clear();
    return result;
}

std::vector<SeriesPoint> constantSeries(double rate, double span, double seconds)
{
    std::vector<SeriesPoint> series;
    for (double start = 0; start < seconds - 1e-9; start += span) {
        SeriesPoint point;
        const double length = std::min(span, seconds - start);
        point.startNs = std::llround(start * 1e9);
        point.spanNs = std::llround(length * 1e9);
        point.requests = std::llround(rate * length);
        point.p50Ns = 1'000'000;
        point.p99Ns = 5'000'000;
        series.push_back(point);
    }
    return series;
}

} // namespace sweepbench::samples
