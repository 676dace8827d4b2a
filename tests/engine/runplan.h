// SPDX-License-Identifier: GPL-3.0-or-later
// Runs plans in tests. Thread contract: main thread, which gets an event loop while the plan runs.
#pragma once

#include "core/engine/runner.h"

#include <QEventLoop>
#include <QTimer>

#include <functional>

namespace sweepbench::test {

struct RunOutcome
{
    RunEnd end = RunEnd::Failed;
    std::vector<TrialPtr> trials;
    QString failure;
    bool hung = false; ///< the guard ended it

    const Trial &only() const { return *trials.at(0); }
};

/// Runs the plan to its end. \a whileRunning is called once with the runner after it was started.
inline RunOutcome runPlan(const Plan &plan, const std::function<void(Runner &)> &whileRunning = {},
                          std::chrono::milliseconds hangGuard = std::chrono::seconds(60))
{
    RunOutcome outcome;
    QEventLoop loop;
    Runner runner(plan);
    QObject::connect(&runner, &Runner::trialFinished, &loop, [&](const TrialPtr &trial) { outcome.trials.push_back(trial); });
    QObject::connect(&runner, &Runner::finished, &loop, [&](RunEnd end) {
        outcome.end = end;
        loop.quit();
    });
    QTimer guard; // of its own: QTimer::singleShot() would leave one behind until it fires
    guard.setSingleShot(true);
    QObject::connect(&guard, &QTimer::timeout, &loop, [&] {
        outcome.hung = true;
        loop.quit();
    });
    guard.start(hangGuard);
    runner.start();
    if (whileRunning)
        whileRunning(runner);
    loop.exec();
    outcome.failure = runner.failureText();
    return outcome;
}

/// One target, one trial of \a requests requests at one level, without warm-up.
inline Plan requestsPlan(const QString &url, qint64 requests, int connections)
{
    Plan plan;
    Target target;
    target.name = QStringLiteral("A");
    target.url = url;
    plan.targets = {target};
    plan.sweep.levels = {connections};
    plan.repeats = 1;
    plan.load.requests = requests;
    plan.load.duration.reset();
    plan.load.warmup = {};
    plan.load.timeout = std::chrono::seconds(5);
    return plan;
}

/// The same for a duration.
inline Plan durationPlan(const QString &url, std::chrono::nanoseconds duration, int connections)
{
    Plan plan = requestsPlan(url, 1, connections);
    plan.load.requests.reset();
    plan.load.duration = duration;
    return plan;
}

/// sent = requests + errors + cancelled, and the statuses add up to the complete answers.
inline bool addsUp(const Trial &trial)
{
    qint64 complete = 0;
    for (const auto &[code, count] : trial.status)
        complete += count;
    return trial.sent == trial.requests + trial.errors.total() + trial.cancelled
        && complete == trial.requests + trial.errors[ErrorKind::Status]
        && trial.requests == static_cast<qint64>(trial.latency.count);
}

} // namespace sweepbench::test
