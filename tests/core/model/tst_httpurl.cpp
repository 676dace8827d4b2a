// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestHttpUrl : public GuardedTest
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void hostHeaderLeavesOutPort80();
    void survivesItsOwnText();
    void tellsPrivateHosts_data();
    void tellsPrivateHosts();
};

void TestHttpUrl::reads_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QByteArray>("target");
    const auto row = [](const char *typed, const char *host, int port, const char *target) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(host) << port << QByteArray(target);
    };
    row("http://127.0.0.1:8080/", "127.0.0.1", 8080, "/");
    row("HTTP://Example.ORG", "example.org", 80, "/");
    row("localhost:3000", "localhost", 3000, "/");
    row("localhost:3000/a", "localhost", 3000, "/a");
    row("h/path", "h", 80, "/path");
    row("//h/p", "h", 80, "/p");
    row("http://h:/", "h", 80, "/");
    row("http://h?key=val", "h", 80, "/?key=val");
    row("http://h/a#frag", "h", 80, "/a");
    row("http://h/#/route?x=1", "h", 80, "/");
    row("http://[::1]:8080/x", "::1", 8080, "/x");
    row("http://[::1]", "::1", 80, "/");
    row("  http://h/x\n", "h", 80, "/x");
    row("http://h/a%2Fb?q=a+b%2Bc", "h", 80, "/a%2Fb?q=a+b%2Bc");
    row("http://h/a b", "h", 80, "/a%20b");
    row("http://h/%zz", "h", 80, "/%zz");
    row("http://h/?u=http://x:1/", "h", 80, "/?u=http://x:1/");
    row("http://h/a@b:c", "h", 80, "/a@b:c");
    row("http://b\u00fccher.example/", "xn--bcher-kva.example", 80, "/");
    row("http://my_host:81/", "my_host", 81, "/");
}

void TestHttpUrl::reads()
{
    QFETCH(QString, typed);
    QFETCH(QString, host);
    QFETCH(int, port);
    QFETCH(QByteArray, target);
    const auto url = parseHttpUrl(typed);
    QVERIFY2(url.ok(), url.ok() ? "" : qPrintable(url.problem().line()));
    QCOMPARE(url->host, host);
    QCOMPARE(int(url->port), port);
    QCOMPARE(url->requestTarget, target);
}

void TestHttpUrl::refuses_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("says"); // a part of the reason
    const auto row = [](const char *typed, const char *says) { QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(says); };
    row("", "nothing");
    row("   ", "nothing");
    row("http://", "no host");
    row("http:///path", "no host");
    row("http://:8080/", "no host");
    row("ftp://h/", "ftp");
    row("file:///etc/passwd", "file");
    row("javascript:alert(1)", "javascript");
    row("mailto:x@y", "mailto");
    row("https://h/", "https");
    row("http://h:0/", "\"0\"");
    row("http://h:65536/", "65536");
    row("http://h:-1/", "-1");
    row("http://h:abc/", "abc");
    row("http://h:99999999999/", "99999999999");
    row("http://h: 80/", " 80");
    row("http://h:+80/", "+80");
    row("http://[::1", "]");
    row("http://::1:8080/", "colon");
    row("http://[zz]/", "IPv6");
    row("http://[::1]x/", "x");
    row("http://a b/", "blank");
    row("http://a\tb/", "blank");
    row("http://user:secret@h/", "Authorization");
    row("http://h<x>/", "host name");
    row("http://h\n/x", "line break");
    row("http://%41/", "host name");
}

void TestHttpUrl::refuses()
{
    QFETCH(QString, typed);
    QFETCH(QString, says);
    const auto url = parseHttpUrl(typed);
    QVERIFY(!url.ok());
    QCOMPARE(url.problem().field, u"URL"_s);
    QVERIFY2(url.problem().text.contains(says), qPrintable(url.problem().text));
    QVERIFY(!url.problem().text.contains(u'\n'));
    QVERIFY(!url.problem().text.contains(u"secret"));
}

void TestHttpUrl::hostHeaderLeavesOutPort80()
{
    QCOMPARE(parseHttpUrl(u"http://h/"_s)->hostHeader(), QByteArray("h"));
    QCOMPARE(parseHttpUrl(u"http://h:8080/"_s)->hostHeader(), QByteArray("h:8080"));
    QCOMPARE(parseHttpUrl(u"http://[::1]/"_s)->hostHeader(), QByteArray("[::1]"));
    QCOMPARE(parseHttpUrl(u"http://[::1]:8080/x"_s)->hostHeader(), QByteArray("[::1]:8080"));
}

void TestHttpUrl::survivesItsOwnText()
{
    for (const QString &typed : {u"http://[::1]:8080/a%2Fb?q=a+b"_s, u"localhost:3000"_s, u"http://h/日本"_s}) {
        const auto once = parseHttpUrl(typed);
        QCOMPARE(*parseHttpUrl(once->toString()), *once);
    }
}

void TestHttpUrl::tellsPrivateHosts_data()
{
    QTest::addColumn<bool>("isPrivate");
    for (const char *host : {"127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "a.localhost", "::1", "10.0.0.1", "172.16.0.1", "172.31.255.255",
                             "192.168.1.1", "169.254.1.1", "fe80::1", "fd00::1", "::ffff:10.0.0.1"})
        QTest::newRow(host) << true;
    for (const char *host : {"8.8.8.8", "172.32.0.1", "172.15.0.1", "11.0.0.1", "example.org", "localhost.example.org", "2001:db8::1", "0.0.0.0",
                             "::ffff:8.8.8.8", "notlocalhost", "10.0.0.1.example.org"})
        QTest::newRow(host) << false;
}

void TestHttpUrl::tellsPrivateHosts()
{
    QFETCH(bool, isPrivate);
    QCOMPARE(isLoopbackOrPrivateHost(QString::fromLatin1(QTest::currentDataTag())), isPrivate);
}

QTEST_APPLESS_MAIN(TestHttpUrl)
#include "tst_httpurl.moc"
