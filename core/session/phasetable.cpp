// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/phasetable.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/textwidth.h"
#include "core/stats/histogram.h"
#include "core/stats/phases.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString timeOf(std::optional<double> ns)
{
    return ns ? formatLatency(*ns) : noDataText();
}

QStringList figures(const Distribution &times)
{
    return {timeOf(static_cast<double>(times.minNs)), timeOf(meanNs(times)), timeOf(quantileNs(times, 0.50)), timeOf(quantileNs(times, 0.99)),
            timeOf(static_cast<double>(times.maxNs)), formatCount(static_cast<qint64>(times.count))};
}

} // namespace

QStringList phaseTitles(const Session &session)
{
    return {u"Target"_s, levelTitle(session.plan.sweep.axis), u"Phase"_s, u"Min"_s, u"Mean"_s, u"p50"_s, u"p99"_s, u"Max"_s, u"Count"_s};
}

std::vector<QStringList> phaseLines(const Session &session)
{
    std::vector<QStringList> lines;
    for (const CellPhases &cell : cellPhases(session)) {
        const QStringList start{printable(targetLabel(session.plan, cell.target)), levelNumber(cell.level)};
        const auto add = [&](const QString &title, const Distribution &times) {
            if (times.count > 0)
                lines.push_back(start + QStringList{title} + figures(times));
        };
        add(u"Slip"_s, cell.slip);
        for (std::size_t i = 0; i < allPhases.size(); ++i)
            add(phaseTitle(allPhases[i]), cell.phases[i]);
        add(u"Service time"_s, cell.service);
    }
    return lines;
}

QString phaseCaption()
{
    return u"Phases of the connections and answers of all fit trials of a cell together; of requests without an answer only the slip is there"_s;
}

} // namespace sweepbench
