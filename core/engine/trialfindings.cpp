// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialfindings.h"

#include "core/model/format.h"

#include <QStringList>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double mostErrorShare = 0.01;
constexpr double saturatedShare = 0.95;

/// "12 timed out, 3 connection reset"
QString errorList(const Trial &trial)
{
    QStringList parts;
    for (int i = 0; i < errorKindCount; ++i) {
        const auto kind = static_cast<ErrorKind>(i);
        if (trial.errors[kind] > 0)
            parts << u"%1 %2"_s.arg(formatCount(trial.errors[kind]), errorKindText(kind));
    }
    return parts.join(u", "_s);
}

void addErrorFindings(std::vector<Finding> &findings, const Trial &trial)
{
    const qint64 errors = trial.errors.total();
    const qint64 answers = trial.requests + trial.errors[ErrorKind::Status];
    const QString detail = trial.errorDetail.isEmpty() ? QString() : u" ("_s + trial.errorDetail + u')';
    if (answers == 0) {
        const QString what = errors > 0 ? errorList(trial) + detail
                                        : u"%1 requests were still waiting at the end"_s.arg(formatCount(trial.cancelled));
        findings.push_back({u"no_answer"_s, Severity::Unfit, u"No complete answer: "_s + what});
    } else if (static_cast<double>(errors) > mostErrorShare * static_cast<double>(trial.sent - trial.cancelled)) {
        findings.push_back({u"errors"_s, Severity::Unfit,
                            u"%1 of the requests failed: %2%3"_s.arg(
                                formatPercent(static_cast<double>(errors) / static_cast<double>(errors + trial.requests)), errorList(trial), detail)});
    } else if (errors > 0) {
        findings.push_back({u"errors"_s, Severity::Doubt, u"%1 of %2 requests failed: %3%4"_s.arg(
                                formatCount(errors), formatCount(trial.sent), errorList(trial), detail)});
    }
    if (trial.errors[ErrorKind::LocalPorts] > 0)
        findings.push_back({u"local_ports"_s, Severity::Unfit,
                            u"This machine ran out of local ports (closed connections keep theirs for a minute in TIME_WAIT); "
                            "use keep-alive or fewer requests per trial"_s});
    if (trial.errors[ErrorKind::LocalDescriptors] > 0)
        findings.push_back({u"local_descriptors"_s, Severity::Unfit,
                            u"This process ran out of file descriptors; lower the level or raise the limit (ulimit -n)"_s});
}

void addClientFindings(std::vector<Finding> &findings, const Trial &trial)
{
    const double seconds = static_cast<double>(trial.duration.count()) / 1e9;
    const double busy = (trial.clientUserS + trial.clientSystemS) / (seconds * trial.threads);
    if (seconds > 0.05 && busy > saturatedShare)
        findings.push_back({u"client_saturated"_s, Severity::Doubt,
                            u"The client was the limit: its %1 used %2 of a core; the server may be faster than this shows. "
                            "Use more threads (-t) on a machine with more cores"_s.arg(
                                trial.threads == 1 ? u"thread"_s : u"%1 threads"_s.arg(trial.threads), formatPercent(std::min(busy, 1.0)))});
}

} // namespace

std::vector<Finding> trialFindings(const Trial &trial, const Load &load, const TrialCircumstances &circumstances)
{
    std::vector<Finding> findings;
    addErrorFindings(findings, trial);
    addClientFindings(findings, trial);
    constexpr auto tolerated = std::chrono::milliseconds(500);
    if (std::chrono::abs(circumstances.clockJump) > tolerated)
        findings.push_back({u"clock_jump"_s, Severity::Unfit, u"The clock was set by %1 s during the trial"_s.arg(
                                formatNumber(static_cast<double>(circumstances.clockJump.count()) / 1e9, 3))});
    if (circumstances.suspended > tolerated)
        findings.push_back({u"suspended"_s, Severity::Unfit, u"The machine slept for %1 during the trial"_s.arg(formatTime(circumstances.suspended))});
    // A request that hangs is in no latency figure: it must not vanish with the end of the trial.
    constexpr auto worthTelling = std::chrono::seconds(1);
    if (circumstances.longestWait > worthTelling && circumstances.longestWait.count() > 2 * trial.latency.maxNs)
        findings.push_back({u"hanging"_s, Severity::Doubt,
                            u"A request that was cut off at the end had waited %1, longer than any answer took; %2 were cut off in all. "
                            "A longer trial, or a shorter --timeout, shows whether they are ever answered"_s.arg(
                                formatLatency(static_cast<double>(circumstances.longestWait.count())), formatCount(trial.cancelled))});
    if (circumstances.gaveUp)
        findings.push_back({u"gave_up"_s, Severity::Doubt, u"Ended after %1 of %2 requests: none was answered for 10 s"_s.arg(
                                formatCount(trial.sent), formatCount(load.requests.value_or(0)))});
    if (load.requests && *load.requests < trial.connections)
        findings.push_back({u"few_requests"_s, Severity::Note, u"%1 requests per trial use at most %1 of the %2 connections"_s.arg(
                                formatCount(*load.requests), formatCount(trial.connections))});
    return findings;
}

} // namespace sweepbench
