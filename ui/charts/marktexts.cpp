// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/marktexts.h"

#include "core/model/format.h"
#include "core/stats/verdict.h"
#include "ui/charts/chartdata.h"
#include "ui/charts/chartscale.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/reductiondata.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// "5", or "3 to 5" where they differ; empty without any.
QString spread(const std::set<int> &values)
{
    if (values.empty())
        return {};
    return values.size() == 1 ? formatCount(*values.begin()) : u"%1 to %2"_s.arg(formatCount(*values.begin()), formatCount(*values.rbegin()));
}

QString barsText(const Analysis &analysis)
{
    std::set<int> trials;
    bool bars = false;
    for (const CellSummary &cell : analysis.cells)
        for (const Metric metric : {Metric::Rps, Metric::P99Ns})
            if (const auto found = cell.metrics.find(metric); found != cell.metrics.end() && found->second.n > 0) {
                trials.insert(found->second.n);
                bars = bars || (found->second.ciLow && found->second.ciHigh);
            }
    if (trials.empty())
        return {};
    const QString points = u"Points: mean of %1 per cell"_s.arg(counted(trials, u"trial"_s, u"trials"_s));
    return points + (bars ? u"; bars: 95\u00A0% t interval on the logarithm of the trials’ figures."_s : u"; no bars: they need two trials."_s);
}

/// What the marks of the reduction chart are, and what they are reductions of.
QString reductionText(const Session &session)
{
    const ReductionData data = reductionData(session, session.judging.baseline);
    if (!data.hasData())
        return {};
    std::set<int> pairs;
    bool bars = false;
    for (const auto &line : data.lines)
        for (const ReductionPoint &point : line) {
            if (point.percent)
                pairs.insert(point.pairs);
            bars = bars || (point.low && point.high);
        }
    QString text = u"Hollow marks: (baseline − candidate) / baseline of the mean run times."_s;
    if (!pairs.empty())
        text.prepend(u"Solid marks: 1 − geometric mean of candidate / baseline over %1 per level%2. "_s
                         .arg(counted(pairs, u"pair"_s, u"pairs"_s), bars ? u"; bars: 95\u00A0% t interval on the logarithm of the pairs’ ratios"_s
                                                                         : u"; no bars: they need two pairs that differ"_s));
    text += u" Speed-up: baseline / candidate."_s;
    if (data.perRequest)
        text += u" Trials stop after a time here: run time stands for the time per request, duration / requests."_s;
    if (isOpenLoop(session.plan))
        text += u" A target that keeps up takes the time that the rate gives it, whichever it is."_s;
    return text;
}

QString linesText(ChartKind kind, const Session &session)
{
    const qint64 span = typicalSpanNs(session.trials);
    if (span <= 0)
        return {};
    const QString what = kind == ChartKind::Latency ? u"p50 and p99 "_s + latencyWord(isOpenLoop(session.plan)) : u"requests per second"_s;
    // Whole milliseconds: the spans are about as long as they were meant to be.
    const QString length = span >= 10'000'000 ? latencyTickText(std::round(static_cast<double>(span) / 1e7) * 1e7)
                                              : formatLatency(static_cast<double>(span));
    return u"Lines: %1 in spans of about %2; each tinted band is one trial; no bars."_s.arg(what, length);
}

QString lineKindsText(const ChartView &view)
{
    QStringList sentences;
    if (view.dots)
        sentences << u"Dots: single trials."_s;
    if (view.twoAxes)
        sentences << u"Solid marks and lines: requests per second, on the left; hollow and dashed: p99, on the right."_s;
    if (view.smooth)
        sentences << u"The curves go through every point and turn at points only; between them nothing was measured."_s;
    return sentences.join(u' ');
}

QString forestText(const Analysis &analysis)
{
    std::set<int> pairs;
    bool simultaneous = false;
    for (const Comparison &comparison : analysis.comparisons) {
        pairs.insert(comparison.pairs);
        simultaneous = simultaneous || comparison.simultaneousLow.has_value();
    }
    if (pairs.empty())
        return {};
    QString text = u"Marks: geometric mean of candidate / baseline over %1"_s.arg(counted(pairs, u"pair"_s, u"pairs"_s));
    if (simultaneous)
        text += u"; thick: 95\u00A0% interval of that ratio alone; thin, and in figures: interval that holds for all rows together"_s;
    return text + u". Shaded: ratios within %1 of 1, as good as equal."_s.arg(formatPercent(VerdictRules().delta));
}

QString answersText(ChartKind kind, const Session &session)
{
    QString text = u"All answers of the level’s fit trials together; time-outs count as slower than every answer."_s;
    if (kind == ChartKind::Percentiles)
        text += u" Axis: 1 / (1 − quantile), as HdrHistogram draws it; a line ends at its slowest answer."_s;
    if (kind == ChartKind::Histogram)
        text += u" Bins of equal width on the log axis."_s;
    if (isOpenLoop(session.plan))
        text += u" Service time counts from the instant that a request was sent."_s;
    return text;
}

} // namespace

QString counted(const std::set<int> &values, const QString &one, const QString &many)
{
    const bool single = values.size() == 1 && *values.begin() == 1;
    return spread(values) + QChar(0x00A0) + (single ? one : many);
}

QString marksText(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    if (session.trials.empty())
        return {};
    switch (kind) {
    case ChartKind::Sweep: return QStringList{barsText(analysis), lineKindsText(view)}.join(u' ').trimmed();
    case ChartKind::Throughput:
    case ChartKind::Latency: return linesText(kind, session);
    case ChartKind::Percentiles:
    case ChartKind::Distribution:
    case ChartKind::Histogram: return answersText(kind, session);
    case ChartKind::Boxes:
        return u"Boxes: quartiles of the trials; line and marker: median; whiskers: farthest trial within 1.5 box lengths; "
               "small marks: single trials, in their order."_s;
    case ChartKind::Phases:
        return u"Means over the answers of the level’s fit trials. A phase that only new connections have is spread over all answers."_s;
    case ChartKind::Errors:
        return u"Share in brackets: of the requests sent. Every trial counts, unfit ones too; statuses are of complete answers."_s;
    case ChartKind::Forest: return forestText(analysis);
    case ChartKind::Pairs: return u"Each line joins the two trials of one block, run back to back."_s;
    case ChartKind::Reduction: return reductionText(session);
    case ChartKind::Heatmap:
        return u"Colour: share of the answers of the same moment, on a log scale; a finished trial is one column; above: whose it is."_s;
    }
    return {};
}

} // namespace sweepbench
