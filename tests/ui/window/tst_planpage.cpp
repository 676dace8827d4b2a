// SPDX-License-Identifier: GPL-3.0-or-later
// The plan page as a user types into it: mistakes beside their fields, Compare with its reason and its price.
#include "tests/support/warningguard.h"
#include "ui/planpage.h"
#include "ui/plantext.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace sweepbench;

class TestPlanPage : public sweepbench::test::GuardedTest
{
    Q_OBJECT

private:
    template<typename T>
    static T *child(PlanPage &page, const QString &name)
    {
        T *found = page.findChild<T *>(name);
        if (!found)
            qFatal("no child named %s", qPrintable(name));
        return found;
    }
    static void type(PlanPage &page, const QString &name, const QString &text)
    {
        auto *edit = child<QLineEdit>(page, name);
        edit->setFocus();
        edit->selectAll();
        if (text.isEmpty())
            QTest::keyClick(edit, Qt::Key_Delete);
        else
            QTest::keyClicks(edit, text);
    }
    QTemporaryDir m_dir;

    static PlanLimits limits() { return {1024, 64, 2}; }

private slots:
    void emptyPageSaysWhatToDo()
    {
        PlanPage page(limits());
        auto *compare = child<QPushButton>(page, u"compare"_s);
        QVERIFY(!compare->isEnabled());
        QVERIFY(child<QLabel>(page, u"reason"_s)->text().contains(u"first target"_s));
        // An empty box is no mistake yet.
        QVERIFY(child<QLabel>(page, u"url0Problem"_s)->text().isEmpty());
        QVERIFY(child<QPushButton>(page, u"depth_quick"_s)->isChecked());
    }

    void twoUrlsMakeAPlan()
    {
        PlanPage page(limits());
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"localhost:8081/x?y=1"_s);
        auto *compare = child<QPushButton>(page, u"compare"_s);
        QVERIFY(compare->isEnabled());
        QCOMPARE(compare->text(), u"Compare (about 36 s)"_s); // 30 × (0.2 s + 1 s + 10 ms)
        QVERIFY(page.reason().isEmpty());
        QVERIFY(page.plan().has_value());
        QCOMPARE(page.plan()->targets.size(), std::size_t(2));
        QCOMPARE(page.plan()->targets[1].name, u"localhost:8081"_s);
        QCOMPARE(depthOf(*page.plan()), std::optional(Depth::Quick));
    }

    void enterMovesOnThenStarts()
    {
        PlanPage page(limits());
        page.show();
        QSignalSpy spy(&page, &PlanPage::compareRequested);
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        QTest::keyClick(child<QLineEdit>(page, u"url0"_s), Qt::Key_Return);
        QCOMPARE(spy.count(), 0);
        type(page, u"url1"_s, u"http://127.0.0.1:8081/"_s);
        QTest::keyClick(child<QLineEdit>(page, u"url1"_s), Qt::Key_Return);
        QCOMPARE(spy.count(), 1);
    }

    void mistakesStandBesideTheirField_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("scheme") << u"url0"_s << u"ftp://h/"_s << u"ftp"_s;
        QTest::newRow("https without host") << u"url1"_s << u"https://"_s << u"host"_s;
        QTest::newRow("no host") << u"url0"_s << u"http:///x"_s << u"host"_s;
        QTest::newRow("port 0") << u"url0"_s << u"http://h:0/"_s << u"port"_s;
        QTest::newRow("port too high") << u"url1"_s << u"http://h:65536/"_s << u"65536"_s;
        QTest::newRow("blank in host") << u"url1"_s << u"http://a b/"_s << u"blank"_s;
        QTest::newRow("letters in levels") << u"levels"_s << u"1,ten"_s << u"ten"_s;
        QTest::newRow("level 0") << u"levels"_s << u"0,10"_s << u"0"_s;
        QTest::newRow("no level") << u"levels"_s << u""_s << u"level"_s;
        QTest::newRow("too many connections") << u"levels"_s << u"1,2000"_s << u"960"_s;
        QTest::newRow("repeats 0") << u"repeats"_s << u"0"_s << u"0"_s;
        QTest::newRow("repeats in words") << u"repeats"_s << u"five"_s << u"five"_s;
        QTest::newRow("duration 0") << u"trial"_s << u"0"_s << u"short"_s;
        QTest::newRow("duration") << u"trial"_s << u"soon"_s << u"soon"_s;
        QTest::newRow("warm-up") << u"warmup"_s << u"-1s"_s << u"-1s"_s;
        QTest::newRow("password lost") << u"url1"_s << u"http://user:@127.0.0.1/"_s << u"password"_s;
        QTest::newRow("rate") << u"rate"_s << u"fast"_s << u"fast"_s;
        QTest::newRow("rate 0") << u"rate"_s << u"0"_s << u"0"_s;
        QTest::newRow("think time") << u"think"_s << u"a while"_s << u"a while"_s;
        QTest::newRow("ramp-up") << u"ramp"_s << u"-2s"_s << u"-2s"_s;
        QTest::newRow("keep-alive") << u"keepAlive"_s << u"sometimes"_s << u"sometimes"_s;
        QTest::newRow("time-out") << u"timeout"_s << u"0"_s << u"short"_s;
        QTest::newRow("proxy password lost") << u"proxy1"_s << u"http://user:@127.0.0.1:3128"_s << u"password"_s;
        QTest::newRow("precision") << u"untilPrecision"_s << u"very"_s << u"very"_s;
        QTest::newRow("precision above all") << u"untilPrecision"_s << u"200%"_s << u"100%"_s;
        QTest::newRow("same name") << u"name1"_s << u"twin"_s << u"twin"_s;
    }
    void mistakesStandBesideTheirField()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, words);
        PlanPage page(limits());
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"http://127.0.0.1:8081/"_s);
        type(page, u"name0"_s, u"twin"_s);
        QVERIFY(page.plan().has_value());
        type(page, field, text);
        QVERIFY(!page.plan().has_value());
        auto *compare = child<QPushButton>(page, u"compare"_s);
        QVERIFY(!compare->isEnabled());
        const QString problem = child<QLabel>(page, field + u"Problem"_s)->text();
        QVERIFY2(problem.contains(words), qPrintable(problem));
        QVERIFY(child<QLabel>(page, field + u"Problem"_s)->property("problem").toBool());
        QVERIFY(!child<QLabel>(page, u"reason"_s)->text().isEmpty());
        QCOMPARE(compare->accessibleDescription(), child<QLabel>(page, u"reason"_s)->text());
    }

    void mendingAMistakeTakesItsWordsAway()
    {
        PlanPage page(limits());
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"http://127.0.0.1:99999/"_s);
        QVERIFY(!child<QLabel>(page, u"url1Problem"_s)->text().isEmpty());
        type(page, u"url1"_s, u"http://127.0.0.1:9999/"_s);
        QVERIFY(child<QLabel>(page, u"url1Problem"_s)->text().isEmpty());
        QVERIFY(page.plan().has_value());
    }

    void depthsSetTheFields()
    {
        PlanPage page(limits());
        QTest::mouseClick(child<QPushButton>(page, u"depth_publish"_s), Qt::LeftButton);
        QCOMPARE(child<QLineEdit>(page, u"repeats"_s)->text(), u"10"_s);
        QCOMPARE(child<QLineEdit>(page, u"trial"_s)->text(), u"10s"_s);
        QCOMPARE(child<QLineEdit>(page, u"warmup"_s)->text(), u"1s"_s);
        type(page, u"repeats"_s, u"3"_s);
        for (const QString &depth : {u"depth_quick"_s, u"depth_standard"_s, u"depth_publish"_s})
            QVERIFY(!child<QPushButton>(page, depth)->isChecked());
    }

    void stopsWhenPrecise()
    {
        PlanPage page(limits());
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"http://127.0.0.1:8081/"_s);
        auto *repeats = child<QLineEdit>(page, u"repeats"_s);
        auto *least = child<QLineEdit>(page, u"leastRepeats"_s);
        QVERIFY(!least->isEnabled());
        QVERIFY(child<QLabel>(page, u"timeLimitProblem"_s)->text().contains(u"needs a precision"_s));
        type(page, u"untilPrecision"_s, u"2%"_s);
        QCOMPARE(repeats->text(), u"30"_s); // the most, where five would leave no room above the least
        QCOMPARE(repeats->accessibleName(), u"Repeats at most"_s);
        QVERIFY(least->isEnabled());
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        QCOMPARE(page.plan()->untilPrecise, std::optional(UntilPrecise{0.02, 8, {}}));
        QCOMPARE(page.plan()->repeats, 30);
        // 180 × (0.2 s + 1 s + 10 ms)
        QCOMPARE(child<QPushButton>(page, u"compare"_s)->text(), u"Compare (at most about 3 min 38 s)"_s);
        QVERIFY2(child<QLabel>(page, u"summary"_s)->text().contains(u"48 to 180 trials (2 targets × 3 levels × 8 to 30 repeats)"_s),
                 qPrintable(child<QLabel>(page, u"summary"_s)->text()));
        QVERIFY(child<QPushButton>(page, u"depth_quick"_s)->isChecked());
        type(page, u"timeLimit"_s, u"1m"_s);
        QCOMPARE(page.plan()->untilPrecise->timeLimit, std::optional<std::chrono::nanoseconds>(60s));
        QCOMPARE(child<QPushButton>(page, u"compare"_s)->text(), u"Compare (at most about 1 min 7 s)"_s); // and the block under way
        // A depth sets the times and leaves the rule alone.
        QTest::mouseClick(child<QPushButton>(page, u"depth_publish"_s), Qt::LeftButton);
        QCOMPARE(repeats->text(), u"30"_s);
        QCOMPARE(page.plan()->load.duration, std::optional<std::chrono::nanoseconds>(10s));
        QVERIFY(page.plan()->untilPrecise.has_value());
        // What is wrong stands beside its field.
        type(page, u"repeats"_s, u"7"_s);
        QVERIFY2(child<QLabel>(page, u"repeatsProblem"_s)->text().contains(u"the least, 8, is above the most, 7"_s),
                 qPrintable(child<QLabel>(page, u"repeatsProblem"_s)->text()));
        type(page, u"leastRepeats"_s, u"1"_s);
        QVERIFY(child<QLabel>(page, u"leastRepeatsProblem"_s)->text().contains(u"from 2"_s));
        type(page, u"leastRepeats"_s, u"5"_s);
        QVERIFY(page.plan().has_value());
        type(page, u"timeLimit"_s, u"soon"_s);
        QVERIFY(child<QLabel>(page, u"timeLimitProblem"_s)->text().contains(u"soon"_s));
        // Without the rule the repeats are what the depth says, and nothing of the rule is left, its mistakes neither.
        type(page, u"untilPrecision"_s, u""_s);
        QCOMPARE(repeats->text(), u"10"_s);
        QVERIFY(page.plan().has_value() && !page.plan()->untilPrecise);
    }

    void aStopRuleComesThroughThePage()
    {
        Plan plan;
        for (int port : {1, 2}) {
            Target target;
            target.name = u"t%1"_s.arg(port);
            target.url = u"http://127.0.0.1:%1/"_s.arg(port);
            plan.targets.push_back(target);
        }
        plan.untilPrecise = UntilPrecise{0.015, 9, 10min};
        plan.repeats = 40;
        PlanPage page(limits());
        page.setPlan(plan);
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        QVERIFY(*page.plan() == plan);
        const QString summary = child<QLabel>(page, u"summary"_s)->text();
        QVERIFY2(summary.contains(u"Stops once every ratio is known within 1.5%, after 9 repeats at the earliest; no block begins after 10 min"_s),
                 qPrintable(summary));
        page.setPlan(Plan(plan));
        QVERIFY(*page.plan() == plan);
    }

    void requestsInsteadOfTime()
    {
        PlanPage page(limits());
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"http://127.0.0.1:8081/"_s);
        child<QComboBox>(page, u"trialKind"_s)->setCurrentIndex(1);
        type(page, u"trial"_s, u"50"_s);
        QVERIFY(page.plan().has_value());
        QCOMPARE(page.plan()->load.requests, std::optional<qint64>(50));
        QVERIFY(!page.plan()->load.duration.has_value());
        QCOMPARE(child<QPushButton>(page, u"compare"_s)->text(), u"Compare (1500 requests)"_s);
        // Fewer requests than connections: allowed, and said.
        QVERIFY(child<QLabel>(page, u"summary"_s)->text().contains(u"at most 50 connections"_s));
        child<QComboBox>(page, u"trialKind"_s)->setCurrentIndex(0);
        QCOMPARE(page.plan()->load.duration, std::optional<std::chrono::nanoseconds>(1s));
        QVERIFY(!page.plan()->load.requests.has_value());
    }

    void moreTargetsComeAndGo()
    {
        PlanPage page(limits());
        QTest::mouseClick(child<QPushButton>(page, u"addTarget"_s), Qt::LeftButton);
        type(page, u"url0"_s, u"http://127.0.0.1:1/"_s);
        type(page, u"url1"_s, u"http://127.0.0.1:2/"_s);
        QVERIFY(!page.plan().has_value());
        type(page, u"url2"_s, u"http://127.0.0.1:3/"_s);
        QCOMPARE(page.plan()->targets.size(), std::size_t(3));
        child<QAction>(page, u"remove1"_s)->trigger();
        QCOMPARE(page.plan()->targets.size(), std::size_t(2));
        QCOMPARE(page.plan()->targets[1].url, u"http://127.0.0.1:3/"_s);
        QVERIFY(!child<QAction>(page, u"remove0"_s)->isEnabled());
    }

    void carriesWhatItDoesNotShow()
    {
        Plan plan;
        applyDepth(plan, Depth::Quick);
        for (int port : {1, 2}) {
            Target target;
            target.name = u"t%1"_s.arg(port);
            target.url = u"http://127.0.0.1:%1/"_s.arg(port);
            target.method = u"POST"_s;
            target.body = "abc";
            plan.targets.push_back(target);
        }
        plan.load.requestsPerConnection = 20;
        plan.seed = 77;
        PlanPage page(limits());
        page.setPlan(plan);
        QVERIFY(page.plan().has_value());
        QVERIFY(*page.plan() == plan);
        const QString summary = child<QLabel>(page, u"summary"_s)->text();
        QVERIFY2(summary.contains(u"Keep-alive: 20"_s), qPrintable(summary));
        QCOMPARE(child<QLabel>(page, u"targetSummary1"_s)->text(), u"POST, body of 3 bytes"_s);
    }

    /// A file that looks like PEM from outside; what is in it is for the TLS library to say.
    QString pemFile(const QString &name) const
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write("-----BEGIN CERTIFICATE-----\n") < 0)
            qFatal("no file can be written");
        return file.fileName();
    }

    /// Everything that a plan can hold, none of it as it is by default.
    Plan fullPlan(SweepAxis axis) const
    {
        Plan plan;
        for (int port : {1, 2}) {
            Target target;
            target.name = u"t%1"_s.arg(port);
            target.url = u"https://user:secret@127.0.0.1:%1/a%2Fb?x=+1"_s.arg(port);
            target.method = u"POST"_s;
            target.headers = {{u"X-A"_s, u"b"_s}};
            target.body = "abc";
            target.tls = {true, pemFile(u"ca %1.pem"_s.arg(port)), pemFile(u"cert.pem"_s), pemFile(u"key.pem"_s), TlsVersion::Tls13, false};
            if (port == 1)
                target.proxy = u"http://user:secret@127.0.0.1:3128"_s;
            else
                target.address = u"127.0.0.2"_s;
            target.version = u"1"_s;
            target.notes = u"n"_s;
            plan.targets.push_back(target);
        }
        plan.sweep = {axis, {500, 700}};
        plan.load.connections = 60;
        if (axis == SweepAxis::Connections)
            plan.load.rate = 1500;
        plan.load.arrivals = Arrivals::Poisson;
        plan.load.rampUp = 1500ms;
        plan.load.warmup = 123ms;
        plan.load.timeout = 7s;
        plan.load.requestsPerConnection = 20;
        plan.load.threads = 2;
        plan.load.clientCpus = {1};
        plan.load.transport = TransportKind::Qnam;
        plan.load.http = HttpVersion::Http2;
        plan.load.followRedirects = true;
        plan.load.cookies = true;
        plan.repeats = 3;
        plan.order = TrialOrder::Sequential;
        plan.seed = 77;
        plan.primaryMetric = Metric::P50Ns;
        return plan;
    }

    void changingOneThingChangesNothingElse_data()
    {
        QTest::addColumn<SweepAxis>("axis");
        QTest::newRow("connections") << SweepAxis::Connections;
        QTest::newRow("rates") << SweepAxis::Rate;
    }
    void changingOneThingChangesNothingElse()
    {
        QFETCH(SweepAxis, axis);
        Plan plan = fullPlan(axis);
        plan.load.requestsPerConnection = 0; // qnam keeps connections or closes them
        PlanPage page({65536, 64, 2});
        page.setPlan(plan);
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        QVERIFY(*page.plan() == plan);
        type(page, u"repeats"_s, u"4"_s);
        plan.repeats = 4;
        QVERIFY(*page.plan() == plan);
        type(page, u"name1"_s, u"other"_s);
        plan.targets[1].name = u"other"_s;
        QVERIFY(*page.plan() == plan);
        type(page, u"timeout"_s, u"9s"_s);
        plan.load.timeout = 9s;
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        QVERIFY(*page.plan() == plan);
        // In words, without a password.
        const QString summary = child<QLabel>(page, u"summary"_s)->text();
        for (const QString &part : {u"Open loop at"_s, u"Poisson arrivals"_s, u"1.5\u00a0s of ramp-up"_s, u"qnam transport, HTTP/2"_s,
                                    u"Redirects are followed"_s, u"Cookies are kept"_s, u"Time-out: 9 s"_s, u"Verdict on: p50 response time"_s,
                                    u"any certificate is accepted of t1, other"_s})
            QVERIFY2(summary.contains(part), qPrintable(part + u" in "_s + summary));
        const QString ofTarget = child<QLabel>(page, u"targetSummary0"_s)->text() + child<QLabel>(page, u"targetSummary1"_s)->text();
        for (const QString &part : {u"CA file "_s + pemFile(u"ca 1.pem"_s), u"client certificate "_s, u"private key "_s, u"at least TLS 1.3"_s, u"no TLS session resumption"_s,
                                    u"through proxy 127.0.0.1:3128"_s, u"connects to 127.0.0.2"_s})
            QVERIFY2(ofTarget.contains(part), qPrintable(part + u" in "_s + ofTarget));
        QVERIFY(!summary.contains(u"secret"_s) && !ofTarget.contains(u"secret"_s));
    }

    void ratesCanBeSweptOver()
    {
        PlanPage page({65536, 64, 2});
        page.show();
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"https://user:secret@127.0.0.1:8443/"_s);
        auto *connections = child<QLineEdit>(page, u"connections"_s);
        QVERIFY(!connections->isVisible());
        type(page, u"levels"_s, u"1,20"_s);
        type(page, u"rate"_s, u"300"_s);
        QVERIFY(page.plan()->load.rate == 300);
        child<QComboBox>(page, u"axis"_s)->setCurrentIndex(1);
        QVERIFY(!page.plan()->load.rate.has_value() && !child<QLineEdit>(page, u"rate"_s)->isEnabled()); // the levels are the rates
        QVERIFY(connections->isVisible());
        QCOMPARE(child<QLineEdit>(page, u"levels"_s)->accessibleName(), u"Requests per second due"_s);
        QVERIFY(page.plan()->sweep.axis == SweepAxis::Rate);
        QCOMPARE(page.plan()->sweep.levels, (std::vector<int>{500, 1000, 2000}));
        QVERIFY(page.plan()->primaryMetric == Metric::P99Ns); // all serve the same number of requests
        QVERIFY(child<QPushButton>(page, u"depth_quick"_s)->isChecked());
        QTest::mouseClick(child<QPushButton>(page, u"depth_standard"_s), Qt::LeftButton);
        QCOMPARE(page.plan()->sweep.levels, (std::vector<int>{500, 1000, 2000}));
        QVERIFY(page.plan()->load.duration == 5s);
        type(page, u"levels"_s, u"800,900"_s);
        type(page, u"connections"_s, u"12"_s);
        QCOMPARE(page.plan()->load.connections, 12);
        type(page, u"connections"_s, u"none"_s);
        QVERIFY(!page.plan().has_value());
        QVERIFY(child<QLabel>(page, u"connectionsProblem"_s)->text().contains(u"none"_s));
        type(page, u"connections"_s, u"12"_s);
        type(page, u"levels"_s, u"fast"_s);
        QVERIFY(page.reason().startsWith(u"Requests per second due"_s));
        type(page, u"levels"_s, u"800,900"_s);
        // And back: each kind keeps what was typed for it.
        child<QComboBox>(page, u"axis"_s)->setCurrentIndex(0);
        QCOMPARE(page.plan()->sweep.levels, (std::vector<int>{1, 20}));
        QVERIFY(page.plan()->primaryMetric == Metric::Rps);
        QVERIFY(page.plan()->load.rate == 300);
        child<QComboBox>(page, u"axis"_s)->setCurrentIndex(1);
        QCOMPARE(page.plan()->sweep.levels, (std::vector<int>{800, 900}));
    }

    void advancedSettingsAreThereOnDemand()
    {
        PlanPage page(limits());
        page.show();
        type(page, u"url0"_s, u"https://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"https://127.0.0.1:8081/"_s);
        auto *options = page.findChild<QWidget *>(u"advancedOptions"_s);
        QVERIFY(!options->isVisible());
        child<QPushButton>(page, u"advanced"_s)->click();
        QVERIFY(options->isVisible());
        // What only QNetworkAccessManager can do is out of reach until it is chosen, and says why.
        auto *http = child<QComboBox>(page, u"http"_s);
        QVERIFY(!http->isEnabled() && !child<QComboBox>(page, u"cookies"_s)->isEnabled());
        QVERIFY(child<QLabel>(page, u"httpProblem"_s)->text().contains(u"qnam"_s));
        child<QComboBox>(page, u"transport"_s)->setCurrentIndex(1);
        QVERIFY(http->isEnabled());
        http->setCurrentIndex(1);
        child<QComboBox>(page, u"redirects"_s)->setCurrentIndex(1);
        child<QComboBox>(page, u"cookies"_s)->setCurrentIndex(1);
        type(page, u"rate"_s, u"2000"_s);
        child<QComboBox>(page, u"arrivals"_s)->setCurrentIndex(1);
        QVERIFY(!child<QLineEdit>(page, u"think"_s)->isEnabled()); // of a closed loop
        child<QComboBox>(page, u"insecure1"_s)->setCurrentIndex(1);
        type(page, u"caFile0"_s, u"/no/such.pem"_s);
        QVERIFY(!page.plan().has_value());
        QVERIFY(child<QLabel>(page, u"caFile0Problem"_s)->text().contains(u"/no/such.pem"_s));
        const QString authorities = pemFile(u"authorities.pem"_s);
        type(page, u"caFile0"_s, authorities);
        type(page, u"address1"_s, u"127.0.0.2"_s);
        Load load = page.plan().value_or(Plan()).load;
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        QVERIFY(load.transport == TransportKind::Qnam && load.http == HttpVersion::Http2 && load.followRedirects && load.cookies);
        QVERIFY(load.rate == 2000 && load.arrivals == Arrivals::Poisson);
        QVERIFY(page.plan()->targets[1].tls.insecure && !page.plan()->targets[0].tls.insecure);
        QCOMPARE(page.plan()->targets[0].tls.caFile, authorities);
        QCOMPARE(page.plan()->targets[1].address, u"127.0.0.2"_s);
        // Closed again, all of it still holds and is told.
        child<QPushButton>(page, u"advanced"_s)->click();
        QVERIFY(!options->isVisible());
        QVERIFY(page.plan()->load == load);
        QVERIFY(child<QLabel>(page, u"summary"_s)->text().contains(u"Open loop at 2000 requests per second, Poisson arrivals."_s));
        // Back to socket: what it can't do is said, can be taken back, and can't be chosen again then.
        child<QComboBox>(page, u"transport"_s)->setCurrentIndex(0);
        QVERIFY(!page.plan().has_value() && options->isVisible());
        QVERIFY(child<QLabel>(page, u"cookiesProblem"_s)->property("problem").toBool());
        QVERIFY(http->isEnabled());
        http->setCurrentIndex(0);
        QVERIFY(!http->isEnabled());
    }

    void aMistakeOutOfSightIsShown()
    {
        Plan plan = fullPlan(SweepAxis::Connections);
        plan.load.requestsPerConnection = 0;
        plan.load.timeout = 0s;
        PlanPage page({65536, 64, 2});
        page.show();
        page.setPlan(plan);
        QVERIFY(page.findChild<QWidget *>(u"advancedOptions"_s)->isVisible());
        QVERIFY(child<QLabel>(page, u"timeoutProblem"_s)->text().contains(u"short"_s));
        // One that has no field stands beside the button.
        plan.load.timeout = 1s;
        plan.load.clientCpus = {99};
        page.setPlan(plan);
        QVERIFY2(child<QLabel>(page, u"reason"_s)->text().contains(u"99"_s), qPrintable(page.reason()));
    }

    void optionsStayWithTheirTarget()
    {
        PlanPage page(limits());
        QTest::mouseClick(child<QPushButton>(page, u"addTarget"_s), Qt::LeftButton);
        for (int i = 0; i < 3; ++i) {
            type(page, u"url%1"_s.arg(i), u"http://127.0.0.1:%1/"_s.arg(i + 1));
            type(page, u"address%1"_s.arg(i), u"127.0.0.%1"_s.arg(i + 1));
        }
        child<QAction>(page, u"remove1"_s)->trigger();
        QVERIFY(page.plan().has_value());
        QCOMPARE(page.plan()->targets[1].url, u"http://127.0.0.1:3/"_s);
        QCOMPARE(page.plan()->targets[1].address, u"127.0.0.3"_s);
        page.setPlan(fullPlan(SweepAxis::Rate));
        QCOMPARE(child<QLineEdit>(page, u"address1"_s)->text(), u"127.0.0.2"_s);
    }

    void scrollingChangesNoSetting()
    {
        PlanPage page(limits());
        page.show();
        auto *box = child<QComboBox>(page, u"trialKind"_s);
        const auto turn = [box] {
            const QPointF at = QRectF(box->rect()).center();
            QWheelEvent event(at, box->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(box, &event);
        };
        QVERIFY(!box->hasFocus());
        turn();
        QCOMPARE(box->currentIndex(), 0);
        page.activateWindow();
        box->setFocus();
        QTRY_VERIFY(box->hasFocus());
        turn();
        QCOMPARE(box->currentIndex(), 1);
    }

    void tabGoesDownThePage()
    {
        PlanPage page(limits());
        const QStringList order{u"url0"_s, u"url1"_s, u"name0"_s, u"name1"_s, u"details0"_s, u"method0"_s, u"headers0"_s, u"body0"_s,
                                u"proxy0"_s, u"address0"_s, u"insecure0"_s, u"caFile0"_s, u"certificate0"_s, u"key0"_s, u"ownKeepAlive0"_s, u"notes0"_s,
                                u"details1"_s, u"proxy1"_s, u"compare"_s, u"levels"_s, u"axis"_s, u"connections"_s, u"trial"_s, u"trialKind"_s,
                                u"repeats"_s, u"warmup"_s, u"advanced"_s, u"rate"_s, u"arrivals"_s, u"think"_s, u"ramp"_s, u"transport"_s,
                                u"http"_s, u"redirects"_s, u"cookies"_s, u"keepAlive"_s, u"timeout"_s, u"threads"_s, u"clientCpus"_s, u"order"_s, u"seed"_s,
                                u"metric"_s};
        QStringList found;
        const auto *first = child<QWidget>(page, u"url0"_s);
        const QWidget *widget = first;
        do {
            if (order.contains(widget->objectName()))
                found += widget->objectName();
            widget = widget->nextInFocusChain();
        } while (widget != first);
        QCOMPARE(found, order);
    }

    void everyControlHasAName()
    {
        PlanPage page(limits());
        for (const auto *edit : page.findChildren<QLineEdit *>())
            QVERIFY2(!edit->accessibleName().isEmpty(), qPrintable(edit->objectName()));
        for (const auto *box : page.findChildren<QComboBox *>())
            QVERIFY2(!box->accessibleName().isEmpty(), qPrintable(box->objectName()));
    }

    void asksForSecretsThatFilesDoNotKeep()
    {
        Plan plan;
        for (int port : {1, 2}) {
            Target target;
            target.url = u"http://127.0.0.1:%1/"_s.arg(port);
            plan.targets.push_back(target);
        }
        plan.targets[0].headers = {{u"Authorization"_s, QString()}};
        PlanPage page(limits());
        page.setPlan(plan);
        QVERIFY(!page.plan().has_value());
        QVERIFY(page.reason().contains(u"Authorization"_s));
        type(page, u"secret0_0"_s, u"Bearer x"_s);
        QVERIFY(page.plan().has_value());
        QCOMPARE(page.plan()->targets[0].headers[0].value, u"Bearer x"_s);
        QVERIFY(!child<QLabel>(page, u"summary"_s)->text().contains(u"Bearer"_s));
    }

    void whileRunningCompareWaits()
    {
        PlanPage page(limits());
        type(page, u"url0"_s, u"http://127.0.0.1:8080/"_s);
        type(page, u"url1"_s, u"http://127.0.0.1:8081/"_s);
        page.setRunning(true);
        QVERIFY(!child<QPushButton>(page, u"compare"_s)->isEnabled());
        QVERIFY(!child<QPushButton>(page, u"demo"_s)->isEnabled());
        QVERIFY(child<QLabel>(page, u"reason"_s)->text().contains(u"running"_s));
        page.setRunning(false);
        QVERIFY(child<QPushButton>(page, u"compare"_s)->isEnabled());
    }

    void saysWhatAHostWouldBeSent()
    {
        Plan plan;
        applyDepth(plan, Depth::Quick);
        Target local;
        local.url = u"http://127.0.0.1/"_s;
        Target away;
        away.url = u"http://example.org/"_s;
        plan.targets = {local, away, away};
        QCOMPARE(publicHosts(plan), QStringList{u"example.org"_s});
        const QString text = hostLoadText(plan, u"example.org"_s);
        QVERIFY2(text.contains(u"30 trials"_s) && text.contains(u"36 s in all"_s) && text.contains(u"up to 100 connections"_s),
                 qPrintable(text));
        plan.load.requests = 1000;
        plan.load.duration.reset();
        const QString counted = hostLoadText(plan, u"example.org"_s);
        QVERIFY2(counted.contains(u"1000 requests, 30\u202f000 requests in all"_s), qPrintable(counted));
        // An open loop sends what is due: (500 + 2000) per second for 1.2 s, 5 times, to two targets.
        plan.load.requests.reset();
        plan.load.duration = 1s;
        plan.sweep = {SweepAxis::Rate, {500, 2000}};
        plan.load.connections = 1;
        const QString due = hostLoadText(plan, u"example.org"_s);
        QVERIFY2(due.contains(u"20 trials"_s) && due.contains(u"30\u202f000 requests in all"_s) && due.contains(u"up to 1 connection at once"_s)
                     && due.contains(u"at up to 2000 requests per second"_s),
                 qPrintable(due));
        // What is really reached counts: a pinned address in place of the name, and proxies.
        plan.targets[1].address = u"127.0.0.1"_s;
        plan.targets[2].address = u"192.0.2.1"_s;
        plan.targets[0].proxy = u"http://user:secret@proxy.example.net:3128"_s;
        QCOMPARE(publicHosts(plan), (QStringList{u"proxy.example.net"_s, u"192.0.2.1"_s}));
    }
};

QTEST_MAIN(TestPlanPage)
#include "tst_planpage.moc"
