// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rawclient.h"
#include "tests/support/realserver.h"
#include "tests/support/tlsclient.h"
#include "tests/support/warningguard.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include <sched.h>
#include <unistd.h>

using namespace sweepbench::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(sweepbench::test::RealServer::Kind)

namespace {

using Kind = RealServer::Kind;

const char startAndWait[] = "--start-a-server-and-wait";

void kindRows(bool withSquid)
{
    QTest::addColumn<Kind>("kind");
    QTest::newRow("nginx") << Kind::Nginx;
    QTest::newRow("apache") << Kind::Apache;
    QTest::newRow("node") << Kind::Node;
    if (withSquid)
        QTest::newRow("squid") << Kind::Squid;
}

QByteArray allowedCpus(pid_t pid)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("Cpus_allowed_list:"))
            return line.mid(18).trimmed();
    }
    return {};
}

/// The processes of a group that have not ended.
int groupSize(pid_t group)
{
    int count = 0;
    for (const QString &entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(entry));
        if (!entry.at(0).isDigit() || !stat.open(QIODevice::ReadOnly))
            continue;
        const QByteArray text = stat.readAll();
        const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' '); // state, parent, group
        if (fields.size() > 2 && fields[0] != "Z" && fields[2].toInt() == group)
            ++count;
    }
    return count;
}

bool goneWithin(pid_t group, std::chrono::milliseconds time)
{
    QElapsedTimer timer;
    timer.start();
    while (groupSize(group) > 0) {
        if (timer.elapsed() > time.count())
            return false;
        std::this_thread::sleep_for(10ms);
    }
    return true;
}

/// What the test program does when it is started again by endsWithTheTestProgram().
int startServerAndWait(Kind kind)
{
    RealServer server(kind);
    if (!server.start())
        return 1;
    std::printf("%d %s\n", static_cast<int>(server.pid()), qPrintable(QFileInfo(server.documentRoot()).path()));
    std::fflush(stdout);
    for (;;)
        ::pause();
}

} // namespace

class TestRealServer : public GuardedTest
{
    Q_OBJECT

private slots:
    void servesItsFiles_data() { kindRows(false); }
    void servesItsFiles();
    void countsRequests_data() { kindRows(false); }
    void countsRequests();
    void limitsRequestsPerConnection_data() { kindRows(false); }
    void limitsRequestsPerConnection();
    void comesBackOnItsPort_data() { kindRows(true); }
    void comesBackOnItsPort();
    void leavesNoProcess_data() { kindRows(true); }
    void leavesNoProcess();
    void runsOnTheCpuAskedFor_data() { kindRows(false); }
    void runsOnTheCpuAskedFor();
    void takesMoreConfiguration_data() { kindRows(false); }
    void takesMoreConfiguration();
    void saysWhyItDoesNotStart_data() { kindRows(true); }
    void saysWhyItDoesNotStart();
    void squidForwards();
    void speaksTls_data() { kindRows(false); }
    void speaksTls();
    void speaksHttp2OverTls_data() { kindRows(false); }
    void speaksHttp2OverTls();
    void speaksHttp2ByPriorKnowledge_data() { kindRows(false); }
    void speaksHttp2ByPriorKnowledge();
    void squidTunnels();
    void endsWithTheTestProgram_data() { kindRows(true); }
    void endsWithTheTestProgram();
    void childReportsItsExit();
};

#define START(server)                  \
    SWEEPBENCH_NEED_SERVER(kind);      \
    RealServer server(kind);           \
    QVERIFY2(server.start(), qPrintable(server.error()))

void TestRealServer::servesItsFiles()
{
    QFETCH(const Kind, kind);
    START(server);
    int status = 0;
    QCOMPARE(RawClient::get(server.port(), RealServer::smallPath, &status), "Hello World\n");
    QCOMPARE(status, 200);
    QCOMPARE(RawClient::get(server.port(), RealServer::mediumPath).size(), RealServer::mediumSize);
    QCOMPARE(RawClient::get(server.port(), RealServer::largePath).size(), RealServer::largeSize);
    RawClient::get(server.port(), "/nothing-here", &status);
    QCOMPARE(status, 404);
    QCOMPARE(server.url(), QStringLiteral("http://127.0.0.1:%1/small.txt").arg(server.port()));
}

void TestRealServer::countsRequests()
{
    QFETCH(const Kind, kind);
    START(server);
    QCOMPARE(server.accessCount(), 0);
    RawClient client(server.port());
    client.send(QByteArray("GET /small.txt?n=1 HTTP/1.1\r\nHost: x\r\n\r\n").repeated(20));
    QCOMPARE(server.waitForAccessCount(20), 20);
    QCOMPARE(server.accessLines().at(0), "GET /small.txt?n=1 200");
    QCOMPARE(client.read(1'000'000, 200ms).count("HTTP/1.1 200"), 20);
}

void TestRealServer::limitsRequestsPerConnection()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    RealServer::Options options;
    options.requestsPerConnection = 3;
    RealServer server(kind, options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    RawClient client(server.port());
    client.send(QByteArray("GET /small.txt HTTP/1.1\r\nHost: x\r\n\r\n").repeated(5));
    // Node announces the end, refuses what comes after, and leaves it to the client to close.
    const bool closes = kind != Kind::Node;
    const QByteArray received = client.readToEnd(closes ? 5000ms : 300ms);
    QVERIFY(received.contains("\r\nConnection: close\r\n"));
    // httpd answers one more than it allows: its count begins after the first.
    const qsizetype answers = received.count("HTTP/1.1 200");
    QVERIFY2(answers == 3 || answers == 4, QByteArray::number(answers).constData());
    QCOMPARE(client.end() != RawClient::End::Open, closes);
}

void TestRealServer::comesBackOnItsPort()
{
    QFETCH(const Kind, kind);
    START(server);
    const quint16 port = server.port();
    const pid_t firstPid = server.pid();
    RawClient::get(port, RealServer::smallPath);
    server.stop();
    QVERIFY(!server.isRunning());
    QCOMPARE(RawClient(port).error(), ECONNREFUSED);
    QVERIFY2(server.start(), qPrintable(server.error()));
    QCOMPARE(server.port(), port);
    QVERIFY(server.pid() != firstPid);
    int status = 0;
    RawClient::get(port, RealServer::smallPath, &status);
    QVERIFY(status != 0);
}

void TestRealServer::leavesNoProcess()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    pid_t group = 0;
    QString folder;
    {
        RealServer server(kind);
        QVERIFY2(server.start(), qPrintable(server.error()));
        group = server.pid();
        folder = server.documentRoot();
        QVERIFY(groupSize(group) >= 1);
    }
    QCOMPARE(groupSize(group), 0);
    QVERIFY(!QDir(folder).exists());
}

void TestRealServer::runsOnTheCpuAskedFor()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    cpu_set_t ours;
    QCOMPARE(::sched_getaffinity(0, sizeof ours, &ours), 0);
    std::size_t cpu = CPU_SETSIZE;
    while (cpu > 0 && !CPU_ISSET(--cpu, &ours)) {
    }
    RealServer::Options options;
    options.cpu = static_cast<int>(cpu);
    RealServer server(kind, options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    QCOMPARE(allowedCpus(server.pid()), QByteArray::number(*options.cpu));
}

void TestRealServer::takesMoreConfiguration()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    RealServer::Options options;
    options.extraConfig = kind == Kind::Nginx ? "location /gone { return 410; }" : "RedirectMatch 410 ^/gone";
    if (kind == Kind::Apache)
        options.extraConfig = "RewriteEngine On\nRewriteRule ^/gone - [G]";
    if (kind == Kind::Node)
        options.extraConfig = "routes['/gone'] = (request, response) => { response.writeHead(410); response.end(); };";
    RealServer server(kind, options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    int status = 0;
    RawClient::get(server.port(), "/gone", &status);
    QCOMPARE(status, 410);
}

void TestRealServer::saysWhyItDoesNotStart()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    RealServer::Options options;
    options.extraConfig = kind == Kind::Nginx ? "no_such_directive on;" : "NoSuchDirective on";
    if (kind == Kind::Squid)
        options.extraConfig = "acl broken no_such_type 1";
    if (kind == Kind::Node)
        options.extraConfig = "noSuchFunction();";
    RealServer server(kind, options);
    QVERIFY(!server.start());
    QVERIFY2(server.error().contains(QLatin1String("such"), Qt::CaseInsensitive), qPrintable(server.error()));
    QVERIFY(!server.isRunning());
}

void TestRealServer::squidForwards()
{
    const Kind kind = Kind::Squid;
    START(proxy);
    SWEEPBENCH_NEED_SERVER(Kind::Nginx);
    RealServer web(Kind::Nginx);
    QVERIFY2(web.start(), qPrintable(web.error()));
    int status = 0;
    QCOMPARE(RawClient::get(proxy.port(), web.url().toUtf8(), &status), "Hello World\n");
    QCOMPARE(status, 200);
    QCOMPARE(web.waitForAccessCount(1), 1);
    QCOMPARE(proxy.waitForAccessCount(1), 1);
}

void TestRealServer::speaksTls()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    SWEEPBENCH_NEED(TestCertificates::missing());
    const TestCertificates certificates;
    RealServer::Options options;
    options.certificate = certificates.server();
    RealServer server(kind, options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    QVERIFY(server.url().startsWith(QLatin1String("https://")));
    QCOMPARE(TlsClient::get(server.port(), RealServer::smallPath), "Hello World\n");
    QCOMPARE(TlsClient::get(server.port(), RealServer::largePath).size(), RealServer::largeSize);
    QVERIFY(TlsClient(server.port(), {.alpn = "\x02h2\x08http/1.1"}).alpnSelected() != "h2");
    QCOMPARE(server.waitForAccessCount(2), 2);
}

namespace {

/// RFC 9113, section 3.4: what a client says first, with an empty SETTINGS frame; and how a server's SETTINGS frame looks.
const QByteArray http2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + QByteArray("\0\0\0\4\0\0\0\0\0", 9);

bool isSettingsFrame(const QByteArray &frame)
{
    return frame.size() == 9 && frame.mid(3, 6) == QByteArray("\4\0\0\0\0\0", 6);
}

} // namespace

void TestRealServer::speaksHttp2OverTls()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    SWEEPBENCH_NEED(TestCertificates::missing());
    const TestCertificates certificates;
    RealServer::Options options;
    options.certificate = certificates.server();
    options.protocol = RealServer::Protocol::Http2;
    RealServer server(kind, options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    TlsClient client(server.port(), {.alpn = "\x02h2\x08http/1.1"});
    QCOMPARE(client.alpnSelected(), "h2");
    client.send(http2Preface);
    QVERIFY(isSettingsFrame(client.read(9)));
    QCOMPARE(TlsClient::get(server.port(), RealServer::smallPath, {.alpn = "\x08http/1.1"}), "Hello World\n");
}

void TestRealServer::speaksHttp2ByPriorKnowledge()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    RealServer::Options options;
    options.protocol = RealServer::Protocol::Http2;
    RealServer server(kind, options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    RawClient client(server.port());
    client.send(http2Preface);
    QVERIFY(isSettingsFrame(client.read(9)));
}

void TestRealServer::squidTunnels()
{
    const Kind kind = Kind::Squid;
    START(proxy);
    SWEEPBENCH_NEED_SERVER(Kind::Nginx);
    SWEEPBENCH_NEED(TestCertificates::missing());
    const TestCertificates certificates;
    RealServer::Options options;
    options.certificate = certificates.server();
    RealServer web(Kind::Nginx, options);
    QVERIFY2(web.start(), qPrintable(web.error()));
    const QByteArray target = "127.0.0.1:" + QByteArray::number(web.port());
    const QByteArray connect = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n";
    QCOMPARE(TlsClient::get(proxy.port(), RealServer::smallPath, {.tunnel = connect}), "Hello World\n");
    QCOMPARE(proxy.waitForAccessCount(1), 1);
}

/// The server goes even when the test program is killed and nothing of its code runs any more.
void TestRealServer::endsWithTheTestProgram()
{
    QFETCH(const Kind, kind);
    SWEEPBENCH_NEED_SERVER(kind);
    QTemporaryDir folder;
    ChildProcess::Options options;
    options.outputFile = folder.filePath(QStringLiteral("pid"));
    ChildProcess program;
    QVERIFY(program.start(QCoreApplication::applicationFilePath(),
                          {QString::fromLatin1(startAndWait), QString::number(static_cast<int>(kind))}, options));
    QByteArray line;
    for (int i = 0; i < 2000 && !line.endsWith('\n'); ++i) {
        QFile file(options.outputFile);
        if (file.open(QIODevice::ReadOnly))
            line = file.readAll();
        std::this_thread::sleep_for(10ms);
    }
    const QList<QByteArray> words = line.trimmed().split(' ');
    QCOMPARE(words.size(), 2);
    const pid_t server = words[0].toInt();
    QVERIFY(server > 0);
    QVERIFY(groupSize(server) > 0);
    ::kill(program.pid(), SIGKILL);
    QCOMPARE(program.waitForExit(5s), std::optional(137));
    QVERIFY(goneWithin(server, 10s));
    // The killed program could not remove its folder.
    QVERIFY(words[1].contains("/sweepbench-server-"));
    QVERIFY(QDir(QString::fromLocal8Bit(words[1])).removeRecursively());
}

void TestRealServer::childReportsItsExit()
{
    ChildProcess child;
    QVERIFY(child.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("exit $CODE")}, {{}, {}, {QStringLiteral("CODE=7")}, {}}));
    QCOMPARE(child.waitForExit(5s), std::optional(7));
    QVERIFY(!child.isRunning());
    QVERIFY(!child.start(QStringLiteral("/no/such/program"), {}, {}));
    QVERIFY(child.error().startsWith(QLatin1String("/no/such/program: ")));
    // Deaf to SIGTERM: killed.
    QVERIFY(child.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("trap '' TERM; while :; do sleep 1; done")}, {}));
    std::this_thread::sleep_for(100ms);
    const pid_t group = child.pid();
    child.stop(100ms);
    QVERIFY(!child.isRunning());
    QVERIFY(goneWithin(group, 5s));
}

int main(int argc, char **argv)
{
    if (argc == 3 && std::strcmp(argv[1], startAndWait) == 0)
        return startServerAndWait(static_cast<Kind>(QByteArray(argv[2]).toInt()));
    QCoreApplication application(argc, argv);
    TestRealServer test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_realserver.moc"
