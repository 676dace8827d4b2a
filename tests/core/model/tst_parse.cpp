// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parse.h"
#include "core/model/statusset.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestParse : public GuardedTest
{
    Q_OBJECT

private slots:
    void levels_data();
    void levels();
    void badLevels_data();
    void badLevels();
    void durations_data();
    void durations();
    void badDurations_data();
    void badDurations();
    void wholeNumbers();
    void percentages();
    void repeatRanges();
    void cpuLists();
    void statusSets();
};

void TestParse::levels_data()
{
    QTest::addColumn<std::vector<int>>("levels");
    QTest::newRow("1,10,100") << std::vector{1, 10, 100};
    QTest::newRow(" 1 , 10 ") << std::vector{1, 10};
    QTest::newRow("10-50:10") << std::vector{10, 20, 30, 40, 50};
    QTest::newRow("1,10-30:15,5") << std::vector{1, 5, 10, 25};
    QTest::newRow("100,1,10,1") << std::vector{1, 10, 100};
    QTest::newRow("7") << std::vector{7};
    QTest::newRow("5-5:1") << std::vector{5};
}

void TestParse::levels()
{
    QFETCH(std::vector<int>, levels);
    const auto parsed = parseLevels(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(parsed.ok());
    QCOMPARE(*parsed, levels);
    QCOMPARE(*parseLevels(levelsText(levels)), levels);
}

void TestParse::badLevels_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", " ", "a", "1,b", "0", "-1", "1,,2", "1,", "1.5", "10-50", "50-10:10", "10-50:0", "10-50:x", "1000001", "99999999999999999999", "1-1000000:1", "+5", "1;2"})
        QTest::newRow(text[0] ? text : "nothing") << QString::fromLatin1(text);
}

void TestParse::badLevels()
{
    QFETCH(QString, text);
    const auto parsed = parseLevels(text);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.problem().field, u"connections"_s);
    QVERIFY(parsed.problem().text.contains(u"1,10,100") || parsed.problem().text.contains(u"levels"));
    QCOMPARE(parseLevels(text, SweepAxis::Rate).problem().field, u"rates"_s);
}

void TestParse::durations_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::newRow("250ms") << 250'000'000LL;
    QTest::newRow("5s") << 5'000'000'000LL;
    QTest::newRow("5") << 5'000'000'000LL;
    QTest::newRow("1.5m") << 90'000'000'000LL;
    QTest::newRow("2us") << 2'000LL;
    QTest::newRow("1h") << 3'600'000'000'000LL;
    QTest::newRow("0s") << 0LL;
    QTest::newRow(" 10 s ") << 10'000'000'000LL;
    QTest::newRow("0.2s") << 200'000'000LL;
}

void TestParse::durations()
{
    QFETCH(qint64, ns);
    const auto parsed = parseDuration(QString::fromLatin1(QTest::currentDataTag()), u"warm-up"_s);
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->count(), ns);
    QCOMPARE(parseDuration(durationText(*parsed), u"x"_s)->count(), ns);
}

void TestParse::badDurations_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "s", "-5s", "5x", "1e3s", "nan", "inf", "5 5s", "1,5s", "0x10", "99999999h", "5ss", "1.2.3s"})
        QTest::newRow(text[0] ? text : "nothing") << QString::fromLatin1(text);
}

void TestParse::badDurations()
{
    QFETCH(QString, text);
    const auto parsed = parseDuration(text, u"warm-up"_s);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.problem().field, u"warm-up"_s);
}

void TestParse::wholeNumbers()
{
    QCOMPARE(*parseWhole(u" 42 "_s, u"f"_s, 1, 100), 42);
    for (const char *bad : {"0", "101", "-1", "+1", "1.0", "", "x", "99999999999999999999999"})
        QVERIFY(!parseWhole(QString::fromLatin1(bad), u"f"_s, 1, 100).ok());
}

void TestParse::percentages()
{
    for (const QString &text : {u"2%"_s, u" 2 % "_s, u"0.02"_s, u"2.0%"_s, u"2\u00a0%"_s})
        QVERIFY2(parsePercent(text, u"f"_s, 0.0001, 1).ok() && *parsePercent(text, u"f"_s, 0.0001, 1) == 0.02, qPrintable(text));
    QCOMPARE(*parsePercent(u"100%"_s, u"f"_s, 0.0001, 1), 1.0);
    QCOMPARE(*parsePercent(u"0.01%"_s, u"f"_s, 0.0001, 1), 0.0001);
    for (const char *bad : {"", "%", "2", "101%", "0%", "-2%", "+2%", "2%%", "two", "1e-2", "nan", "inf", "0,02", "1.2.3%", "2 pct"}) {
        const auto parsed = parsePercent(QString::fromLatin1(bad), u"f"_s, 0.0001, 1);
        QVERIFY2(!parsed.ok(), bad);
        QVERIFY(parsed.problem().line().contains(u"is not a percentage from 0.01% to 100%; write it like 2% or 0.02"_s));
    }
    for (const double value : {0.02, 0.015, 0.0001, 1.0, 0.3, 0.29})
        QCOMPARE(*parsePercent(percentText(value), u"f"_s, 0, 1), value);
}

void TestParse::repeatRanges()
{
    QCOMPARE(parseRepeatRange(u"8..30"_s), std::optional(RepeatRange{8, 30}));
    QCOMPARE(parseRepeatRange(u" 8 .. 30 "_s), std::optional(RepeatRange{8, 30}));
    QCOMPARE(parseRepeatRange(u"30..8"_s), std::optional(RepeatRange{30, 8})); // for the check of the plan to say
    for (const char *bad : {"", "8", "8..", "..30", "8...30", "8..30..40", "-8..30", "8-30", "8..10001", "a..b", "8..99999999999"})
        QVERIFY2(!parseRepeatRange(QString::fromLatin1(bad)), bad);
}

void TestParse::cpuLists()
{
    QCOMPARE(*parseCpuList(u"0,2-3"_s), (std::vector{0, 2, 3}));
    QCOMPARE(*parseCpuList(cpuListText({0, 2, 3})), (std::vector{0, 2, 3}));
    for (const char *bad : {"", "a", "3-1", "-1", "0,", "99999"})
        QVERIFY(!parseCpuList(QString::fromLatin1(bad)).ok());
}

void TestParse::statusSets()
{
    const auto set = parseStatusSet(u"200-299, 304"_s);
    QVERIFY(set->contains(204) && set->contains(304) && !set->contains(301) && !set->contains(404));
    QCOMPARE(*parseStatusSet(set->text()), *set);
    QVERIFY(StatusSet().contains(399) && !StatusSet().contains(400) && StatusSet().isDefault());
    for (const char *bad : {"", "99", "1000", "2xx", "300-200", "200,", "-200"})
        QVERIFY(!parseStatusSet(QString::fromLatin1(bad)).ok());
}

QTEST_APPLESS_MAIN(TestParse)
#include "tst_parse.moc"
