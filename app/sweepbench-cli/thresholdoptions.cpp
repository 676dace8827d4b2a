// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/thresholdoptions.h"

#include "core/session/textwidth.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

QList<QCommandLineOption> thresholdOptions()
{
    return {
        {u"fail-if"_s, u"End with code 1 when this holds at any level, or can't be judged (repeatable): 'rps.ratio < 0.95', 'rps.ratio@10 < 95%', "
                       "'p99_ns > 20ms', 'B:errors > 0', 'error_rate > 1%'."_s, u"CONDITION"_s},
        {u"strict"_s, u"Judge --fail-if on the figures themselves; without, a condition must hold for the whole 95 % interval."_s},
    };
}

Result<Thresholds> thresholdsFromOptions(const ParsedCommand &options)
{
    Thresholds thresholds;
    for (const QString &text : options.values(u"fail-if"_s)) {
        const auto threshold = parseThreshold(text, u"--fail-if"_s);
        if (!threshold)
            return threshold.problem();
        thresholds.list.push_back(*threshold);
    }
    thresholds.strict = options.isSet(u"strict"_s);
    if (thresholds.strict && thresholds.list.empty())
        return Problem{u"--strict"_s, u"it says how --fail-if is judged, and there is none; add one or leave it out"_s};
    return thresholds;
}

bool reportThresholds(const std::vector<ThresholdJudgement> &judgements, bool standardOutputIsTaken)
{
    for (const ThresholdJudgement &judgement : judgements) {
        const QString line = printable(thresholdLine(judgement));
        if (standardOutputIsTaken)
            printError(line);
        else
            printOut(line + u'\n');
    }
    return std::all_of(judgements.begin(), judgements.end(), [](const ThresholdJudgement &judgement) { return judgement.ok(); });
}

} // namespace sweepbench
