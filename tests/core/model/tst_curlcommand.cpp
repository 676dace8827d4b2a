// SPDX-License-Identifier: GPL-3.0-or-later
// curl command lines as people paste them; the expected requests are those that curl 7.88 sends.
#include "core/model/curlcommand.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace sweepbench;

namespace {

CurlTarget read(const QString &command)
{
    const auto result = targetFromCurl(command);
    if (!result)
        qFatal("%s", qPrintable(result.problem().line()));
    return *result;
}

QString headersOf(const Target &target)
{
    QStringList lines;
    for (const Header &header : target.headers)
        lines += header.name + u'=' + header.value;
    return lines.join(u'|');
}

} // namespace

class TestCurlCommand : public QObject
{
    Q_OBJECT
private slots:
    void recognises()
    {
        for (const QString &text : {u"curl http://a/"_s, u"  curl\nhttp://a/"_s, u"/usr/bin/curl x"_s, u"$ curl x"_s, u"C:\\bin\\curl.exe x"_s})
            QVERIFY2(looksLikeCurl(text), qPrintable(text));
        for (const QString &text : {u""_s, u"http://curl/"_s, u"curling x"_s, u"wget x"_s})
            QVERIFY2(!looksLikeCurl(text), qPrintable(text));
    }

    void requests_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("headers");
        QTest::addColumn<QByteArray>("body");
        const QString form = u"Content-Type=application/x-www-form-urlencoded"_s;
        QTest::newRow("plain") << u"curl http://127.0.0.1:8080/a"_s << u"http://127.0.0.1:8080/a"_s << u"GET"_s << QString() << QByteArray();
        QTest::newRow("no scheme") << u"curl localhost:80"_s << u"http://localhost:80"_s << u"GET"_s << QString() << QByteArray();
        QTest::newRow("single quotes") << u"curl 'http://a/?x=1&y=$HOME' -H 'Accept: text/html' --compressed"_s << u"http://a/?x=1&y=$HOME"_s << u"GET"_s
                                       << u"Accept=text/html"_s << QByteArray();
        QTest::newRow("as browsers copy it") << u"curl 'https://a/api' \\\n  -X 'PUT' \\\n  -H 'accept: */*' \\\n  --data-raw $'{\"q\":\"it\\'s\\n\"}'"_s
                                             << u"https://a/api"_s << u"PUT"_s << u"accept=*/*|"_s + form << QByteArray("{\"q\":\"it's\n\"}");
        QTest::newRow("pasted into one line") << u"curl http://a/ \\   -H 'A: b' \\ -X PUT"_s << u"http://a/"_s << u"PUT"_s << u"A=b"_s << QByteArray();
        QTest::newRow("escaped blank") << u"curl -H A:\\ b\\ c http://a/"_s << u"http://a/"_s << u"GET"_s << u"A=b c"_s << QByteArray();
        QTest::newRow("as Windows copies it") << u"curl \"http://a/\" ^\r\n  -H \"A: b\""_s << u"http://a/"_s << u"GET"_s << u"A=b"_s << QByteArray();
        QTest::newRow("data makes POST") << u"curl -d a=1 -d b=2 http://a/"_s << u"http://a/"_s << u"POST"_s << form << QByteArray("a=1&b=2");
        QTest::newRow("json") << u"curl --json '{}' http://a/"_s << u"http://a/"_s << u"POST"_s << u"Content-Type=application/json|Accept=application/json"_s
                              << QByteArray("{}");
        QTest::newRow("own content type") << u"curl -H 'content-type: text/plain' -d x http://a/"_s << u"http://a/"_s << u"POST"_s
                                          << u"content-type=text/plain"_s << QByteArray("x");
        QTest::newRow("in the query") << u"curl -G -d a=1 --data-urlencode 'b=c d' 'http://a/?z=0'"_s << u"http://a/?z=0&a=1&b=c%20d"_s << u"GET"_s << QString()
                                      << QByteArray();
        QTest::newRow("head") << u"curl -sSI http://a/"_s << u"http://a/"_s << u"HEAD"_s << QString() << QByteArray();
        QTest::newRow("joined flags") << u"curl -sXDELETE http://a/"_s << u"http://a/"_s << u"DELETE"_s << QString() << QByteArray();
        QTest::newRow("user") << u"curl -u 'me:p@ss:1' http://a/"_s << u"http://me:p%40ss%3A1@a/"_s << u"GET"_s << QString() << QByteArray();
        QTest::newRow("agent, cookie, referer") << u"curl -A me -b a=1 -e http://b/ http://a/"_s << u"http://a/"_s << u"GET"_s
                                                << u"User-Agent=me|Cookie=a=1|Referer=http://b/"_s << QByteArray();
        QTest::newRow("piped on") << u"curl http://a/x | jq ."_s << u"http://a/x"_s << u"GET"_s << QString() << QByteArray();
        QTest::newRow("headers that are the program's") << u"curl -H 'Content-Length: 3' -H 'Expect:' -H 'X-Empty;' http://a/"_s << u"http://a/"_s << u"GET"_s
                                                        << u"X-Empty="_s << QByteArray();
        QTest::newRow("--url=") << u"curl --url=http://a/b"_s << u"http://a/b"_s << u"GET"_s << QString() << QByteArray();
    }

    void requests()
    {
        QFETCH(QString, command);
        const Target target = read(command).target;
        QTEST(target.url, "url");
        QTEST(target.method, "method");
        QTEST(headersOf(target), "headers");
        QTEST(target.body, "body");
    }

    void wayToTheServer()
    {
        const CurlTarget read1 = read(u"curl -k --cacert ca.pem -E me.pem --key me.key --tlsv1.3 -x localhost:3128 -U u:p https://a/ -o /dev/null -s"_s);
        QCOMPARE(read1.target.tls, (TlsOptions{true, u"ca.pem"_s, u"me.pem"_s, u"me.key"_s, TlsVersion::Tls13, true}));
        QCOMPARE(read1.target.proxy, u"http://u:p@localhost:3128"_s);
        QCOMPARE(read1.ignored, (QStringList{u"-o"_s, u"-s"_s}));
        QCOMPARE(read(u"curl --resolve a:80:127.0.0.2,::1 http://a/"_s).target.address, u"127.0.0.2"_s);
        QCOMPARE(read(u"curl --connect-to a:443:[::1]:8443 https://a/"_s).target.address, u"::1"_s);
        QCOMPARE(read(u"curl -k http://a/"_s).target.tls, TlsOptions()); // says nothing without https
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("says");
        QTest::newRow("not curl") << u"wget http://a/"_s << u"begins with curl"_s;
        QTest::newRow("no url") << u"curl -s"_s << u"no URL"_s;
        QTest::newRow("two urls") << u"curl http://a/ http://u:secret@b/"_s << u"http://a/ and http://u:@b/"_s;
        QTest::newRow("open quote") << u"curl 'http://a/"_s << u"has no end"_s;
        QTest::newRow("no value") << u"curl http://a/ -H"_s << u"-H has no value"_s;
        QTest::newRow("file") << u"curl -d @body.json http://a/"_s << u"body.json"_s;
        QTest::newRow("cookie file") << u"curl -b jar.txt http://a/"_s << u"jar.txt"_s;
        QTest::newRow("form") << u"curl -F a=@b http://a/"_s << u"-F sends a body"_s;
        QTest::newRow("scheme") << u"curl ftp://a/"_s << u"ftp"_s;
        QTest::newRow("header file") << u"curl -H @h.txt http://a/"_s << u"h.txt"_s;
    }

    void mistakes()
    {
        QFETCH(QString, command);
        QFETCH(QString, says);
        const auto result = targetFromCurl(command);
        QVERIFY(!result);
        QCOMPARE(result.problem().field, u"curl"_s);
        QVERIFY2(result.problem().text.contains(says), qPrintable(result.problem().text));
    }
};

QTEST_APPLESS_MAIN(TestCurlCommand)
#include "tst_curlcommand.moc"
