// SPDX-License-Identifier: GPL-3.0-or-later
// The guard is tested from outside: the program starts itself again with one of the misbehaving functions below, and Qt Test's
// exit code says how many functions failed.
#include "tests/support/childprocess.h"
#include "tests/support/warningguard.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <thread>

using namespace sweepbench::test;
using namespace std::chrono_literals;

namespace {
const char misbehave[] = "--misbehave";
}

class Misbehaving : public GuardedTest
{
    Q_OBJECT

private slots:
    void silent() {}
    void informs() { qInfo("fine"); }
    void warns() { qWarning("a surprise"); }
    void criticises() { qCritical("a surprise"); }
    void warnsFromAnotherThread()
    {
        std::thread thread([] { qWarning("a surprise"); });
        thread.join();
    }
    void offscreenLines()
    {
        qWarning("This plugin does not support propagateSizeHints()");
        qWarning("This plugin does not support raise()");
    }
    void nearlyAnOffscreenLine() { qWarning("This plugin does not support raise() or lower()"); }
    void announced()
    {
        guard().expect(QStringLiteral("as (expected)"));
        qWarning("as (expected)");
    }
    void announcedOnce()
    {
        guard().expect(QStringLiteral("as expected"));
        qWarning("as expected");
        qWarning("as expected");
    }
    void announcedInVain() { guard().expect(QStringLiteral("as expected")); }
    void allowed()
    {
        guard().allow(QRegularExpression(QStringLiteral("^maybe")));
        qWarning("maybe once");
        qWarning("maybe twice");
    }
    void localGuard()
    {
        guard().clear();
        QCOMPARE(guard().unexpected(), QStringList());
        qWarning("a surprise");
        QCOMPARE(guard().unexpected(), QStringList(QStringLiteral("a surprise")));
        guard().clear();
    }
};

class TestWarningGuard : public QObject
{
    Q_OBJECT

private slots:
    void fails_data();
    void fails();
};

void TestWarningGuard::fails_data()
{
    QTest::addColumn<int>("failures");
    QTest::addColumn<QString>("text");
    const QString surprise = QStringLiteral("unexpected warning: a surprise");
    QTest::newRow("silent") << 0 << QString();
    QTest::newRow("informs") << 0 << QString();
    QTest::newRow("warns") << 1 << surprise;
    QTest::newRow("criticises") << 1 << surprise;
    QTest::newRow("warnsFromAnotherThread") << 1 << surprise;
    QTest::newRow("offscreenLines") << 0 << QString();
    QTest::newRow("nearlyAnOffscreenLine") << 1 << QStringLiteral("raise() or lower()");
    QTest::newRow("announced") << 0 << QString();
    QTest::newRow("announcedOnce") << 1 << QStringLiteral("unexpected warning: as expected");
    QTest::newRow("announcedInVain") << 1 << QStringLiteral("a warning did not come: ");
    QTest::newRow("allowed") << 0 << QString();
    QTest::newRow("localGuard") << 0 << QString();
}

void TestWarningGuard::fails()
{
    QFETCH(const int, failures);
    QFETCH(const QString, text);
    QTemporaryDir folder;
    ChildProcess::Options options;
    options.outputFile = folder.filePath(QStringLiteral("output"));
    ChildProcess program;
    QVERIFY(program.start(QCoreApplication::applicationFilePath(),
                          {QString::fromLatin1(misbehave), QString::fromLatin1(QTest::currentDataTag())}, options));
    QCOMPARE(program.waitForExit(20s), std::optional(failures));
    QFile output(options.outputFile);
    QVERIFY(output.open(QIODevice::ReadOnly));
    QVERIFY(QString::fromUtf8(output.readAll()).contains(text));
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 3 && std::strcmp(argv[1], misbehave) == 0) {
        Misbehaving test;
        return QTest::qExec(&test, {QString::fromLocal8Bit(argv[0]), QString::fromLocal8Bit(argv[2])});
    }
    TestWarningGuard test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_warningguard.moc"
