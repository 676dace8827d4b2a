// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/responseparser.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using State = ResponseParser::State;

class TestResponseParser : public GuardedTest
{
    Q_OBJECT

private slots:
    void sameResultHoweverTheBytesAreSplit_data();
    void sameResultHoweverTheBytesAreSplit();
    void boundsTheHead();
    void countsTheHeadToTheByte_data();
    void countsTheHeadToTheByte();
    void anAnswerIsCompleteOnce();
    void aFailureStays();
    void reusesTheConnection();
    void bytesAfterTheAnswerFail();

private:
    static State feedInPieces(ResponseParser &parser, const QByteArray &bytes, qsizetype piece);
};

State TestResponseParser::feedInPieces(ResponseParser &parser, const QByteArray &bytes, qsizetype piece)
{
    State state = State::NeedsMore;
    for (qsizetype at = 0; at < bytes.size() && state == State::NeedsMore; at += piece) {
        const QByteArray part = bytes.mid(at, piece);
        state = parser.feed(part.constData(), static_cast<std::size_t>(part.size()));
    }
    return state;
}

void TestResponseParser::sameResultHoweverTheBytesAreSplit_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<int>("outcome");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("reusable");
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    const auto row = [](const char *name, const QByteArray &bytes, bool closes, State outcome, int status, bool reusable) {
        QTest::newRow(name) << bytes << closes << int(outcome) << status << reusable;
    };
    row("length", ok + "Content-Length: 5\r\n\r\nhello", false, State::Complete, 200, true);
    row("chunked", ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", false, State::Complete, 200, true);
    row("chunk extension, trailer", ok + "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0;last\r\nX-Sum: 1\r\n\r\n", false, State::Complete, 200, true);
    row("ends by closing", ok + "\r\nhello", true, State::Complete, 200, false);
    row("interim before final", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + "Content-Length: 2\r\n\r\nok",
        false, State::Complete, 200, true);
    row("204", "HTTP/1.1 204 No Content\r\n\r\n", false, State::Complete, 204, true);
    row("304 with length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", false, State::Complete, 304, true);
    row("no reason", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", false, State::Complete, 200, true);
    row("close is asked for", ok + "Connection: Foo , CLOSE\r\nContent-Length: 2\r\n\r\nok", false, State::Complete, 200, false);
    row("not-close is no close", ok + "Connection: not-close\r\nContent-Length: 2\r\n\r\nok", false, State::Complete, 200, true);
    row("HTTP/1.0 closes", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", false, State::Complete, 200, false);
    row("length and coding", ok + "Content-Length: 100\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", false, State::Complete, 200, false);
    row("101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", false, State::Failed, 0, false);
    row("HTTP/2.0", "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n", false, State::Failed, 0, false);
    row("status below 100", "HTTP/1.1 099 Odd\r\n\r\n" + ok + "Content-Length: 0\r\n\r\n", false, State::Failed, 0, false);
    row("not HTTP", "220 smtp ready\r\n", false, State::Failed, 0, false);
    row("bad chunk size", ok + "Transfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n", false, State::Failed, 0, false);
    row("two lengths", ok + "Content-Length: 2\r\nContent-Length: 7\r\n\r\nok", false, State::Failed, 0, false);
    row("negative length", ok + "Content-Length: -5\r\n\r\n", false, State::Failed, 0, false);
    row("huge length", ok + "Content-Length: 18446744073709551618\r\n\r\nok", false, State::Failed, 0, false);
    row("cut body", ok + "Content-Length: 1000\r\n\r\nxx", true, State::Failed, 0, false);
    row("cut head", "HTTP/1.1 200 OK\r\nContent-Le", true, State::Failed, 0, false);
    row("nothing", "", true, State::Failed, 0, false);
}

void TestResponseParser::sameResultHoweverTheBytesAreSplit()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, closes);
    QFETCH(int, outcome);
    QFETCH(int, status);
    QFETCH(bool, reusable);
    for (qsizetype piece = 1; piece <= std::max<qsizetype>(1, bytes.size()); ++piece) {
        ResponseParser parser;
        parser.startConnection();
        parser.expectAnswer(false);
        State state = feedInPieces(parser, bytes, piece);
        if (state == State::NeedsMore && closes) {
            state = parser.endOfStream();
            QCOMPARE(parser.failedByClosing(), state == State::Failed);
        }
        QVERIFY2(int(state) == outcome, qPrintable(QStringLiteral("pieces of %1: %2").arg(piece).arg(parser.failureText())));
        if (state == State::Complete) {
            QCOMPARE(parser.status(), status);
            QCOMPARE(parser.keepsAlive(), reusable);
        } else {
            QVERIFY(!parser.failureText().isEmpty());
        }
    }
}

void TestResponseParser::boundsTheHead()
{
    ResponseParser parser;
    parser.startConnection();
    parser.expectAnswer(false);
    QCOMPARE(parser.feed("HTTP/1.1 200 OK\r\n", 17), State::NeedsMore);
    const QByteArray field = "X-Filler: " + QByteArray(1000, 'x') + "\r\n";
    qint64 fed = 17;
    State state = State::NeedsMore;
    while (state == State::NeedsMore && fed < 10 * 1024 * 1024) {
        state = parser.feed(field.constData(), static_cast<std::size_t>(field.size()));
        fed += field.size();
    }
    QCOMPARE(state, State::Failed);
    QVERIFY(fed <= ResponseParser::mostHeadBytes + field.size());
}

void TestResponseParser::countsTheHeadToTheByte_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("alone") << QByteArray();
    QTest::newRow("with an interim answer") << QByteArray("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
}

void TestResponseParser::countsTheHeadToTheByte()
{
    QFETCH(QByteArray, before);
    const QByteArray start = before + "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX: ";
    for (const qint64 over : {0, 1}) {
        const qint64 fill = ResponseParser::mostHeadBytes + over - start.size() - 4;
        const QByteArray answer = start + QByteArray(fill, 'x') + "\r\n\r\n" + QByteArray(100, 'b');
        // All at once, as the read buffer has it, and with the limit within a piece, at its start and at its end.
        for (const qint64 piece : {answer.size(), qint64(65536), qint64(65537), qint64(1000), ResponseParser::mostHeadBytes - 1}) {
            ResponseParser parser;
            parser.startConnection();
            parser.expectAnswer(false);
            QCOMPARE(feedInPieces(parser, answer, piece), over ? State::Failed : State::Complete);
            QCOMPARE(parser.failureText().contains(QStringLiteral("256 KiB")), over == 1);
        }
    }
}

void TestResponseParser::anAnswerIsCompleteOnce()
{
    ResponseParser parser;
    parser.startConnection();
    parser.expectAnswer(false);
    const QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    QCOMPARE(parser.feed(answer.constData(), static_cast<std::size_t>(answer.size())), State::Complete);
    QCOMPARE(parser.endOfStream(), State::Failed);
    QVERIFY(parser.failedByClosing());
}

void TestResponseParser::aFailureStays()
{
    const QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    const auto size = static_cast<std::size_t>(answer.size());
    ResponseParser parser;
    parser.startConnection();
    parser.expectAnswer(false);
    QCOMPARE(parser.feed(answer.constData(), size - 1), State::NeedsMore);
    QCOMPARE(parser.endOfStream(), State::Failed);
    QCOMPARE(parser.feed(answer.constData() + size - 1, 1), State::Failed);
    parser.startConnection();
    QCOMPARE(parser.feed("220 ready\r\n", 11), State::Failed);
    QCOMPARE(parser.endOfStream(), State::Failed);
    QVERIFY(!parser.failedByClosing()); // it had failed before
    parser.startConnection();
    QCOMPARE(parser.feed(answer.constData(), size), State::Complete);
}

void TestResponseParser::reusesTheConnection()
{
    ResponseParser parser;
    parser.startConnection();
    for (int i = 0; i < 100; ++i) {
        const bool head = i % 2;
        parser.expectAnswer(head);
        const QByteArray answer = head ? "HTTP/1.1 404 Gone\r\nContent-Length: 1192\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        QCOMPARE(parser.feed(answer.constData(), static_cast<std::size_t>(answer.size())), State::Complete);
        QCOMPARE(parser.status(), head ? 404 : 200);
        QVERIFY(parser.keepsAlive());
    }
}

void TestResponseParser::bytesAfterTheAnswerFail()
{
    ResponseParser parser;
    parser.startConnection();
    parser.expectAnswer(false);
    const QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokEXTRA";
    QCOMPARE(parser.feed(answer.constData(), static_cast<std::size_t>(answer.size())), State::Failed);
}

QTEST_APPLESS_MAIN(TestResponseParser)
#include "tst_responseparser.moc"
