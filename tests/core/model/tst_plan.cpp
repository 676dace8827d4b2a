// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/plan.h"
#include "tests/support/warningguard.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestPlan : public GuardedTest
{
    Q_OBJECT

private slots:
    void depths();
    void blocksHoldEachCellOnce();
    void targetsOfALevelRunBackToBack();
    void ordersVaryAndRepeat();
    void firstPlacesAreFair();
    void extensionsContinueTheSameOrder();
    void sequentialRunsOneTargetAfterTheOther();
    void names();
    void goodPlansPass();
    void badPlansAreNamed_data();
    void badPlansAreNamed();
    void threads();
    void secretHeaders();

private:
    static Plan plan(int targets = 2)
    {
        Plan result;
        for (int i = 0; i < targets; ++i) {
            Target target;
            target.url = u"http://127.0.0.1:%1/"_s.arg(8080 + i);
            result.targets.push_back(target);
        }
        nameTargets(result);
        return result;
    }
    static PlanLimits limits() { return {20'000, 64, 2}; }
};

void TestPlan::depths()
{
    Plan quick = plan();
    applyDepth(quick, Depth::Quick);
    QCOMPARE(quick.sweep.levels, (std::vector{1, 10, 100}));
    QCOMPARE(quick.repeats, 5);
    QCOMPARE(quick.load.warmup, std::chrono::nanoseconds(200ms));
    QCOMPARE(*quick.load.duration, std::chrono::nanoseconds(1s));
    QVERIFY(*estimatedTime(quick, quick.repeats) < 40s);
    QVERIFY(*estimatedTime(quick, quick.repeats) >= 36s);
    for (Depth depth : allDepths) {
        applyDepth(quick, depth);
        QCOMPARE(depthOf(quick), std::optional(depth));
        QCOMPARE(depthFromId(depthId(depth)), std::optional(depth));
    }
    quick.repeats = 7;
    QVERIFY(!depthOf(quick));
    quick.load.requests = 10;
    quick.load.duration.reset();
    QVERIFY(!estimatedTime(quick, 5));
}

void TestPlan::blocksHoldEachCellOnce()
{
    const Plan p = plan(3);
    const auto trials = trialOrder(p, 0, p.repeats);
    QCOMPARE(trials.size(), std::size_t(3 * 3 * 5));
    for (int block = 0; block < 5; ++block) {
        std::set<std::pair<int, int>> cells;
        for (std::size_t i = 0; i < 9; ++i) {
            const TrialSlot &slot = trials[static_cast<std::size_t>(block) * 9 + i];
            QCOMPARE(slot.repeat, block);
            cells.insert({slot.target, slot.level});
        }
        QCOMPARE(cells.size(), 9U);
    }
}

void TestPlan::targetsOfALevelRunBackToBack()
{
    const Plan p = plan(3);
    const auto trials = trialOrder(p, 0, 20);
    for (std::size_t i = 0; i < trials.size(); i += 3)
        QVERIFY(trials[i].level == trials[i + 1].level && trials[i].level == trials[i + 2].level);
}

void TestPlan::ordersVaryAndRepeat()
{
    Plan p = plan();
    p.seed = 42;
    const auto once = trialOrder(p, 0, 10);
    QCOMPARE(trialOrder(p, 0, 10), once);
    p.seed = 43;
    QVERIFY(trialOrder(p, 0, 10) != once);
}

void TestPlan::firstPlacesAreFair()
{
    // 2,000 blocks: each target is first within its level about half of the time (binomial: 4 standard deviations are 89).
    Plan p = plan();
    p.sweep.levels = {1};
    int first = 0;
    const auto trials = trialOrder(p, 0, 2000);
    for (std::size_t i = 0; i < trials.size(); i += 2)
        first += trials[i].target == 0;
    QVERIFY2(std::abs(first - 1000) < 90, qPrintable(QString::number(first)));
}

void TestPlan::extensionsContinueTheSameOrder()
{
    const Plan p = plan();
    const auto whole = trialOrder(p, 0, 8);
    auto parts = trialOrder(p, 0, 5);
    const auto more = trialOrder(p, 5, 3, static_cast<int>(parts.size()));
    parts.insert(parts.end(), more.begin(), more.end());
    QCOMPARE(parts, whole);
}

void TestPlan::sequentialRunsOneTargetAfterTheOther()
{
    Plan p = plan();
    p.order = TrialOrder::Sequential;
    const auto trials = trialOrder(p, 0, 5);
    QVERIFY(std::is_sorted(trials.begin(), trials.end(), [](const TrialSlot &a, const TrialSlot &b) { return a.target < b.target; }));
    for (std::size_t i = 0; i < trials.size(); ++i)
        QCOMPARE(trials[i].order, int(i));
}

void TestPlan::names()
{
    Plan p = plan();
    QCOMPARE(p.targets[0].name, u"127.0.0.1:8080"_s);
    QCOMPARE(p.targets[1].name, u"127.0.0.1:8081"_s);
    p.targets[0].name.clear();
    p.targets[1].name.clear();
    p.targets[1].url = u"http://127.0.0.1:8080/other"_s;
    nameTargets(p);
    QCOMPARE(p.targets[0].name, u"A"_s);
    QCOMPARE(p.targets[1].name, u"B"_s);
    p.targets[0].name = u"B"_s;
    p.targets[1].name.clear();
    nameTargets(p);
    QVERIFY(p.targets[1].name != u"B"_s && !p.targets[1].name.isEmpty());
}

void TestPlan::goodPlansPass()
{
    QVERIFY(checkPlan(plan(), limits()).empty());
    QVERIFY(planNotes(plan()).isEmpty());
    Plan few = plan();
    few.load.requests = 5;
    few.load.duration.reset();
    QVERIFY(checkPlan(few, limits()).empty());
    QCOMPARE(planNotes(few).size(), 1);
}

void TestPlan::badPlansAreNamed_data()
{
    QTest::addColumn<Plan>("bad");
    QTest::addColumn<QString>("field");
    const auto row = [](const char *name, const char *field, auto &&change) {
        Plan p = plan();
        change(p);
        QTest::newRow(name) << p << QString::fromLatin1(field);
    };
    row("no target", "targets", [](Plan &p) { p.targets.clear(); });
    row("bad URL", "targets[1].url", [](Plan &p) { p.targets[1].url = u"ftp://x"_s; });
    row("same names", "targets[1].name", [](Plan &p) { p.targets[1].name = p.targets[0].name; });
    row("no levels", "connections", [](Plan &p) { p.sweep.levels.clear(); });
    row("level 0", "connections", [](Plan &p) { p.sweep.levels = {0}; });
    row("more than descriptors", "connections", [](Plan &p) { p.sweep.levels = {1, 19'937}; });
    row("repeats 0", "repeats", [](Plan &p) { p.repeats = 0; });
    row("duration 0", "duration", [](Plan &p) { p.load.duration = 0s; });
    row("both", "requests and duration", [](Plan &p) { p.load.requests = 5; });
    row("neither", "requests or duration", [](Plan &p) { p.load.duration.reset(); });
    row("requests 0", "requests", [](Plan &p) { p.load.duration.reset(); p.load.requests = 0; });
    row("timeout 0", "timeout", [](Plan &p) { p.load.timeout = 0s; });
    row("warm-up", "warm-up", [](Plan &p) { p.load.warmup = -1s; });
    row("keep-alive", "keep-alive", [](Plan &p) { p.load.requestsPerConnection = -1; });
    row("run time of timed trials", "primary_metric", [](Plan &p) { p.primaryMetric = Metric::RuntimeS; });
    row("threads", "threads", [](Plan &p) { p.load.threads = 1000; });
    row("no such CPU", "client CPUs", [](Plan &p) { p.load.clientCpus = {2}; });
    row("method", "targets[0].method", [](Plan &p) { p.targets[0].method = u"GET /"_s; });
    row("CONNECT", "targets[0].method", [](Plan &p) { p.targets[0].method = u"CONNECT"_s; });
    row("header name", "targets[0].headers", [](Plan &p) { p.targets[0].headers = {{u"a b"_s, u"x"_s}}; });
    row("header injection", "targets[0].headers", [](Plan &p) { p.targets[0].headers = {{u"X"_s, u"a\r\nEvil: 1"_s}}; });
    row("framing header", "targets[0].headers", [](Plan &p) { p.targets[0].headers = {{u"content-length"_s, u"1"_s}}; });
    row("too many trials", "repeats", [](Plan &p) { p.repeats = 10'000; p.sweep.levels.assign(100, 0); std::iota(p.sweep.levels.begin(), p.sweep.levels.end(), 1); });
}

void TestPlan::badPlansAreNamed()
{
    QFETCH(Plan, bad);
    QFETCH(QString, field);
    const auto problems = checkPlan(bad, limits());
    QCOMPARE(problems.size(), 1U);
    QCOMPARE(problems[0].field, field);
    QVERIFY(!problems[0].text.isEmpty() && !problems[0].text.contains(u'\n'));
    if (!bad.sweep.levels.empty() && bad.sweep.levels.back() == 19'937)
        QVERIFY(problems[0].text.contains(u"19936") && problems[0].text.contains(u"20000"));
}

void TestPlan::threads()
{
    Load load;
    QCOMPARE(effectiveThreads(load, 100, 2), 1);
    QCOMPARE(effectiveThreads(load, 100, 8), 4);
    QCOMPARE(effectiveThreads(load, 1, 8), 1);
    load.threads = 3;
    QCOMPARE(effectiveThreads(load, 100, 2), 3);
    QCOMPARE(effectiveThreads(load, 2, 2), 2);
}

void TestPlan::secretHeaders()
{
    for (const char *name : {"Authorization", "cookie", "Proxy-Authorization", "X-Auth-Token", "X-Api-Key"})
        QVERIFY(isSecretHeader(QString::fromLatin1(name)));
    for (const char *name : {"Accept", "User-Agent", "X-Custom"})
        QVERIFY(!isSecretHeader(QString::fromLatin1(name)));
    Target target;
    target.headers = {{u"Authorization"_s, {}}};
    QVERIFY(lacksSecret(target));
    target.headers[0].value = u"x"_s;
    QVERIFY(!lacksSecret(target));
}

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
