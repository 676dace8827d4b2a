// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/phases.h"

#include "core/stats/histogram.h"
#include "core/stats/measured.h"

namespace sweepbench {

QString phaseId(Phase phase)
{
    switch (phase) {
    case Phase::NameLookup: return QStringLiteral("name");
    case Phase::Connect: return QStringLiteral("connect");
    case Phase::Tls: return QStringLiteral("tls");
    case Phase::FirstByte: return QStringLiteral("first_byte");
    case Phase::Body: break;
    }
    return QStringLiteral("body");
}

QString phaseTitle(Phase phase)
{
    switch (phase) {
    case Phase::NameLookup: return QStringLiteral("Name look-up");
    case Phase::Connect: return QStringLiteral("Connect");
    case Phase::Tls: return QStringLiteral("TLS");
    case Phase::FirstByte: return QStringLiteral("First byte");
    case Phase::Body: break;
    }
    return QStringLiteral("Rest of the body");
}

const Distribution &phaseOf(const Trial &trial, Phase phase)
{
    switch (phase) {
    case Phase::NameLookup: return trial.nameLookup;
    case Phase::Connect: return trial.connect;
    case Phase::Tls: return trial.tls;
    case Phase::FirstByte: return trial.firstByte;
    case Phase::Body: break;
    }
    return trial.body;
}

std::vector<CellPhases> cellPhases(const Session &session)
{
    std::vector<CellPhases> cells;
    const Measured measured = measuredTrials(session);
    for (const MeasuredCell &cell : measured.cells) {
        CellPhases together{cell.target, cell.level, {}, {}, {}};
        bool anyFit = false;
        for (const MeasuredTrial &trial : cell.trials) {
            if (trial.unfit)
                continue;
            anyFit = true;
            for (std::size_t i = 0; i < allPhases.size(); ++i)
                together.phases[i] = merged(together.phases[i], phaseOf(*trial.trial, allPhases[i]));
            together.slip = merged(together.slip, trial.trial->slip);
            together.service = merged(together.service, trial.trial->service);
        }
        if (anyFit)
            cells.push_back(std::move(together));
    }
    return cells;
}

} // namespace sweepbench
