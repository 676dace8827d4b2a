// SPDX-License-Identifier: GPL-3.0-or-later
// Names that stand for several addresses: which are used, which are left out, and that everybody is told.
#include "core/engine/endpoint.h"
#include "core/transport/epollset.h"
#include "core/transport/resolve.h"
#include "core/transport/transport.h"
#include "tests/engine/runplan.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const Answer ok("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
const QHostAddress v4(u"127.0.0.1"_s);
const QHostAddress v6(u"::1"_s);

/// What is made of "bench.test" when the name service says that it stands for \a addresses.
ResolvedHost resolvedAs(const std::vector<QHostAddress> &addresses, quint16 port, const QString &failure = {})
{
    QEventLoop loop;
    ResolvedHost result;
    QByteArray asked;
    resolveHost(u"bench.test"_s, port, &loop, [&](const ResolvedHost &host) {
        result = host;
        loop.quit();
    }, [addresses, failure, &asked](const QByteArray &name) {
        asked = name;
        return NameAnswer{addresses, failure};
    });
    QTimer::singleShot(30s, &loop, [&] { loop.exit(1); });
    if (loop.exec() != 0 || asked != "bench.test")
        qFatal("the name was never resolved");
    return result;
}

ScriptedServer::Options listeningOn(const QString &address, quint16 port = 0)
{
    ScriptedServer::Options options;
    options.address = address;
    options.port = port;
    return options;
}

Script answering()
{
    return [](const ReceivedRequest &) { return ok; };
}

/// Sends one request on each connection and ends when all have ended.
class OneEach : public SampleSink
{
public:
    explicit OneEach(TransportOptions options) : m_left(options.connections)
    {
        m_transport = makeTransport(m_set, std::move(options), *this);
        m_set.attach();
    }
    int run()
    {
        for (int i = 0, n = m_left; i < n; ++i)
            m_transport->send(i, steadyNow(), steadyNow());
        QTimer::singleShot(30s, &m_loop, [this] { m_loop.quit(); });
        m_loop.exec();
        return m_good;
    }
    void requestFinished(int, const Sample &sample) override
    {
        m_good += !sample.error && sample.status == 200;
        if (--m_left == 0)
            m_loop.quit();
    }

private:
    QEventLoop m_loop;
    EpollSet m_set;
    std::unique_ptr<Transport> m_transport;
    int m_left;
    int m_good = 0;
};

} // namespace

class TestAddresses : public GuardedTest
{
    Q_OBJECT

private slots:
    void leavesOutWhatRefuses_data();
    void leavesOutWhatRefuses();
    void keepsAllThatAccept();
    void keepsAllWhereNoneAccepts();
    void leavesOutWhatNeverAnswers();
    void oneAddressIsNotProbed();
    void unknownNamesSayWhy();
    void literalsAreNotLookedUp();
    void nobodyIsToldAfterTheEnd();
    void trialsNameWhatWasLeftOut();
    void connectionsTakeTurns();
    void lookUpsAreTimedOnce();
    void anAddressCanBePinned();
    void badAddressesAreRefusedBeforeTheRun();
};

void TestAddresses::leavesOutWhatRefuses_data()
{
    QTest::addColumn<QHostAddress>("listens");
    QTest::addColumn<QHostAddress>("refuses");
    QTest::newRow("IPv4 only") << v4 << v6;
    QTest::newRow("IPv6 only") << v6 << v4;
}

void TestAddresses::leavesOutWhatRefuses()
{
    QFETCH(QHostAddress, listens);
    QFETCH(QHostAddress, refuses);
    ScriptedServer server(answering(), listeningOn(listens.toString()));
    const ResolvedHost host = resolvedAs({v6, v4}, server.port());
    QCOMPARE(host.addresses, std::vector<QHostAddress>{listens});
    QCOMPARE(host.dropped.size(), 1U);
    QCOMPARE(host.dropped[0].address, refuses);
    QCOMPARE(host.dropped[0].reason, u"refuses connections"_s);
    QVERIFY(host.lookup.has_value());
    QCOMPARE(server.requests(), 0);
}

void TestAddresses::keepsAllThatAccept()
{
    ScriptedServer four(answering(), listeningOn(u"127.0.0.1"_s));
    ScriptedServer six(answering(), listeningOn(u"::1"_s, four.port()));
    const ResolvedHost host = resolvedAs({v6, v4}, four.port());
    QCOMPARE(host.addresses, (std::vector<QHostAddress>{v6, v4}));
    QVERIFY(host.dropped.empty());
    QCOMPARE(four.bytesReceived() + six.bytesReceived(), 0);
}

void TestAddresses::keepsAllWhereNoneAccepts()
{
    RefusingPort refusing;
    const ResolvedHost host = resolvedAs({v6, v4}, refusing.port());
    QCOMPARE(host.addresses, (std::vector<QHostAddress>{v6, v4}));
    QVERIFY(host.dropped.empty());
}

void TestAddresses::leavesOutWhatNeverAnswers()
{
    UnansweringPort silent; // on 127.0.0.1
    ScriptedServer server(answering(), listeningOn(u"::1"_s, silent.port()));
    const ResolvedHost host = resolvedAs({v4, v6}, silent.port());
    QCOMPARE(host.addresses, std::vector<QHostAddress>{v6});
    QCOMPARE(host.dropped.at(0).address, v4);
    QCOMPARE(host.dropped.at(0).reason, u"does not answer"_s);
}

void TestAddresses::oneAddressIsNotProbed()
{
    ScriptedServer server(answering(), {});
    QCOMPARE(resolvedAs({v4}, server.port()).addresses, std::vector<QHostAddress>{v4});
    QCOMPARE(server.connections(), 0);
}

void TestAddresses::unknownNamesSayWhy()
{
    const ResolvedHost host = resolvedAs({}, 80, u"Name or service not known"_s);
    QVERIFY(host.addresses.empty());
    QCOMPARE(host.failure, u"Name or service not known"_s);
}

void TestAddresses::literalsAreNotLookedUp()
{
    for (const QString &literal : {u"127.0.0.1"_s, u"::1"_s}) {
        QEventLoop loop;
        ResolvedHost found;
        resolveHost(literal, 80, &loop, [&](const ResolvedHost &host) {
            found = host;
            loop.quit();
        }, [](const QByteArray &) { return NameAnswer{{}, u"looked up"_s}; });
        loop.exec();
        QCOMPARE(found.addresses, std::vector<QHostAddress>{QHostAddress(literal)});
        QVERIFY(!found.lookup);
    }
}

void TestAddresses::nobodyIsToldAfterTheEnd()
{
    bool told = false;
    {
        QObject context;
        resolveHost(u"bench.test"_s, 80, &context, [&](const ResolvedHost &) { told = true; }, [](const QByteArray &) {
            return NameAnswer{{v4}, {}};
        });
    }
    QTest::qWait(50);
    QVERIFY(!told);
}

void TestAddresses::trialsNameWhatWasLeftOut()
{
    Target target;
    target.url = u"http://bench.test:8080/"_s;
    auto endpoint = endpointOf(target, 0);
    QVERIFY(endpoint.ok());
    setAddresses(*endpoint, {{v4, QHostAddress(u"127.0.0.2"_s)}, {{v6, u"refuses connections"_s}}, 1ms, {}});
    QCOMPARE(endpoint->addressText, u"127.0.0.1:8080, 127.0.0.2:8080"_s);
    QCOMPARE(endpoint->findings.size(), 1U);
    QCOMPARE(endpoint->findings[0].kind, u"address"_s);
    QCOMPARE(endpoint->findings[0].severity, Severity::Note);
    QCOMPARE(endpoint->findings[0].text, u"[::1]:8080, an address of bench.test, refuses connections and was left out"_s);
}

void TestAddresses::connectionsTakeTurns()
{
    ScriptedServer four(answering(), listeningOn(u"127.0.0.1"_s));
    ScriptedServer six(answering(), listeningOn(u"::1"_s, four.port()));
    for (int first : {0, 1}) { // the second worker goes on where the first one's connections end
        const int fourBefore = four.connections();
        const int sixBefore = six.connections();
        TransportOptions options;
        options.url = *parseHttpUrl(u"http://bench.test:%1/"_s.arg(four.port()));
        options.target.url = options.url.toString();
        options.addresses = {v4, v6};
        options.connections = 5;
        options.firstConnection = first;
        QCOMPARE(OneEach(options).run(), 5);
        QCOMPARE(four.connections() - fourBefore, first == 0 ? 3 : 2);
        QCOMPARE(six.connections() - sixBefore, first == 0 ? 2 : 3);
    }
}

void TestAddresses::lookUpsAreTimedOnce()
{
    ScriptedServer server(answering(), {});
    Plan plan = requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 3, 1);
    plan.repeats = 2;
    plan.targets.push_back(plan.targets[0]);
    plan.targets[1].name = u"B"_s;
    plan.targets[1].url = server.url(); // an address: nothing to look up
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.trials.size(), 4U);
    int lookUps = 0;
    bool seenFirst = false;
    for (const TrialPtr &trial : outcome.trials) {
        QCOMPARE(trial->nameLookup.count, trial->target == 0 && !seenFirst ? 1U : 0U);
        seenFirst = seenFirst || trial->target == 0;
        lookUps += static_cast<int>(trial->nameLookup.count);
    }
    QCOMPARE(lookUps, 1);
}

void TestAddresses::anAddressCanBePinned()
{
    ScriptedServer server(answering(), {});
    for (const QString &host : {u"no-such-host.invalid"_s, u"bücher.test"_s}) {
        const int before = server.requests();
        Plan plan = requestsPlan(u"http://%1:%2/"_s.arg(host).arg(server.port()), 4, 2);
        plan.targets[0].address = u"127.0.0.1"_s;
        const Trial trial = runPlan(plan).only();
        QVERIFY2(trial.requests == 4, qPrintable(trial.errorDetail));
        QCOMPARE(trial.address, u"127.0.0.1:%1"_s.arg(server.port()));
        QCOMPARE(trial.nameLookup.count, 0U);
        const QByteArray name = host.startsWith(u'b') ? "xn--bcher-kva.test" : "no-such-host.invalid"; // RFC 5891
        QCOMPARE(server.log().at(static_cast<std::size_t>(before)).header("host"),
                 std::vector<QByteArray>{name + ':' + QByteArray::number(server.port())});
    }
    QVERIFY(server.connections() <= 4); // no probe
}

void TestAddresses::badAddressesAreRefusedBeforeTheRun()
{
    Plan plan = requestsPlan(u"http://127.0.0.1:9/"_s, 1, 1);
    plan.targets[0].address = u"localhost"_s;
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.end, RunEnd::Failed);
    QVERIFY2(outcome.failure.startsWith(u"targets[0].address: \"localhost\" is not an IP address"), qPrintable(outcome.failure));
}

QTEST_GUILESS_MAIN(TestAddresses)
#include "tst_addresses.moc"
