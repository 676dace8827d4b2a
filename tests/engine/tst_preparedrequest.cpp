// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/environment.h"
#include "core/transport/preparedrequest.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestPreparedRequest : public GuardedTest
{
    Q_OBJECT

private slots:
    void plainGet();
    void ownHeadersReplaceTheDefaults();
    void bodiesSayTheirLength();
    void onlySafeRequestsMayRepeat_data();
    void onlySafeRequestsMayRepeat();

private:
    static PreparedRequest prepared(Target target, const QString &url = u"http://127.0.0.1:8080/a%2Fb?q=a+b"_s)
    {
        return prepareRequest(target, *parseHttpUrl(url));
    }
};

void TestPreparedRequest::plainGet()
{
    const PreparedRequest request = prepared({});
    QCOMPARE(request.keepAlive, "GET /a%2Fb?q=a+b HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: sweepbench/"
                                    + programVersion().toLatin1() + "\r\nAccept: */*\r\n\r\n");
    QCOMPARE(request.close, QByteArray(request.keepAlive).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    QVERIFY(!request.isHead);
}

void TestPreparedRequest::ownHeadersReplaceTheDefaults()
{
    Target target;
    target.headers = {{u"host"_s, u"hello"_s}, {u"User-AGENT"_s, u"x"_s}, {u"X-A"_s, u"1"_s}, {u"X-A"_s, u"2"_s}, {u"X-Empty"_s, {}}};
    const QByteArray request = prepared(target).keepAlive;
    QCOMPARE(request.toLower().count("\r\nhost:"), 1);
    QCOMPARE(request.toLower().count("\r\nuser-agent:"), 1);
    QVERIFY(request.contains("\r\nhost: hello\r\n"));
    QVERIFY(request.contains("\r\nX-A: 1\r\nX-A: 2\r\n"));
    QVERIFY(request.contains("\r\nX-Empty: \r\n"));
}

void TestPreparedRequest::bodiesSayTheirLength()
{
    Target target;
    target.method = u"POST"_s;
    QVERIFY(prepared(target).keepAlive.contains("Content-Length: 0\r\n"));
    target.body = "a=1";
    const PreparedRequest request = prepared(target);
    QVERIFY(request.keepAlive.endsWith("Content-Length: 3\r\n\r\na=1"));
    QVERIFY(request.close.endsWith("Connection: close\r\nContent-Length: 3\r\n\r\na=1"));
}

void TestPreparedRequest::onlySafeRequestsMayRepeat_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<bool>("mayRepeat");
    for (const char *safe : {"GET", "HEAD", "OPTIONS", "TRACE"})
        QTest::newRow(safe) << QString::fromLatin1(safe) << true;
    for (const char *unsafe : {"POST", "PUT", "DELETE", "PATCH", "PURGE"})
        QTest::newRow(unsafe) << QString::fromLatin1(unsafe) << false;
}

void TestPreparedRequest::onlySafeRequestsMayRepeat()
{
    QFETCH(QString, method);
    QFETCH(bool, mayRepeat);
    Target target;
    target.method = method;
    QCOMPARE(prepared(target).mayRepeat, mayRepeat);
    target.body = "x";
    QVERIFY(!prepared(target).mayRepeat);
}

QTEST_APPLESS_MAIN(TestPreparedRequest)
#include "tst_preparedrequest.moc"
