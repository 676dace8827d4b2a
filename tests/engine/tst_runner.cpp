// SPDX-License-Identifier: GPL-3.0-or-later
// The order, the progress and the hand-over of a run.
#include "core/transport/instant.h"
#include "tests/engine/runplan.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestRunner : public GuardedTest
{
    Q_OBJECT

private slots:
    void runsEveryTrialInThePlansOrder();
    void extendsWithoutRepeating();
    void progressGoesFromNothingToAll();
    void aStopRuleEndsItBetweenBlocks();
    void aRunToTheEndSaysSo();
    void seriesCoversTheTrial();
    void closesEveryConnectionBetweenTrials();
    void refusesABadUrl();
    void stopsWhileLookingUp();

private:
    static Plan twoTargets(const QString &a, const QString &b)
    {
        Plan plan = requestsPlan(a, 5, 1);
        plan.targets.push_back(plan.targets[0]);
        plan.targets[1].name = u"B"_s;
        plan.targets[1].url = b;
        plan.sweep.levels = {1, 2, 3};
        plan.repeats = 3;
        return plan;
    }
};

void TestRunner::runsEveryTrialInThePlansOrder()
{
    ScriptedServer a(scripted("ok"));
    ScriptedServer b(scripted("ok"));
    const Plan plan = twoTargets(a.url(), b.url());
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.end, RunEnd::Completed);
    const auto order = trialOrder(plan, 0, 3);
    QCOMPARE(outcome.trials.size(), order.size());
    qint64 lastStart = -1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Trial &trial = *outcome.trials[i];
        QCOMPARE(trial.target, order[i].target);
        QCOMPARE(trial.connections, plan.sweep.levels[static_cast<std::size_t>(order[i].level)]);
        QCOMPARE(trial.repeat, order[i].repeat);
        QCOMPARE(trial.order, static_cast<int>(i));
        QVERIFY(trial.startOffsetNs > lastStart);
        lastStart = trial.startOffsetNs;
        QCOMPARE(trial.startedAt.timeSpec(), Qt::UTC);
    }
    QCOMPARE(a.requests(), 45);
    QCOMPARE(b.requests(), 45);
}

void TestRunner::extendsWithoutRepeating()
{
    ScriptedServer a(scripted("ok"));
    Plan plan = twoTargets(a.url(), a.url());
    QEventLoop loop;
    Runner runner(plan, 2, 12, 7s);
    std::vector<TrialPtr> trials;
    connect(&runner, &Runner::trialFinished, &loop, [&](const TrialPtr &trial) { trials.push_back(trial); });
    connect(&runner, &Runner::finished, &loop, [&] { loop.quit(); });
    runner.start();
    loop.exec();
    QCOMPARE(trials.size(), 6U);
    QCOMPARE(trials.front()->order, 12);
    QVERIFY(trials.front()->startOffsetNs >= Nanoseconds(7s).count());
    for (const TrialPtr &trial : trials)
        QCOMPARE(trial->repeat, 2);
}

void TestRunner::progressGoesFromNothingToAll()
{
    ScriptedServer a(scripted("ok"));
    Plan plan = durationPlan(a.url(), 150ms, 2);
    plan.repeats = 3;
    std::vector<double> fractions;
    const RunOutcome outcome = runPlan(plan, [&](Runner &runner) {
        QCOMPARE(runner.progress().trialsTotal, 3);
        connect(&runner, &Runner::sampled, &runner, [&] {
            const RunProgress progress = runner.progress();
            fractions.push_back(progress.fraction);
            QVERIFY(progress.timeLeft >= 0ns && progress.timeLeft < 2s);
        });
    });
    QCOMPARE(outcome.trials.size(), 3U);
    QVERIFY(fractions.size() >= 3);
    QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
    QVERIFY(fractions.front() > 0 && fractions.back() <= 1);
}

void TestRunner::aStopRuleEndsItBetweenBlocks()
{
    ScriptedServer a(scripted("ok"));
    ScriptedServer b(scripted("ok"));
    Plan plan = twoTargets(a.url(), b.url());
    plan.repeats = 100;
    plan.untilPrecise = UntilPrecise{leastPrecision, 2, 1ns};
    std::optional<StopReason> reason;
    RunProgress before;
    RunProgress after;
    const RunOutcome outcome = runPlan(plan, [&](Runner &runner) {
        before = runner.progress();
        QVERIFY(!runner.stoppedBy());
        connect(&runner, &Runner::finished, &runner, [&] {
            reason = runner.stoppedBy();
            after = runner.progress();
        });
    });
    QCOMPARE(outcome.end, RunEnd::Completed);
    QCOMPARE(outcome.trials.size(), 6U); // one whole block, for the limit is looked at after it
    QCOMPARE(reason, std::optional(StopReason::TimeLimit));
    QVERIFY(before.atMost);
    QCOMPARE(before.trialsTotal, 600);
    QCOMPARE(after.trialsDone, 6);
}

void TestRunner::aRunToTheEndSaysSo()
{
    ScriptedServer a(scripted("ok"));
    std::optional<StopReason> completed;
    runPlan(requestsPlan(a.url(), 5, 1), [&](Runner &runner) {
        QVERIFY(!runner.progress().atMost);
        connect(&runner, &Runner::finished, &runner, [&] { completed = runner.stoppedBy(); });
    });
    QCOMPARE(completed, std::optional(StopReason::Repeats));
    std::optional<StopReason> stopped = StopReason::Repeats;
    runPlan(durationPlan(a.url(), 10s, 1), [&](Runner &runner) {
        connect(&runner, &Runner::sampled, &runner, [&] { runner.stop(); });
        connect(&runner, &Runner::finished, &runner, [&] { stopped = runner.stoppedBy(); });
    });
    QVERIFY(!stopped);
}

void TestRunner::seriesCoversTheTrial()
{
    ScriptedServer a(scripted("ok"));
    Plan plan = durationPlan(a.url(), 450ms, 2);
    plan.load.warmup = 150ms;
    const Trial trial = runPlan(plan).only();
    qint64 at = 0;
    qint64 requests = 0;
    for (const SeriesPoint &point : trial.series) {
        QCOMPARE(point.startNs, at);
        QVERIFY(point.spanNs > 0);
        at += point.spanNs;
        requests += point.requests;
        QCOMPARE(point.requests > 0, point.p50Ns >= 0);
        QVERIFY(point.p99Ns >= point.p50Ns);
    }
    QVERIFY(at >= Nanoseconds(590ms).count());
    QVERIFY(requests > trial.requests); // the warm-up's are in the series alone
    QVERIFY(trial.series.front().warmup);
    QVERIFY(!trial.series.back().warmup);
}

void TestRunner::closesEveryConnectionBetweenTrials()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = requestsPlan(server.url(), 100, 10);
    plan.repeats = 4;
    int trials = 0;
    const RunOutcome outcome = runPlan(plan, [&](Runner &runner) {
        connect(&runner, &Runner::trialStarted, &runner, [&] {
            ++trials;
            QVERIFY(server.waitUntilIdle()); // before the first connection of the next trial
        });
    });
    QCOMPARE(trials, 4);
    QVERIFY(server.maxOpenConnections() <= 10);
    QVERIFY(server.connections() >= 4);
}

void TestRunner::refusesABadUrl()
{
    const RunOutcome outcome = runPlan(requestsPlan(u"ftp://x/"_s, 1, 1));
    QCOMPARE(outcome.end, RunEnd::Failed);
    QVERIFY(outcome.failure.contains(u"ftp"));
}

void TestRunner::stopsWhileLookingUp()
{
    const RunOutcome outcome = runPlan(requestsPlan(u"http://no-such-host.invalid/"_s, 1, 1), [](Runner &runner) { runner.stop(); });
    QCOMPARE(outcome.end, RunEnd::Stopped);
    QVERIFY(outcome.trials.empty());
}

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
