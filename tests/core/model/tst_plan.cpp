// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "core/model/missingsecrets.h"
#include "core/model/plan.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

#include <sys/stat.h>

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
    void depthsKeepRates();
    void files();
    void badPlansAreNamed_data();
    void badPlansAreNamed();
    void threads();
    void secretHeaders();
    void missingSecretsAreFoundAndGiven();

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
    const auto withoutRampUp = *estimatedTime(quick, 2);
    quick.load.rampUp = 3s;
    QCOMPARE(*estimatedTime(quick, 2) - withoutRampUp,
             static_cast<qint64>(quick.targets.size() * quick.sweep.levels.size()) * 2 * std::chrono::nanoseconds(3s));
    quick.load.rampUp = {};
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

    Plan rates = plan();
    rates.sweep = {SweepAxis::Rate, {500, 100'000}}; // rates need no descriptors
    rates.load.arrivals = Arrivals::Poisson;
    rates.load.rampUp = 2s;
    rates.primaryMetric = Metric::P99Ns;
    QVERIFY(checkPlan(rates, limits()).empty());
    QVERIFY(planNotes(rates).isEmpty());
    QVERIFY(isOpenLoop(rates) && !isOpenLoop(plan()));
    QCOMPARE(loadAt(rates, 0, 500).rate, std::optional(500));
    QCOMPARE(loadAt(rates, 0, 500).connections, 100);
    rates.primaryMetric = Metric::Rps;
    QCOMPARE(planNotes(rates).size(), 1);
    QVERIFY(planNotes(rates)[0].contains(u"p99_ns"));
    rates.load.requests = 50;
    rates.load.duration.reset();
    QVERIFY(planNotes(rates)[0].contains(u"at most 50 connections"));

    Plan own = plan();
    Load short_;
    short_.requestsPerConnection = 1;
    short_.duration = 5s;
    own.targets[1].load.take(LoadField::KeepAlive, short_);
    own.targets[1].load.take(LoadField::Length, short_);
    QVERIFY(checkPlan(own, limits()).empty());
    QCOMPARE(loadAt(own, 0, 10).requestsPerConnection, own.load.requestsPerConnection);
    QCOMPARE(loadAt(own, 1, 10).requestsPerConnection, 1);
    QCOMPARE(loadAt(own, 1, 10).connections, 10);
    QCOMPARE(targetLabel(own, 0), own.targets[0].name);
    QCOMPARE(targetLabel(own, 1), own.targets[1].name + u", keep-alive off, 5 s per trial"_s.replace(u"5 s"_s, u"5\u00A0s"_s));
    const auto levels = static_cast<qint64>(own.sweep.levels.size());
    QCOMPARE(*estimatedTime(own, 1) - *estimatedTime(plan(), 1), levels * (5s - *plan().load.duration));
    // Run time is compared between trials of the same number of requests.
    short_.requests = 100;
    short_.duration.reset();
    own.targets[1].load.take(LoadField::Length, short_);
    QVERIFY(!requestsPerTrial(own));
    own.load.requests = 100;
    own.load.duration.reset();
    QCOMPARE(requestsPerTrial(own), std::optional<qint64>(100));
    own.primaryMetric = Metric::RuntimeS;
    QVERIFY(checkPlan(own, limits()).empty());
    own.load.requests = 200;
    QCOMPARE(checkPlan(own, limits()).front().field, u"targets[1].load.requests"_s);
    // What the levels or the other targets decide is not one target's.
    own = plan();
    own.targets[1].load.take(LoadField::Connections, short_);
    QCOMPARE(checkPlan(own, limits()).front().field, u"targets[1].load.connections"_s);
    own.targets[1].load = {};
    short_.rate = 100;
    own.targets[1].load.take(LoadField::Rate, short_);
    QCOMPARE(checkPlan(own, limits()).front().field, u"targets[1].load.rate"_s);
    own.load.rate = 200;
    QVERIFY(checkPlan(own, limits()).empty());
    // A mistake of its own load is said at the target, one of the plan's load once.
    own.targets[1].load = {};
    short_.timeout = 0ns;
    own.targets[1].load.take(LoadField::Timeout, short_);
    QCOMPARE(checkPlan(own, limits()).front().field, u"targets[1].load.timeout"_s);
    own.load.timeout = 0ns;
    QCOMPARE(checkPlan(own, limits()).size(), std::size_t(1));
    own.targets[0].disabled = true;
    QCOMPARE(measuredPlan(own).targets.size(), own.targets.size() - 1);

    Plan http2 = plan();
    http2.load.transport = TransportKind::Qnam;
    http2.load.http = HttpVersion::Http2;
    http2.load.followRedirects = http2.load.cookies = true;
    QVERIFY(checkPlan(http2, limits()).empty()); // without TLS: prior knowledge
    http2.targets[0].url = u"https://me:pw@127.0.0.1/"_s;
    http2.targets[0].proxy = u"http://127.0.0.1:3128"_s;
    http2.targets[0].tls = {true, u"ca.pem"_s, u"client.pem"_s, u"key.pem"_s, TlsVersion::Tls13, false};
    http2.targets[1].address = u"::1"_s;
    QVERIFY(checkPlan(http2, limits()).empty());
    Plan latency = plan();
    latency.primaryMetric = Metric::P99Ns;
    QCOMPARE(planNotes(latency).size(), 1);
    QVERIFY(planNotes(latency)[0].contains(u"under each server’s own load"_s));
    QCOMPARE(planNotes(http2), QStringList{u"any certificate is accepted of 127.0.0.1:8080"_s});
    http2.load.http = HttpVersion::Http1;
    for (const int perConnection : {0, 1, 5}) {
        http2.load.requestsPerConnection = perConnection;
        QVERIFY(checkPlan(http2, limits()).empty());
    }
}

void TestPlan::depthsKeepRates()
{
    Plan rates = plan();
    rates.sweep = {SweepAxis::Rate, {500, 2000}};
    applyDepth(rates, Depth::Standard);
    QCOMPARE(rates.sweep.levels, (std::vector{500, 2000}));
    QCOMPARE(*rates.load.duration, std::chrono::nanoseconds(5s));
    QCOMPARE(depthOf(rates), std::optional(Depth::Standard));
    const auto before = *estimatedTime(rates, 1);
    rates.load.rampUp = 2s;
    QCOMPARE(*estimatedTime(rates, 1) - before, std::chrono::nanoseconds(4 * 2s));
}

void TestPlan::files()
{
    QTemporaryDir folder;
    const auto written = [&](const QString &name, const QByteArray &content) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    };
    Plan p = plan();
    QVERIFY(checkPlanFiles(p).empty());
    p.targets[1].tls.caFile = written(u"ca.pem"_s, "comment\n-----BEGIN CERTIFICATE-----\n");
    QVERIFY(checkPlanFiles(p).empty());
    const QString pipe = folder.filePath(u"pipe"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    for (const auto &[path, says] : {std::pair{folder.filePath(u"missing.pem"_s), u"can't be read"_s}, std::pair{folder.path(), u"folder"_s},
                                     std::pair{pipe, u"not a regular file"_s},
                                     std::pair{written(u"x.txt"_s, "hello"), u"not a PEM file"_s}, std::pair{written(u"empty"_s, ""), u"not a PEM file"_s}}) {
        p.targets[1].tls.keyFile = path;
        const auto problems = checkPlanFiles(p);
        QCOMPARE(problems.size(), 1U);
        QCOMPARE(problems[0].field, u"targets[1].tls.key_file"_s);
        QVERIFY2(problems[0].text.contains(says) && problems[0].text.contains(path), qPrintable(problems[0].text));
    }
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
    row("precision of nothing", "until-precision", [](Plan &p) { p.repeats = 30; p.untilPrecise = UntilPrecise{0.0, 8, {}}; });
    row("precision that is none", "until-precision", [](Plan &p) { p.repeats = 30; p.untilPrecise = UntilPrecise{1.5, 8, {}}; });
    row("least above most", "repeats", [](Plan &p) { p.repeats = 7; p.untilPrecise = UntilPrecise{}; });
    row("one repeat has no interval", "repeats", [](Plan &p) { p.repeats = 7; p.untilPrecise = UntilPrecise{0.02, 1, {}}; });
    row("no time", "time-limit", [](Plan &p) { p.repeats = 30; p.untilPrecise = UntilPrecise{0.02, 8, 0s}; });
    row("precision of sequences", "order", [](Plan &p) { p.repeats = 30; p.untilPrecise = UntilPrecise{}; p.order = TrialOrder::Sequential; });
    row("precision of one", "until-precision", [](Plan &p) { p.repeats = 30; p.untilPrecise = UntilPrecise{}; p.targets.pop_back(); });
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
    row("no rates", "rates", [](Plan &p) { p.sweep = {SweepAxis::Rate, {}}; });
    row("rate level 0", "rates", [](Plan &p) { p.sweep = {SweepAxis::Rate, {0, 5}}; });
    row("rate level too high", "rates", [](Plan &p) { p.sweep = {SweepAxis::Rate, {1'000'001}}; });
    row("rate twice", "rate", [](Plan &p) { p.sweep = {SweepAxis::Rate, {5}}; p.load.rate = 5; });
    row("no connections for rates", "connections", [](Plan &p) { p.sweep = {SweepAxis::Rate, {5}}; p.load.connections = 0; });
    row("connections for rates above the descriptors", "connections", [](Plan &p) { p.sweep = {SweepAxis::Rate, {5}}; p.load.connections = 19'937; });
    row("rate 0", "rate", [](Plan &p) { p.load.rate = 0; });
    row("rate too high", "rate", [](Plan &p) { p.load.rate = 1'000'001; });
    row("think time at a rate", "think time", [](Plan &p) { p.load.rate = 5; p.load.thinkTime = 1ms; });
    row("think time in a sweep over rates", "think time", [](Plan &p) { p.sweep = {SweepAxis::Rate, {5}}; p.load.thinkTime = 1ms; });
    row("negative think time", "think time", [](Plan &p) { p.load.thinkTime = -1ms; });
    row("negative ramp-up", "ramp-up", [](Plan &p) { p.load.rampUp = -1ms; });
    row("arrivals without a rate", "arrivals", [](Plan &p) { p.load.arrivals = Arrivals::Poisson; });
    row("HTTP/2 with sockets", "http", [](Plan &p) { p.load.http = HttpVersion::Http2; });
    row("redirects with sockets", "redirects", [](Plan &p) { p.load.followRedirects = true; });
    row("cookies with sockets", "cookies", [](Plan &p) { p.load.cookies = true; });
    row("counted keep-alive over HTTP/2", "keep-alive", [](Plan &p) {
        p.load.transport = TransportKind::Qnam;
        p.load.http = HttpVersion::Http2;
        p.load.requestsPerConnection = 5;
    });
    row("HTTP/2 without keep-alive", "keep-alive", [](Plan &p) {
        p.load.transport = TransportKind::Qnam;
        p.load.http = HttpVersion::Http2;
        p.load.requestsPerConnection = 1;
    });
    row("HTTP/2 without TLS through a proxy", "targets[1].proxy", [](Plan &p) {
        p.load.transport = TransportKind::Qnam;
        p.load.http = HttpVersion::Http2;
        p.targets[1].proxy = u"http://127.0.0.1:3128"_s;
    });
    row("qnam needs more descriptors", "connections", [](Plan &p) { p.load.transport = TransportKind::Qnam; p.sweep.levels = {19'000}; });
    row("TLS options on http", "targets[0].tls", [](Plan &p) { p.targets[0].tls.insecure = true; });
    row("key without certificate", "targets[1].tls.key_file", [](Plan &p) {
        p.targets[1].url = u"https://127.0.0.1/"_s;
        p.targets[1].tls.keyFile = u"key.pem"_s;
    });
    row("https proxy", "targets[0].proxy", [](Plan &p) { p.targets[0].proxy = u"https://127.0.0.1:3128"_s; });
    row("proxy with a path", "targets[0].proxy", [](Plan &p) { p.targets[0].proxy = u"http://127.0.0.1:3128/x"_s; });
    row("address that is a name", "targets[0].address", [](Plan &p) { p.targets[0].address = u"localhost"_s; });
    row("address in brackets", "targets[0].address", [](Plan &p) { p.targets[0].address = u"[::1]"_s; });
    row("address and proxy", "targets[0].address", [](Plan &p) {
        p.targets[0].address = u"::1"_s;
        p.targets[0].proxy = u"http://127.0.0.1:3128"_s;
    });
    row("user name twice", "targets[0].headers", [](Plan &p) {
        p.targets[0].url = u"http://me:pw@127.0.0.1/"_s;
        p.targets[0].headers = {{u"AUTHORIZATION"_s, u"Basic x"_s}};
    });
    row("proxy user twice", "targets[0].headers", [](Plan &p) {
        p.targets[0].proxy = u"http://me:pw@127.0.0.1:3128"_s;
        p.targets[0].headers = {{u"Proxy-Authorization"_s, u"Basic x"_s}};
    });
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
}

void TestPlan::missingSecretsAreFoundAndGiven()
{
    Plan plan;
    plan.targets.resize(3);
    plan.targets[0].url = u"https://me@127.0.0.1/"_s; // no password was ever there
    plan.targets[0].headers = {{u"Accept"_s, {}}, {u"X-Api-Key"_s, u"known"_s}};
    plan.targets[1].headers = {{u"Accept"_s, u"*/*"_s}, {u"Authorization"_s, {}}};
    plan.targets[2].url = u"https://me%40home:@127.0.0.1/a%2Fb?q"_s;
    plan.targets[2].proxy = u"http://us:@127.0.0.1:3128"_s;
    using Kind = MissingSecret::Kind;
    const std::vector<MissingSecret> missing = missingSecrets(plan);
    QCOMPARE(missing, (std::vector<MissingSecret>{{Kind::Header, 1, 1, u"Authorization"_s},
                                                  {Kind::UrlPassword, 2, 0, u"me@home"_s},
                                                  {Kind::ProxyPassword, 2, 0, u"us"_s}}));
    for (const MissingSecret &secret : missing)
        giveSecret(plan, secret, u"p:@w"_s);
    QVERIFY(missingSecrets(plan).empty());
    QCOMPARE(plan.targets[1].headers[1].value, u"p:@w"_s);
    const auto url = parseHttpUrl(plan.targets[2].url);
    QCOMPARE(*url->userInfo, QByteArray("me@home:p:@w"));
    QCOMPARE(url->requestTarget, QByteArray("/a%2Fb?q"));
    QCOMPARE(*parseProxyUrl(plan.targets[2].proxy)->userInfo, QByteArray("us:p:@w"));
}

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
