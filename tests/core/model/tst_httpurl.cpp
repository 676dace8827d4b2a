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
    void readsUserInfo_data();
    void readsUserInfo();
    void keepsPasswordsOutOfTexts();
    void putsUserInfoIn_data();
    void putsUserInfoIn();
    void readsProxies_data();
    void readsProxies();
    void refuses_data();
    void refuses();
    void hostHeaderLeavesOutTheSchemesPort();
    void survivesItsOwnText();
    void tellsAddresses();
    void tellsPrivateHosts_data();
    void tellsPrivateHosts();
};

void TestHttpUrl::reads_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<bool>("tls");
    const auto row = [](const char *typed, const char *host, int port, const char *target, bool tls = false) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(host) << port << QByteArray(target) << tls;
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
    row("https://h/", "h", 443, "/", true);
    row("HTTPS://H", "h", 443, "/", true);
    row("https://h:/x", "h", 443, "/x", true);
    row("https://h:80/", "h", 80, "/", true);
    row("http://h:443/", "h", 443, "/");
    row("https://[2001:DB8::1]:8443/a?b#c", "2001:db8::1", 8443, "/a?b", true);
    row("https://[::1]", "::1", 443, "/", true);
    row("https://b\u00fccher.example:8443/", "xn--bcher-kva.example", 8443, "/", true);
    row("https://\u4f8b\u3048.jp/", "xn--r8jz45g.jp", 443, "/", true); // RFC 3492's algorithm; the name is IANA's test name
    row("http://user:pw@h:81/x@y", "h", 81, "/x@y");
    row("https://user@[::1]:81/", "::1", 81, "/", true);
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
    QFETCH(bool, tls);
    QCOMPARE(url->tls, tls);
}

void TestHttpUrl::readsUserInfo_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("given");
    QTest::addColumn<QByteArray>("userInfo");
    const auto row = [](const char *typed, const char *userInfo) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << (userInfo != nullptr) << QByteArray(userInfo);
    };
    row("http://h/", nullptr);
    row("http://@h/", nullptr);
    row("http://h/a@b", nullptr);
    row("http://Aladdin:open%20sesame@h/", "Aladdin:open sesame"); // RFC 7617, 2
    row("http://user:@h/", "user:");
    row("https://user@h/", "user:");
    row("http://:pw@h/", ":pw");
    row("http://u:a:b@h/", "u:a:b");
    row("http://u:p@ss@h/", "u:p@ss");
    row("http://u%40d:%2F%3F%23@h/", "u@d:/?#");
    row("http://t\u00e9st:\u20ac@h/", "t\u00e9st:\u20ac");
    row("http://u:100%@h/", "u:100%");
}

void TestHttpUrl::readsUserInfo()
{
    QFETCH(QString, typed);
    const auto url = parseHttpUrl(typed);
    QVERIFY2(url.ok(), url.ok() ? "" : qPrintable(url.problem().line()));
    QCOMPARE(url->host, u"h"_s);
    QTEST(url->userInfo.has_value(), "given");
    QTEST(url->userInfo.value_or(QByteArray()), "userInfo");
    QVERIFY(!url->toString().contains(u'@') || typed.contains(u"a@b"));
}

void TestHttpUrl::keepsPasswordsOutOfTexts()
{
    QCOMPARE(urlWithoutPassword(u"https://u:secret@h/x"_s), u"https://u:@h/x"_s);
    QCOMPARE(urlWithoutPassword(u"https://u:sec:ret@h/x"_s), u"https://u:@h/x"_s);
    QVERIFY(lacksPassword(u"https://u:@h/x"_s));
    QCOMPARE(urlWithoutPassword(u"h/?x=http://u:p@h2/"_s), u"h/?x=http://u:p@h2/"_s); // a matter of the query
    QCOMPARE(urlWithoutPassword(u"//u:secret@h/"_s), u"//u:@h/"_s);
    for (const QString &url : {u"https://u:secret@h/x"_s, u"https://u@h/x"_s, u"https://h/a:@b"_s, u"https://h/"_s, u"ftp://u:@h"_s})
        QVERIFY2(!lacksPassword(url), qPrintable(url));
}

void TestHttpUrl::putsUserInfoIn_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("whole");
    const auto row = [](const char *url, const char *whole) { QTest::newRow(url) << QString::fromUtf8(url) << QString::fromUtf8(whole); };
    row("http://h/x", "http://me:a%3Ab%40%2F@h/x");
    row("https://u:@h:8443/?q=a@b", "https://me:a%3Ab%40%2F@h:8443/?q=a@b");
    row("http://u:old@[::1]:80", "http://me:a%3Ab%40%2F@[::1]:80");
    row("127.0.0.1:8080", "http://me:a%3Ab%40%2F@127.0.0.1:8080");
    row("//h/x", "http://me:a%3Ab%40%2F@h/x");
    row("h/?next=http://x/", "http://me:a%3Ab%40%2F@h/?next=http://x/");
}

void TestHttpUrl::putsUserInfoIn()
{
    QFETCH(QString, url);
    const QString whole = urlWithUserInfo(url, u"me"_s, u"a:b@/"_s);
    QTEST(whole, "whole");
    QCOMPARE(*parseHttpUrl(whole)->userInfo, QByteArray("me:a:b@/"));
    QCOMPARE(*parseHttpUrl(urlWithUserInfo(url, u"m\u00e9"_s, QString()))->userInfo, QByteArray("m\u00e9:"));
    QVERIFY(!lacksPassword(urlWithUserInfo(url, u"me"_s, QString()))); // none is wanted
}

void TestHttpUrl::readsProxies_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("says"); // nothing where it is right
    const auto row = [](const char *typed, const char *says) { QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(says); };
    row("http://127.0.0.1:3128", "");
    row("http://127.0.0.1:3128/", "");
    row("127.0.0.1:3128", "");
    row("http://user:p%40ss@[::1]:3128", "");
    row("proxy.local", "");
    row("https://127.0.0.1:3128", "TLS to the proxy");
    row("socks5://127.0.0.1:1080", "not an HTTP proxy");
    row("http://127.0.0.1:3128/x", "path");
    row("http://127.0.0.1:3128?x", "path");
    row("http://127.0.0.1:0", "\"0\"");
    row("http://", "no host");
    row("", "nothing");
    row("https://user:secret@h", "TLS to the proxy");
    row("socks5://user:secret@h", "not an HTTP proxy");
    row("http://user:secret@h/path", "path");
}

void TestHttpUrl::readsProxies()
{
    QFETCH(QString, typed);
    QFETCH(QString, says);
    const auto proxy = parseProxyUrl(typed);
    QCOMPARE(proxy.ok(), says.isEmpty());
    if (proxy.ok())
        return;
    QCOMPARE(proxy.problem().field, u"proxy"_s);
    QVERIFY2(proxy.problem().text.contains(says), qPrintable(proxy.problem().text));
    QVERIFY(!proxy.problem().text.contains(u"secret"));
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
    row("ftp://user:secret@h/", "ftp");
    row("http://user:secret@/", "no host");
    row("http://user:secret@h<x>/", "host name");
    row("http://user:secret@h:0/", "\"0\"");
    row("http://user:secret@[::1/", "]");
    row("http://user:secret/x@h/", "%2F");
    row("http://user:secret#x@h/", "%23");
    row("http://us%3Aer:secret@h/", "colon");
    row("http://user:secret%0D%0Ax@h/", "control");
    row("https://", "no host");
    row("https://h:99999/", "99999");
    row("https:h", "no //");
    row("http:/h/", "no //");
    row("http:", "no //");
    row("httpss://h/", "httpss");
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

void TestHttpUrl::hostHeaderLeavesOutTheSchemesPort()
{
    QCOMPARE(parseHttpUrl(u"http://h/"_s)->hostHeader(), QByteArray("h"));
    QCOMPARE(parseHttpUrl(u"http://h:8080/"_s)->hostHeader(), QByteArray("h:8080"));
    QCOMPARE(parseHttpUrl(u"http://[::1]/"_s)->hostHeader(), QByteArray("[::1]"));
    QCOMPARE(parseHttpUrl(u"http://[::1]:8080/x"_s)->hostHeader(), QByteArray("[::1]:8080"));
    QCOMPARE(parseHttpUrl(u"https://h/"_s)->hostHeader(), QByteArray("h"));
    QCOMPARE(parseHttpUrl(u"https://h:80/"_s)->hostHeader(), QByteArray("h:80"));
    QCOMPARE(parseHttpUrl(u"http://h:443/"_s)->hostHeader(), QByteArray("h:443"));
    QCOMPARE(parseHttpUrl(u"https://[::1]:443/"_s)->hostHeader(), QByteArray("[::1]"));
    QCOMPARE(parseHttpUrl(u"https://h/"_s)->authority(), QByteArray("h:443"));
    QCOMPARE(parseHttpUrl(u"http://[::1]/"_s)->authority(), QByteArray("[::1]:80"));
}

void TestHttpUrl::survivesItsOwnText()
{
    for (const QString &typed : {u"http://[::1]:8080/a%2Fb?q=a+b"_s, u"localhost:3000"_s, u"http://h/日本"_s, u"https://[::1]/"_s, u"https://h:80/"_s, u"http://h:443/"_s}) {
        const auto once = parseHttpUrl(typed);
        QCOMPARE(*parseHttpUrl(once->toString()), *once);
    }
}

void TestHttpUrl::tellsAddresses()
{
    for (const QString &address : {u"127.0.0.1"_s, u"::1"_s, u"2001:db8::1"_s, u"::ffff:10.0.0.1"_s, u"8.8.8.8"_s})
        QVERIFY2(isIpAddress(address), qPrintable(address));
    for (const QString &other : {u""_s, u"localhost"_s, u"[::1]"_s, u"127.0.0.1:80"_s, u"1.2.3"_s, u"1.2.3.256"_s, u"::1/64"_s, u" ::1"_s})
        QVERIFY2(!isIpAddress(other), qPrintable(other));
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
