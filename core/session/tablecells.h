// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables for people have in common: the terminal's, Markdown's and Org's.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

/// Target, level, requests per second, run time, mean and p99 latency, bytes per second, errors, repeats; of an open loop
/// target, level, requests per second, mean and p99 response time, p99 service time, bytes per second, errors, repeats.
inline constexpr int tableColumns = 9;
QStringList tableTitles(const Plan &plan);
QStringList shortTableTitles(const Plan &plan);

/// One line per cell with a text per column: mean ± standard error with its unit, or "no data".
std::vector<QStringList> tableLines(const Session &session, const Analysis &analysis);

/// The primary metric's sentences.
QStringList verdictSentences(const Analysis &analysis);
/// Each with its severity: "unfit: nginx at 10 and 100 connections (3 trials): 2 % of the requests failed …"
QStringList findingLines(const std::vector<Finding> &findings);

/// "socket transport": what the trials were measured with, or will be; several where they differ.
QString transportsText(const Session &session);
/// What the figures are, how they were measured, on which machine, by which program, when.
QString captionText(const Session &session);

} // namespace sweepbench
