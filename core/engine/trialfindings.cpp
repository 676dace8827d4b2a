// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialfindings.h"

#include "core/engine/clientfindings.h"
#include "core/model/format.h"
#include "core/stats/clientlimit.h"
#include "core/stats/histogram.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double mostErrorShare = 0.01;
constexpr qint64 fewestAnswersPerConnection = 20;

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
            : trial.notSent > 0 ? u"%1 requests were due, and every connection was busy to the end"_s.arg(formatCount(trial.notSent + trial.sent))
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

/// What the end of a timed trial does to a count: up to one request of each connection is cut off.
void addFewAnswers(std::vector<Finding> &findings, const Trial &trial, const Load &load)
{
    const qint64 answers = trial.requests + trial.errors[ErrorKind::Status];
    // A schedule decides about the number of requests in an open loop, and a number of requests ends with its last answer.
    if (!load.duration || load.rate || answers == 0 || answers >= fewestAnswersPerConnection * trial.connections)
        return;
    const double seconds = static_cast<double>(trial.duration.count()) / 1e9;
    findings.push_back({u"few_answers"_s, Severity::Doubt,
                        u"Only %1 answers per connection: requests per second depend on how many answers the end of the trial cut off. "
                        "Read bytes per second (%2) first, or measure for longer"_s.arg(
                            formatNumber(static_cast<double>(answers) / trial.connections, 2),
                            seconds > 0 ? formatBytesPerSecond(static_cast<double>(trial.bytesReceived) / seconds) : noDataText())});
}

void addFewConnections(std::vector<Finding> &findings, const Trial &trial, const Load &load)
{
    // Each connection of a closed loop sends at once; over HTTP/2 they are streams.
    const qint64 wanted = std::min<qint64>(trial.connections, load.requests.value_or(trial.connections));
    if (load.rate || load.http == HttpVersion::Http2 || trial.connectionsOpened == 0 || trial.connectionsOpened >= wanted)
        return;
    findings.push_back({u"few_connections"_s, Severity::Doubt,
                        u"Only %1 of %2 connections came about, so the load was lower than the level says. "
                        "Lower the level%3"_s.arg(
                            formatCount(trial.connectionsOpened), formatCount(wanted),
                            load.transport == TransportKind::Qnam ? u", or use the socket transport"_s : u", or give the server a longer queue of connections"_s)});
}

/// What an open loop's schedule asked for and did not get.
void addScheduleFindings(std::vector<Finding> &findings, const Trial &trial, const TrialCircumstances &circumstances)
{
    const qint64 due = trial.sent + trial.notSent;
    const bool muchNotSent = trial.notSent * 1000 > due; // a few may be waiting at the end by chance
    if (trial.notSent > 0)
        findings.push_back({u"not_sent"_s, muchNotSent ? Severity::Doubt : Severity::Note,
                            u"%1 of %2 requests that were due had no free connection before the end. %3"_s.arg(
                                formatCount(trial.notSent), formatCount(due),
                                muchNotSent ? u"This server with %1 connections does not keep up with %2 requests per second: "
                                              "lower the rate, or use more connections"_s.arg(formatCount(trial.connections), formatCount(trial.rate))
                                            : u"They are too few to matter"_s)});
    const auto slip = quantileNs(trial.slip, 0.99);
    const auto response = quantileNs(trial.latency, 0.99);
    constexpr double negligibleNs = 1e6;
    if (muchNotSent || !slip || !response || *slip < negligibleNs || *slip < 0.1 * *response)
        return;
    const bool connectionsWereBusy = 2 * circumstances.waitedForConnection > trial.sent / 100; // half of those that make the p99
    const bool saidAlready = std::any_of(findings.begin(), findings.end(), [](const Finding &finding) { return finding.kind == clientLateKind(); });
    if (saidAlready && !connectionsWereBusy)
        return;
    findings.push_back({u"behind_schedule"_s, Severity::Doubt,
                        connectionsWereBusy
                            ? u"%1 of %2 requests found every connection busy and waited for one (p99 of the slip %3); the response time "
                              "includes that. More connections show what the server does without that queue"_s.arg(
                                  formatCount(circumstances.waitedForConnection), formatCount(trial.sent), formatLatency(*slip))
                            : u"The client was late: it sent 1 % of the requests more than %1 after they were due, and the response time "
                              "includes that. Lower the rate, use more worker threads, or let the machine do nothing else"_s.arg(formatLatency(*slip))});
}

} // namespace

std::vector<Finding> trialFindings(const Trial &trial, const Load &load, const TrialCircumstances &circumstances)
{
    std::vector<Finding> findings;
    addErrorFindings(findings, trial);
    if (load.rate)
        addLateClient(findings, trial, circumstances);
    else
        addClosedLoopFindings(findings, trial, load);
    addFewAnswers(findings, trial, load);
    addFewConnections(findings, trial, load);
    if (load.rate)
        addScheduleFindings(findings, trial, circumstances);
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
                            "A longer trial, or a shorter time-out, shows whether they are ever answered"_s.arg(
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
