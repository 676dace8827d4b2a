// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format.h"
#include "tests/support/warningguard.h"

#include <QLocale>
#include <QTest>

#include <cmath>
#include <limits>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestFormat : public GuardedTest
{
    Q_OBJECT

private slots:
    void numbers();
    void latencies();
    void times();
    void errors();
    void errorsKeepTheUnitOfTheMean();
    void percents();
    void nothingIsNeverANumber();
    void sameInEveryLocale();

private:
    /// With plain blanks in place of the narrow and no-break ones.
    static QString plain(QString text) { return text.replace(QChar(0x202F), u' ').replace(QChar(0x00A0), u' '); }
};

void TestFormat::numbers()
{
    QCOMPARE(plain(formatCount(1234)), u"1234"_s);
    QCOMPARE(plain(formatCount(12345)), u"12 345"_s);
    QCOMPARE(plain(formatCount(-1234567)), u"-1 234 567"_s);
    QCOMPARE(plain(formatNumber(0.00123456)), u"0.001235"_s);
    QCOMPARE(plain(formatNumber(45.678, 3)), u"45.7"_s);
    QCOMPARE(plain(formatNumber(123456.7)), u"123 457"_s);
    QCOMPARE(plain(formatNumber(0)), u"0"_s);
}

void TestFormat::latencies()
{
    QCOMPARE(plain(formatLatency(0)), u"0 ns"_s);
    QCOMPARE(plain(formatLatency(400)), u"400 ns"_s);
    QCOMPARE(plain(formatLatency(12'345)), u"12.3 µs"_s);
    QCOMPARE(plain(formatLatency(1'250'000)), u"1.25 ms"_s);
    QCOMPARE(plain(formatLatency(2.1e9)), u"2.10 s"_s);
    QCOMPARE(plain(formatLatency(65e9)), u"1 min 5 s"_s);
    // Just below a unit it is rounded into the next one, never "1000 µs".
    QCOMPARE(plain(formatLatency(999'999)), u"1.00 ms"_s);
}

void TestFormat::times()
{
    QCOMPARE(formatTime(8s), u"8 s"_s);
    QCOMPARE(formatTime(80s), u"1 min 20 s"_s);
    QCOMPARE(formatTime(120s), u"2 min"_s);
    QCOMPARE(formatTime(7500s), u"2 h 5 min"_s);
    QCOMPARE(formatTime(7200s), u"2 h"_s);
    QCOMPARE(plain(formatSpan(200ms)), u"200 ms"_s);
    QCOMPARE(plain(formatSpan(5s)), u"5 s"_s);
    QCOMPARE(plain(formatSpan(1500ms)), u"1.5 s"_s);
    QCOMPARE(plain(formatSpan(20us)), u"20 µs"_s);
}

void TestFormat::errors()
{
    QCOMPARE(plain(formatWithError(12345.6, 123.4, true)), u"12 346 ± 123"_s);
    QCOMPARE(plain(formatWithError(1.23456, 0.0123, true)), u"1.235 ± 0.012"_s);
    QCOMPARE(plain(formatWithError(5.5, 0, false)), u"5.500"_s);
}

void TestFormat::errorsKeepTheUnitOfTheMean()
{
    QCOMPARE(plain(formatLatencyWithError(1.25e6, 12'345, true)), u"1.250 ± 0.012 ms"_s);
    QCOMPARE(plain(formatLatencyWithError(850, 0, false)), u"850.0 ns"_s);
    QCOMPARE(plain(formatRunTime(40.513, 0.0977, true)), u"40.513 ± 0.098 s"_s);
    QCOMPARE(plain(formatRunTime(1.00004, 0, false)), u"1.00 s"_s);
}

void TestFormat::percents()
{
    QCOMPARE(plain(formatPercent(0.24)), u"24 %"_s);
    QCOMPARE(plain(formatPercent(0.0053)), u"0.53 %"_s);
    QCOMPARE(plain(formatPercent(0.024)), u"2.4 %"_s);
    QCOMPARE(plain(formatPercent(1.5)), u"150 %"_s);
}

void TestFormat::nothingIsNeverANumber()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (double value : {nan, infinity, -infinity}) {
        QCOMPARE(formatNumber(value), noDataText());
        QCOMPARE(formatLatency(value), noDataText());
        QCOMPARE(formatBytesPerSecond(value), noDataText());
        QCOMPARE(formatPercent(value), noDataText());
        QCOMPARE(formatWithError(value, 1, true), noDataText());
    }
}

void TestFormat::sameInEveryLocale()
{
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(plain(formatNumber(1.5, 2)), u"1.5"_s);
    QLocale::setDefault(QLocale::c());
}

QTEST_APPLESS_MAIN(TestFormat)
#include "tst_format.moc"
