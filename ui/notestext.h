// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a session in words: equal ones of many trials and levels become one line.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sweepbench {

struct NoteLine
{
    Severity severity = Severity::Note;
    QString text;
};
/// Unfit first, then doubts, then notes; within one severity in the order of the trials.
std::vector<NoteLine> noteLines(const Session &session, const Analysis &analysis);
/// What one comparison says in a few words while a run goes on: "100 connections: B has 0.912 × the requests per second of A so far, 3 pairs".
QString interimText(const Session &session, const Comparison &comparison);

} // namespace sweepbench
