// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/outcomedata.h"

#include "ui/charts/charttext.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString OutcomeRow::title() const
{
    if (status)
        return QString::number(*status);
    return error ? errorKindText(*error) : u"cancelled at the end"_s;
}

qint64 OutcomeRow::most() const
{
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

OutcomeData outcomeData(const Session &session, const ChartView &view)
{
    OutcomeData data;
    data.axis = session.plan.sweep.axis;
    if (view.level)
        data.level = shownLevel(session, view);
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    const std::size_t targets = session.plan.targets.size();
    data.sent.resize(targets);
    std::map<int, OutcomeRow> codes;
    std::map<int, OutcomeRow> errors;
    OutcomeRow cancelled;
    cancelled.cancelled = true;
    const auto add = [targets](OutcomeRow &row, std::size_t target, qint64 count) {
        row.counts.resize(targets);
        row.counts[target] += count;
    };
    for (const TrialPtr &trial : session.trials) {
        const auto target = static_cast<std::size_t>(trial->target);
        if (trial->target < 0 || target >= targets || !view.shows(trial->target))
            continue;
        if (data.level && levelOf(*trial, data.axis) != *data.level)
            continue;
        data.sent[target] += trial->sent;
        for (const auto &[code, count] : trial->status)
            add(codes.try_emplace(code, OutcomeRow{code, {}, false, {}}).first->second, target, count);
        for (int kind = 0; kind < errorKindCount; ++kind)
            // Answers of a status that was not expected have their code's row.
            if (const qint64 count = trial->errors.byKind[static_cast<std::size_t>(kind)]; count > 0 && ErrorKind(kind) != ErrorKind::Status)
                add(errors.try_emplace(kind, OutcomeRow{{}, ErrorKind(kind), false, {}}).first->second, target, count);
        if (trial->cancelled > 0)
            add(cancelled, target, trial->cancelled);
    }
    for (auto *rows : {&codes, &errors})
        for (auto &[key, row] : *rows)
            if (row.most() > 0)
                data.rows.push_back(std::move(row));
    if (cancelled.most() > 0)
        data.rows.push_back(std::move(cancelled));
    return data;
}

} // namespace sweepbench
