// SPDX-License-Identifier: GPL-3.0-or-later
// The plan page as a user types into it: mistakes beside their fields, Compare with its reason and its price.
#include "tests/support/warningguard.h"
#include "ui/planpage.h"
#include "ui/plantext.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

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
        QTest::mouseClick(child<QPushButton>(page, u"remove1"_s), Qt::LeftButton);
        QCOMPARE(page.plan()->targets.size(), std::size_t(2));
        QCOMPARE(page.plan()->targets[1].url, u"http://127.0.0.1:3/"_s);
        QVERIFY(!child<QPushButton>(page, u"remove0"_s)->isVisibleTo(&page));
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
        QVERIFY2(summary.contains(u"POST"_s) && summary.contains(u"Keep-alive: 20"_s) && summary.contains(u"body of 3 bytes"_s),
                 qPrintable(summary));
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
    }
};

QTEST_MAIN(TestPlanPage)
#include "tst_planpage.moc"
