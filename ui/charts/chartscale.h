// SPDX-License-Identifier: GPL-3.0-or-later
// From values to pixels: axes, their ticks, and labels that keep out of each other's way.
// Thread contract: plain values and pure functions.
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace sweepbench {

/// A linear or logarithmic axis between two pixels (start may be larger than end: axes that go up).
struct Scale
{
    bool log = false;
    double low = 0;
    double high = 1;
    double startPx = 0;
    double endPx = 1;

    double toPixel(double value) const;
    double fromPixel(double pixel) const;
};

struct Tick
{
    double value = 0;
    QString label; ///< empty: a tick without words
    bool operator==(const Tick &) const = default;
};

/// Range of what is drawn, and how many values a log axis could not show.
struct ValueRange
{
    double low = 0;
    double high = 0;
    int used = 0;
    int leftOut = 0; ///< zero or below, on a log axis; values that are no numbers are not counted, they are gaps
};
/// Range of the finite values; with \a log of those above zero.
ValueRange rangeOf(const std::vector<double> &values, bool log);

/// From zero to a round value at or above \a high, at most \a maxTicks steps of 1, 2 or 5 times a power of ten.
/// At least [0, 1] where \a high is not above zero.
struct LinearTicks
{
    double step = 1;
    double end = 1;
    std::vector<double> values;
};
LinearTicks linearTicks(double high, int maxTicks);

/// Ticks of a log axis: labelled ones at 1 to 9, 1-2-5, 1-3 or powers of ten, as densely as \a minGapPx allows; the others without label.
std::vector<Tick> latencyTicks(const Scale &scale, double minGapPx);
/// "500 µs", "1 ms", "20 s": the label of a round latency, without the decimals of a measured one.
QString latencyTickText(double ns);

/// Pads the range of a log axis by \a factor on both sides and to at least \a minRatio from end to end.
void padLogRange(double &low, double &high, double factor, double minRatio);

/// Which labels of a row can be shown, centred at \a centers (ascending) with \a widths: first and last, then the preferred ones,
/// then the rest from the left, as long as \a gap remains.
std::vector<bool> labelsThatFit(const std::vector<double> &centers, const std::vector<double> &widths,
                                const std::vector<bool> &preferred, double gap);

/// Moves labels of one \a height as little as needed, so that they neither overlap nor leave [top, bottom]: their centres, in the order given.
/// Absent when they do not fit at all.
std::optional<std::vector<double>> spreadLabels(const std::vector<double> &wanted, double height, double top, double bottom);

} // namespace sweepbench
