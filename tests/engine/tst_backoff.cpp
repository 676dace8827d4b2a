// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/backoff.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestBackoff : public GuardedTest
{
    Q_OBJECT

private slots:
    void doublesUpToItsBound();
    void boundsTheAttemptsOfAWorker_data();
    void boundsTheAttemptsOfAWorker();
};

void TestBackoff::doublesUpToItsBound()
{
    QCOMPARE(backoffAfter(1, 1), Nanoseconds(1ms));
    QCOMPARE(backoffAfter(2, 1), Nanoseconds(2ms));
    QCOMPARE(backoffAfter(7, 1), Nanoseconds(64ms));
    for (int failures = 8; failures < 100; ++failures)
        QCOMPARE(backoffAfter(failures, 1), Nanoseconds(100ms));
}

void TestBackoff::boundsTheAttemptsOfAWorker_data()
{
    QTest::addColumn<int>("connections");
    for (int connections : {1, 10, 100, 1000, 20000})
        QTest::addRow("%d", connections) << connections;
}

void TestBackoff::boundsTheAttemptsOfAWorker()
{
    QFETCH(int, connections);
    Nanoseconds waited{0};
    int attempts = 0;
    for (; waited < 10s; ++attempts)
        waited += backoffAfter(attempts + 1, connections);
    const double perSecond = attempts * static_cast<double>(connections) / (static_cast<double>(waited.count()) / 1e9);
    QVERIFY2(perSecond <= 2000, qPrintable(QString::number(perSecond)));
}

QTEST_APPLESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
