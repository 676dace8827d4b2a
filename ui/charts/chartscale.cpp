// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartscale.h"

#include "core/model/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace Qt::StringLiterals;

namespace sweepbench {

double Scale::toPixel(double value) const
{
    const double share = log ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low)) : (value - low) / (high - low);
    return startPx + share * (endPx - startPx);
}

double Scale::fromPixel(double pixel) const
{
    const double share = (pixel - startPx) / (endPx - startPx);
    return log ? low * std::pow(high / low, share) : low + share * (high - low);
}

ValueRange rangeOf(const std::vector<double> &values, bool log)
{
    ValueRange range;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        if (log && value <= 0) {
            ++range.leftOut;
            continue;
        }
        range.low = range.used ? std::min(range.low, value) : value;
        range.high = range.used ? std::max(range.high, value) : value;
        ++range.used;
    }
    return range;
}

LinearTicks linearTicks(double high, int maxTicks)
{
    LinearTicks ticks;
    if (!(high > 0) || !std::isfinite(high))
        high = 1;
    const double rough = high / std::max(maxTicks, 1);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    ticks.step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * (1 - 1e-9)) {
            ticks.step = factor * power;
            break;
        }
    const int steps = std::max(1, static_cast<int>(std::ceil(high / ticks.step - 1e-9)));
    for (int i = 0; i <= steps; ++i)
        ticks.values.push_back(i * ticks.step);
    ticks.end = steps * ticks.step;
    return ticks;
}

QString latencyTickText(double ns)
{
    static const std::array<std::pair<double, QString>, 4> units{
        std::pair{1e9, u"s"_s}, std::pair{1e6, u"ms"_s}, std::pair{1e3, u"µs"_s}, std::pair{1.0, u"ns"_s}};
    for (const auto &[size, unit] : units)
        if (ns >= size * (1 - 1e-9) || size == 1.0)
            return formatNumber(ns / size, 1) + QChar(0x00A0) + unit;
    return {};
}

namespace {

std::vector<double> decadeMultiples(double low, double high, const std::vector<int> &factors, int decadeStep)
{
    std::vector<double> values;
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    for (int exponent = first; exponent <= last; ++exponent) {
        if (exponent % decadeStep != 0)
            continue;
        for (const int factor : factors) {
            const double value = factor * std::pow(10.0, exponent);
            if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                values.push_back(value);
        }
    }
    return values;
}

bool farEnough(const std::vector<double> &values, const Scale &scale, double minGapPx)
{
    for (std::size_t i = 1; i < values.size(); ++i)
        if (std::abs(scale.toPixel(values[i]) - scale.toPixel(values[i - 1])) < minGapPx)
            return false;
    return true;
}

} // namespace

std::vector<Tick> latencyTicks(const Scale &scale, double minGapPx)
{
    // A log axis labelled more densely than 1-2-5 looks like a linear one: 1 to 9 only where else fewer than two would be left.
    struct Choice { std::vector<int> factors; int decadeStep; };
    static const std::vector<Choice> choices{{{1, 2, 5}, 1}, {{1, 3}, 1}, {{1}, 1}, {{1}, 2}, {{1}, 3},
                                             {{1}, 6}, {{1}, 12}, {{1}, 24}, {{1}, 60}, {{1}, 150}, {{1}, 1000}};
    static const std::vector<int> all{1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::vector<double> labelled;
    for (const Choice &choice : choices) {
        labelled = decadeMultiples(scale.low, scale.high, choice.factors, choice.decadeStep);
        if (labelled.size() < 2 && choice.factors.size() == 3) {
            const std::vector<double> dense = decadeMultiples(scale.low, scale.high, all, 1);
            if (farEnough(dense, scale, minGapPx))
                labelled = dense;
        }
        if (farEnough(labelled, scale, minGapPx))
            break;
    }
    std::vector<Tick> ticks;
    const bool tooMany = std::log10(scale.high / scale.low) > 12;
    for (const double value : decadeMultiples(scale.low, scale.high, tooMany ? std::vector<int>{1} : all, 1)) {
        const bool hasLabel = std::any_of(labelled.begin(), labelled.end(),
                                          [value](double other) { return std::abs(other / value - 1) < 1e-6; });
        ticks.push_back({value, hasLabel ? latencyTickText(value) : QString()});
    }
    return ticks;
}

void padLogRange(double &low, double &high, double factor, double minRatio)
{
    low /= factor;
    high *= factor;
    if (high / low < minRatio) {
        const double middle = std::sqrt(low) * std::sqrt(high);
        low = middle / std::sqrt(minRatio);
        high = middle * std::sqrt(minRatio);
    }
}

std::vector<bool> labelsThatFit(const std::vector<double> &centers, const std::vector<double> &widths,
                                const std::vector<bool> &preferred, double gap)
{
    const std::size_t n = centers.size();
    std::vector<bool> shown(n, false);
    if (n == 0)
        return shown;
    std::vector<std::size_t> order{0, n - 1};
    for (const bool wantPreferred : {true, false})
        for (std::size_t i = 0; i < n; ++i)
            if (preferred[i] == wantPreferred)
                order.push_back(i);
    for (const std::size_t i : order) {
        bool free = true;
        for (std::size_t other = 0; other < n && free; ++other)
            if (shown[other] && other != i)
                free = std::abs(centers[i] - centers[other]) >= (widths[i] + widths[other]) / 2 + gap;
        if (free)
            shown[i] = true;
    }
    return shown;
}

std::optional<std::vector<double>> spreadLabels(const std::vector<double> &wanted, double height, double top, double bottom)
{
    const std::size_t n = wanted.size();
    if (static_cast<double>(n) * height > bottom - top + 1e-9)
        return std::nullopt;
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });

    // Neighbours that touch become one group, centred on the mean of what its members wanted (isotonic regression by pooling).
    struct Group { double sum; double count; double top; };
    std::vector<Group> groups;
    const auto place = [&](Group &group) {
        group.top = std::clamp(group.sum / group.count - group.count * height / 2, top, bottom - group.count * height);
    };
    for (const std::size_t i : order) {
        groups.push_back({wanted[i], 1, 0});
        place(groups.back());
        while (groups.size() > 1) {
            Group &previous = groups[groups.size() - 2];
            if (previous.top + previous.count * height <= groups.back().top + 1e-9)
                break;
            previous.sum += groups.back().sum;
            previous.count += groups.back().count;
            groups.pop_back();
            place(groups.back());
        }
    }
    std::vector<double> centers(n);
    std::size_t next = 0;
    for (const Group &group : groups)
        for (int k = 0; k < static_cast<int>(group.count); ++k)
            centers[order[next++]] = group.top + (k + 0.5) * height;
    return centers;
}

} // namespace sweepbench
