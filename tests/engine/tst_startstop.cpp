// SPDX-License-Identifier: GPL-3.0-or-later
// Two hundred runs, each stopped at a random moment, and nothing is left of them.
#include "core/model/splitmix64.h"
#include "tests/engine/runplan.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QDir>
#include <QTest>

#include <malloc.h>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Held
{
    qsizetype descriptors = 0;
    qsizetype threads = 0;
    std::size_t bytes = 0; ///< handed out by malloc; 0 under a sanitizer, whose own leak check counts then
};

Held held()
{
    const auto entries = [](const QString &folder) { return QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(); };
    const auto memory = ::mallinfo2();
    return {entries(u"/proc/self/fd"_s), entries(u"/proc/self/task"_s), memory.uordblks + memory.hblkhd};
}

} // namespace

class TestStartStop : public GuardedTest
{
    Q_OBJECT

private slots:
    void leavesNothingBehind();

private:
    Plan randomPlan();
    void runAndStop(const Plan &plan);

    SplitMix64 m_random{200};
    QStringList m_urls;
};

Plan TestStartStop::randomPlan()
{
    const int connections = 1 + static_cast<int>(m_random.below(40));
    const QString url = m_urls[static_cast<qsizetype>(m_random.below(static_cast<std::uint64_t>(m_urls.size())))];
    Plan plan = m_random.below(2) ? durationPlan(url, std::chrono::milliseconds(1 + m_random.below(15)), connections)
                                  : requestsPlan(url, 1 + static_cast<qint64>(m_random.below(300)), connections);
    plan.repeats = 3;
    plan.load.threads = 1 + static_cast<int>(m_random.below(3));
    plan.load.warmup = std::chrono::milliseconds(m_random.below(2) * m_random.below(5));
    plan.load.rampUp = std::chrono::milliseconds(m_random.below(2) * m_random.below(10));
    plan.load.requestsPerConnection = static_cast<int>(m_random.below(3));
    if (m_random.below(2)) {
        plan.load.rate = 1 + static_cast<int>(m_random.below(20'000));
        plan.load.arrivals = m_random.below(2) ? Arrivals::Poisson : Arrivals::Uniform;
    } else {
        plan.load.thinkTime = std::chrono::milliseconds(m_random.below(2) * m_random.below(5));
    }
    return plan;
}

void TestStartStop::runAndStop(const Plan &plan)
{
    const auto when = std::chrono::milliseconds(m_random.below(25));
    const RunOutcome outcome = runPlan(plan, [when](Runner &runner) {
        if (when == 0ms)
            runner.stop();
        else
            QTimer::singleShot(when, Qt::PreciseTimer, &runner, [&runner] { runner.stop(); });
    });
    QVERIFY(!outcome.hung);
    QVERIFY(outcome.end != RunEnd::Failed);
    for (const TrialPtr &trial : outcome.trials)
        QVERIFY(addsUp(*trial));
}

void TestStartStop::leavesNothingBehind()
{
    ScriptedServer::Options options;
    options.keepLog = 0;
    Answer stream("HTTP/1.1 200 OK\r\n\r\n");
    stream.endless = QByteArray(10'000, 'x');
    const auto answering = [](const Answer &answer) { return [answer](const ReceivedRequest &) { return answer; }; };
    ScriptedServer prompt(answering(Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")), options);
    ScriptedServer silent(answering(Answer("", Ending::Hang)), options);
    ScriptedServer endless(answering(stream), options);
    ScriptedServer resetting(answering(Answer("HTTP/1.1 200 OK\r\nContent-Le", Ending::Reset)), options);
    const RefusingPort nobody;
    m_urls = {prompt.url(), silent.url(), endless.url(), resetting.url(), nobody.url(), u"http://localhost:1/"_s};

    const qsizetype threadsAtFirst = held().threads;
    const auto settle = [&] {
        for (const ScriptedServer *server : {&prompt, &silent, &endless, &resetting})
            QVERIFY(server->waitUntilIdle());
        QTRY_VERIFY(held().threads <= threadsAtFirst); // a name look-up may run on for a moment
    };
    Held before;
    for (int run = 0; run < 200; ++run) {
        if (run == 100) { // by then every cache of Qt and of the C library has been filled
            settle();
            before = held();
        }
        runAndStop(randomPlan());
    }
    settle();
    const Held after = held();
    QVERIFY2(after.descriptors <= before.descriptors, qPrintable(u"%1 descriptors, %2 before"_s.arg(after.descriptors).arg(before.descriptors)));
    // A hundred leaked runs of one small object each would be over this; what varies is the servers' own bookkeeping.
    const auto growth = static_cast<qint64>(after.bytes) - static_cast<qint64>(before.bytes);
    QVERIFY2(growth < 20'000, qPrintable(u"%1 bytes more"_s.arg(growth)));
}

QTEST_GUILESS_MAIN(TestStartStop)
#include "tst_startstop.moc"
