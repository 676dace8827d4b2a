// SPDX-License-Identifier: GPL-3.0-or-later
// How the requests of each target ended: status codes, and errors without a complete answer.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/errorkind.h"
#include "ui/charts/chartview.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

/// One way to end, by target. Unfit trials are in it: their errors are what made them so.
struct OutcomeRow
{
    std::optional<int> status;      ///< of complete answers with this code
    std::optional<ErrorKind> error; ///< of requests without one
    bool cancelled = false;         ///< in flight when their trial's time was up
    std::vector<qint64> counts;     ///< by target
    QString title() const;          ///< "200", "timed out", "cancelled at the end"
    qint64 most() const;
};

struct OutcomeData
{
    SweepAxis axis = SweepAxis::Connections;
    std::optional<int> level; ///< absent: all of them together
    QStringList names;
    std::set<int> hidden;
    std::vector<qint64> sent;     ///< by target
    std::vector<OutcomeRow> rows; ///< codes ascending, then errors in the order of ErrorKind, then what was cancelled
    bool hasData() const { return !rows.empty(); }
};
OutcomeData outcomeData(const Session &session, const ChartView &view);

} // namespace sweepbench
