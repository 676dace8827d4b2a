// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/threshold.h"

#include "core/model/parse.h"
#include "core/model/sweep.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr std::array<std::pair<const char16_t *, double>, 4> timeSuffixes{{{u"_ns", 1}, {u"_us", 1e3}, {u"_ms", 1e6}, {u"_s", 1e9}}};

/// The suffix of an id that names a unit of time; "bytes_per_s" has none, it is a rate.
const std::pair<const char16_t *, double> *timeSuffix(const QString &id)
{
    if (id.endsWith(u"_per_s"))
        return nullptr;
    for (const auto &suffix : timeSuffixes)
        if (id.endsWith(QStringView(suffix.first)))
            return &suffix;
    return nullptr;
}

/// A unit that may follow a number, and what the number is multiplied and divided by: both, so that 95% is exactly 0.95.
struct Unit
{
    const char16_t *name;
    double times;
    double per;
};

/// How limits of one kind are written.
struct Notation
{
    std::vector<Unit> units;
    QString kind;    ///< "a time"
    QString example; ///< "20ms (ns, us, ms or s)"
};

Notation notationOf(const Threshold &threshold)
{
    if (threshold.ratio)
        return {{{u"%", 1, 100}}, u"a ratio"_s, u"0.95 or 95%"_s};
    if (threshold.figure == ThresholdFigure::ErrorRate)
        return {{{u"%", 1, 100}}, u"a share of the requests"_s, u"1% or 0.01"_s};
    const auto ns = threshold.figure == ThresholdFigure::Metric ? nsPerUnit(threshold.metric) : std::nullopt;
    if (ns)
        return {{{u"ns", 1, *ns}, {u"us", 1e3, *ns}, {u"µs", 1e3, *ns}, {u"ms", 1e6, *ns}, {u"s", 1e9, *ns}},
                u"a time"_s, u"20ms (units are ns, us, ms and s)"_s};
    return {{{u"k", 1e3, 1}, {u"M", 1e6, 1}, {u"G", 1e9, 1}}, u"a number"_s, u"50000 or 50k (k, M, G)"_s};
}

QString knownFigures()
{
    QStringList ids;
    for (const Metric metric : allMetrics)
        ids << metricId(metric);
    return ids.join(u", "_s) + u", errors and error_rate are"_s;
}

std::optional<Metric> metricNamed(QString name)
{
    name.replace(u'.', u'_'); // p99.9
    for (const Metric metric : allMetrics) {
        const QString id = metricId(metric);
        const auto *suffix = timeSuffix(id);
        if (name == id || (suffix && name == id.chopped(QStringView(suffix->first).size())))
            return metric;
    }
    return std::nullopt;
}

/// Reads what stands before the operator; says what is wrong with it.
QString readSubject(QStringView text, Threshold &threshold, QString &name)
{
    const qsizetype colon = text.lastIndexOf(u':');
    if (colon >= 0) {
        threshold.target = text.first(colon).trimmed().toString();
        if (threshold.target.isEmpty())
            return u"no target stands before the colon; write it like B:p99_ns > 20ms"_s;
    }
    text = text.sliced(colon + 1).trimmed();
    if (const qsizetype at = text.indexOf(u'@'); at >= 0) {
        const QString level = text.sliced(at + 1).trimmed().toString();
        const auto number = parseWhole(level, {}, 1, highestLevel);
        if (!number)
            return u"\"%1\" is not a level; write a whole number from 1 to %2 last, like rps.ratio@10"_s
                .arg(level, QString::number(highestLevel));
        threshold.level = static_cast<int>(*number);
        text = text.first(at).trimmed();
    }
    threshold.ratio = text.endsWith(u".ratio");
    name = (threshold.ratio ? text.chopped(6) : text).toString();
    if (name == u"errors" || name == u"error_rate") {
        threshold.figure = name == u"errors" ? ThresholdFigure::Errors : ThresholdFigure::ErrorRate;
        return threshold.ratio ? u"%1 has no ratio; leave out .ratio"_s.arg(name) : QString();
    }
    const auto metric = metricNamed(name);
    if (!metric)
        return u"\"%1\" is not a metric; %2"_s.arg(name, knownFigures());
    threshold.metric = *metric;
    return {};
}

/// Reads what stands after the operator; says what is wrong with it.
QString readLimit(const QString &text, Threshold &threshold, const QString &name)
{
    static const QRegularExpression form(u"^((?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?)\\s*(.*)$"_s);
    const Notation notation = notationOf(threshold);
    const QString wrong = u"\"%1\" is not %2; write it like %3"_s.arg(text, notation.kind, notation.example);
    const auto match = form.match(text);
    bool isNumber = false;
    const double number = match.captured(1).toDouble(&isNumber);
    if (!match.hasMatch() || !isNumber || !std::isfinite(number))
        return wrong;
    const QString unit = match.captured(2);
    if (unit.isEmpty()) {
        if (threshold.figure == ThresholdFigure::ErrorRate && number >= 1)
            return wrong; // nobody means 100 %: a per cent sign was forgotten
        const bool namesItsUnit = threshold.figure != ThresholdFigure::Metric || name == metricId(threshold.metric);
        if (!threshold.ratio && !namesItsUnit && nsPerUnit(threshold.metric))
            return u"%1 has no unit; write it like 20ms, or name %2"_s.arg(text, metricId(threshold.metric));
        threshold.limit = number;
        return {};
    }
    for (const Unit &known : notation.units) {
        if (unit != QStringView(known.name))
            continue;
        threshold.limit = number * known.times / known.per;
        const bool possible = std::isfinite(threshold.limit) && (threshold.figure != ThresholdFigure::ErrorRate || threshold.limit <= 1);
        return possible ? QString() : wrong;
    }
    return wrong;
}

} // namespace

Result<Threshold> parseThreshold(const QString &text, const QString &field)
{
    Threshold threshold;
    threshold.expression = text.trimmed();
    const QString &typed = threshold.expression;
    const auto problem = [&](const QString &why) { return Problem{field, u"\"%1\": %2"_s.arg(typed, why)}; };

    const qsizetype at = std::max(typed.lastIndexOf(u'<'), typed.lastIndexOf(u'>'));
    const bool orEqual = at >= 0 && at + 1 < typed.size() && typed[at + 1] == u'=';
    const QString left = at < 0 ? QString() : typed.first(at).trimmed();
    const QString right = at < 0 ? QString() : typed.sliced(at + (orEqual ? 2 : 1)).trimmed();
    if (left.isEmpty() || right.isEmpty() || right.startsWith(u'=') || left.endsWith(u'=') || left.endsWith(u'<') || left.endsWith(u'>'))
        return problem(u"not a figure, one of < <= > >=, and a limit; write it like rps.ratio < 0.95, p99_ns > 20ms or errors > 0"_s);
    if (typed[at] == u'<')
        threshold.op = orEqual ? ThresholdOperator::LessOrEqual : ThresholdOperator::Less;
    else
        threshold.op = orEqual ? ThresholdOperator::GreaterOrEqual : ThresholdOperator::Greater;

    QString name;
    if (const QString why = readSubject(left, threshold, name); !why.isEmpty())
        return problem(why);
    if (const QString why = readLimit(right, threshold, name); !why.isEmpty())
        return problem(why);
    return threshold;
}

QString figureId(const Threshold &threshold)
{
    switch (threshold.figure) {
    case ThresholdFigure::Errors: return u"errors"_s;
    case ThresholdFigure::ErrorRate: return u"error_rate"_s;
    case ThresholdFigure::Metric: break;
    }
    return metricId(threshold.metric);
}

std::optional<double> nsPerUnit(Metric metric)
{
    const auto *suffix = timeSuffix(metricId(metric));
    return suffix ? std::optional(suffix->second) : std::nullopt;
}

} // namespace sweepbench
