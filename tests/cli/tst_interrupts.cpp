// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, SIGTERM and SIGKILL in the middle of a run: what was measured is there.
#include "core/session/sessionfile.h"
#include "tests/cli/cliprogram.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestInterrupts : public GuardedTest
{
    Q_OBJECT

private slots:
    void signalsStopAndSave_data();
    void signalsStopAndSave();
    void stopsAtOnceWithASilentServer();
    void stopsDuringANameLookup();
    void aKilledRunLosesAtMostTheTrialInProgress();
    void anInterruptedSessionCanBeExtended();

private:
    /// Starts a long comparison and waits until some trials are done.
    void startLongRun(QProcess &process, const QString &url, const QString &session, int trials)
    {
        process.start(QStringLiteral(SWEEPBENCH_CLI), {u"compare"_s, url, url + u"b"_s, u"-c"_s, u"1,2"_s, u"-d"_s, u"50ms"_s, u"-w"_s, u"0s"_s, u"-r"_s,
                                                       u"1000"_s, u"-o"_s, session});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(session) && loadSession(session).ok()
                                     && loadSession(session)->trials.size() >= static_cast<std::size_t>(trials), 30'000);
    }
    QTemporaryDir m_folder;
};

void TestInterrupts::signalsStopAndSave_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void TestInterrupts::signalsStopAndSave()
{
    QFETCH(int, signal);
    ScriptedServer server(scripted("ok"));
    const QString session = m_folder.filePath(u"stop-%1.sweep"_s.arg(signal));
    QProcess process;
    startLongRun(process, server.url(), session, 3);
    QElapsedTimer timer;
    timer.start();
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(10'000));
    QVERIFY(timer.elapsed() < 2000);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardOutput().contains("Requests/s"));
    QVERIFY(process.readAllStandardError().contains("interrupted"));
    QVERIFY(loadSession(session)->trials.size() >= 3);
}

void TestInterrupts::stopsAtOnceWithASilentServer()
{
    ScriptedServer server(scripted("silence"));
    QProcess process;
    process.start(QStringLiteral(SWEEPBENCH_CLI), {u"compare"_s, server.url(), u"-c"_s, u"50"_s, u"-n"_s, u"100"_s, u"-o"_s, m_folder.filePath(u"silent.sweep"_s)});
    QVERIFY(server.waitForRequests(50));
    QElapsedTimer timer;
    timer.start();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10'000));
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(process.exitCode(), 130);
}

void TestInterrupts::stopsDuringANameLookup()
{
    // A name that takes its time or fails at once, as the resolver here likes: the end comes quickly either way.
    QProcess process;
    process.start(QStringLiteral(SWEEPBENCH_CLI), {u"compare"_s, u"http://slow.invalid/"_s, u"--allow-host"_s, u"slow.invalid"_s, u"-d"_s, u"10s"_s, u"-o"_s,
                                                   m_folder.filePath(u"name.sweep"_s)});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(m_folder.filePath(u"name.sweep"_s)), 10'000); // the look-up comes next
    QTest::qWait(100);
    QElapsedTimer timer;
    timer.start();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10'000));
    QVERIFY(timer.elapsed() < 2000);
    QVERIFY(process.exitCode() == 130 || process.exitCode() == 3);
}

void TestInterrupts::aKilledRunLosesAtMostTheTrialInProgress()
{
    ScriptedServer server(scripted("ok"));
    for (int round = 0; round < 8; ++round) {
        const QString session = m_folder.filePath(u"kill-%1.sweep"_s.arg(round));
        QProcess process;
        startLongRun(process, server.url(), session, 2 + round);
        QTest::qWait(round * 7);
        const std::size_t before = loadSession(session)->trials.size();
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished(10'000));
        const auto loaded = loadSession(session);
        QVERIFY2(loaded.ok(), loaded.ok() ? "" : qPrintable(loaded.problem().line()));
        QVERIFY(loaded->trials.size() >= before);
    }
}

void TestInterrupts::anInterruptedSessionCanBeExtended()
{
    ScriptedServer server(scripted("ok"));
    const QString session = m_folder.filePath(u"resume.sweep"_s);
    QProcess process;
    startLongRun(process, server.url(), session, 5);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished(10'000));
    const std::size_t before = loadSession(session)->trials.size();
    QCOMPARE(runCli({u"extend"_s, session, u"-r"_s, u"2"_s, u"-q"_s}).exitCode, 0);
    QCOMPARE(loadSession(session)->trials.size(), before + 8);
}

QTEST_GUILESS_MAIN(TestInterrupts)
#include "tst_interrupts.moc"
