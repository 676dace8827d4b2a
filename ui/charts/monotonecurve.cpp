// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/monotonecurve.h"

#include <cmath>

namespace sweepbench {

namespace {

/// At an end: the three-point formula, kept from overshooting.
double endSlope(double h0, double h1, double d0, double d1)
{
    const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (slope * d0 <= 0)
        return 0;
    return d0 * d1 <= 0 && std::abs(slope) > 3 * std::abs(d0) ? 3 * d0 : slope;
}

} // namespace

std::vector<QPointF> monotoneCurve(const std::vector<QPointF> &points, int steps)
{
    const std::size_t n = points.size();
    if (n < 3 || steps < 2)
        return points;
    std::vector<double> widths(n - 1);
    std::vector<double> slopes(n - 1);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        widths[i] = points[i + 1].x() - points[i].x();
        slopes[i] = (points[i + 1].y() - points[i].y()) / widths[i];
    }
    std::vector<double> tangents(n, 0.0);
    tangents[0] = endSlope(widths[0], widths[1], slopes[0], slopes[1]);
    tangents[n - 1] = endSlope(widths[n - 2], widths[n - 3], slopes[n - 2], slopes[n - 3]);
    for (std::size_t i = 1; i + 1 < n; ++i) {
        if (slopes[i - 1] * slopes[i] <= 0)
            continue; // a turning point stays flat
        const double a = 2 * widths[i] + widths[i - 1];
        const double b = widths[i] + 2 * widths[i - 1];
        tangents[i] = (a + b) / (a / slopes[i - 1] + b / slopes[i]);
    }
    std::vector<QPointF> curve{points.front()};
    for (std::size_t i = 0; i + 1 < n; ++i) {
        for (int step = 1; step < steps; ++step) {
            const double t = static_cast<double>(step) / steps;
            const double rest = 1 - t;
            const double y = (1 + 2 * t) * rest * rest * points[i].y() + t * rest * rest * widths[i] * tangents[i]
                             + t * t * (3 - 2 * t) * points[i + 1].y() - t * t * rest * widths[i] * tangents[i + 1];
            curve.emplace_back(points[i].x() + t * widths[i], y);
        }
        curve.push_back(points[i + 1]); // exactly, not to rounding
    }
    return curve;
}

} // namespace sweepbench
