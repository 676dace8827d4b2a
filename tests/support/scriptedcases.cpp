// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedcases.h"

#include <QtGlobal>

#include <utility>

namespace sweepbench::test {

namespace {

using std::chrono::milliseconds;

const QByteArray okAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const QByteArray earlyHints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n";
const QByteArray chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const QByteArray lastChunk = "0\r\n\r\n";

/// 10,000 times "A", gzip with a zero time stamp: 46 bytes.
QByteArray gzippedBody()
{
    return QByteArray::fromHex("1f8b0800000000000203edc1010d000000c2a06cef5fca1c6e40010000000000000000c0bf01edc8433c10270000");
}

QByteArray withLength(const QByteArray &statusLine, const QByteArray &body, const QByteArray &fields = {})
{
    return "HTTP/1.1 " + statusLine + "\r\n" + fields + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray withRawLength(const QByteArray &length)
{
    return "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nok";
}

QByteArray manyFields(int count)
{
    QByteArray fields;
    for (int i = 0; i < count; ++i)
        fields += "X-" + QByteArray::number(i) + ": v\r\n";
    return fields;
}

Script always(Answer answer)
{
    return [answer = std::move(answer)](const ReceivedRequest &) { return answer; };
}

/// The body is left out for HEAD.
Script headAware(const QByteArray &head, const QByteArray &body)
{
    return [head, body](const ReceivedRequest &request) { return Answer(request.method() == "HEAD" ? head : head + body); };
}

ScriptedCase good(const char *name, Answer answer, qint64 bodyBytes = 2, bool reusable = true, const char *note = "")
{
    return {name, always(std::move(answer)), Outcome::Good, 200, bodyBytes, reusable, note};
}

ScriptedCase bad(const char *name, Outcome outcome, Answer answer, const char *note = "")
{
    return {name, always(std::move(answer)), outcome, 0, 0, false, note};
}

using Cases = std::vector<ScriptedCase>;

void addPlain(Cases &cases)
{
    cases.push_back(good("ok", okAnswer));
    cases.push_back(good("ok_numbered", Answer()));
    cases.back().script = [](const ReceivedRequest &r) { return Answer(withLength("200 OK", QByteArray::number(r.total))); };
    cases.back().bodyBytes = -1;
    cases.back().note = "the body is the request's number on the server";
    cases.push_back(good("close_delimited", {"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nHello World!\n", Ending::Fin}, 13, false));
    cases.push_back(good("close_delimited_unannounced", {"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nHello World!\n", Ending::Fin}, 13, false));
    cases.push_back(good("http10_close", {"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", Ending::Fin}, 2, false));
    cases.push_back(good("http10_keep_alive", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"));
    cases.push_back(good("zero_cl", withLength("200 OK", ""), 0));
    cases.push_back(good("zero_chunked", chunkedHead + lastChunk, 0));
    cases.push_back(good("cookie", withLength("200 OK", "ok", "Set-Cookie: sid=abc; Path=/\r\n")));
    cases.push_back(good("varlen", Answer(), -1, true, "0 to 6 bytes in turn: 70 requests get 210"));
    cases.back().script = [](const ReceivedRequest &r) { return Answer(withLength("200 OK", QByteArray(r.total % 7, 'v'))); };
    cases.push_back(good("slow", Answer(), 2, true, "300 ms before the answer"));
    cases.back().script = [](const ReceivedRequest &) {
        Answer answer;
        answer.pieces = {{okAnswer, milliseconds(300)}};
        return answer;
    };
}

void addInterim(Cases &cases)
{
    cases.push_back(good("early_hints", earlyHints + okAnswer));
    cases.push_back(good("hints_split", Answer::splitAt(earlyHints + okAnswer, earlyHints.size(), milliseconds(50))));
    cases.push_back(good("hints_twice", "HTTP/1.1 100 Continue\r\n\r\n" + earlyHints + earlyHints + okAnswer));
    cases.push_back({"hints_numbered",
                     [](const ReceivedRequest &r) {
                         return Answer::splitAt(earlyHints + withLength("200 OK", QByteArray::number(r.total)), earlyHints.size(), milliseconds(5));
                     },
                     Outcome::Good, 200, -1, true, "the body is the request's number on the server"});
    cases.push_back(bad("r101", Outcome::Protocol, {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: foo\r\nConnection: Upgrade\r\n\r\nxyz", Ending::Hang}));
    cases.push_back({"head_cl", headAware("HTTP/1.1 200 OK\r\nContent-Length: 1192\r\n\r\n", QByteArray(1192, 'x')), Outcome::Good, 200, 1192, true,
                     "no body when asked with HEAD"});
    cases.push_back({"head_chunked", headAware(chunkedHead, "5\r\nhello\r\n" + lastChunk), Outcome::Good, 200, 5, true, "no body when asked with HEAD"});
    cases.push_back({"r304_cl", always("HTTP/1.1 304 Not Modified\r\nContent-Length: 1192\r\n\r\n"), Outcome::Good, 304, 0, true, ""});
    cases.push_back({"r304_nocl", always("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"), Outcome::Good, 304, 0, true, ""});
    cases.push_back({"r204", always("HTTP/1.1 204 No Content\r\n\r\n"), Outcome::Good, 204, 0, true, ""});
    cases.push_back({"r204_cl", always("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n"), Outcome::Good, 204, 0, true, "the length is to be ignored"});
}

void addChunked(Cases &cases)
{
    cases.push_back(good("chunk_ext_trailer",
                         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                         "5;a=b;c=\"d;e\"\r\nhello\r\n6\r\n world\r\n0;last\r\nX-Sum: 1\r\n\r\n",
                         11, true, "a quoted extension: llhttp 8 may refuse it"));
    cases.push_back(good("chunk_ext_plain", chunkedHead + "5;a=b\r\nhello\r\n6\r\n world\r\n0;last\r\nX-Sum: 1\r\n\r\n", 11));
    cases.push_back(good("chunk_ws", chunkedHead + "00005 \r\nhello\r\n" + lastChunk, 5, true, "a blank after the size: llhttp 8 may refuse it"));
    cases.push_back(good("chunk_zeros", chunkedHead + "00005\r\nhello\r\n" + lastChunk, 5));
    cases.push_back(good("chunk_upper", "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n1A\r\n" + QByteArray(26, 'z') + "\r\n" + lastChunk, 26));
    cases.push_back(bad("chunk_trunc", Outcome::ClosedEarly, {chunkedHead + "5\r\nhello\r\n", Ending::Fin}));
    cases.push_back(bad("chunk_trunc_size", Outcome::ClosedEarly, {chunkedHead + "5\r\nhello\r\n1", Ending::Fin}));
    cases.push_back(bad("chunk_trunc_data", Outcome::ClosedEarly, {chunkedHead + "FF\r\nhello", Ending::Fin}));
    cases.push_back(bad("chunk_bad", Outcome::Protocol, chunkedHead + "ZZ\r\nhello\r\n" + lastChunk));
    cases.push_back(bad("chunk_bad_huge", Outcome::Protocol, chunkedHead + "FFFFFFFFFFFFFFFFF\r\nhello\r\n" + lastChunk, "17 digits: more than 64 bits"));
    cases.push_back(bad("chunk_bad_negative", Outcome::Protocol, chunkedHead + "-1\r\nhello\r\n" + lastChunk));
    cases.push_back(bad("chunk_bad_empty", Outcome::Protocol, chunkedHead + "\r\nhello\r\n" + lastChunk));
    cases.push_back(bad("chunk_bad_end", Outcome::Protocol, chunkedHead + "5\r\nhello" + lastChunk, "no line end after the data"));
    cases.push_back(bad("chunk_bad_long", Outcome::Protocol, chunkedHead + "5\r\nhelloworld\r\n" + lastChunk, "more data than the size says"));
    cases.push_back(bad("chunk_bad_text", Outcome::Protocol, chunkedHead + "5\r\nhello\r\nInternal error\r\n", "an error text among the chunks"));
    cases.push_back(good("te_and_cl", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n" + lastChunk, 5, false,
                         "the length is to be ignored and the connection closed afterwards (RFC 9112, 6.3); llhttp 8 may refuse it"));
    const QByteArray gz = gzippedBody();
    cases.push_back(good("te_gzip_chunked",
                         "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n" + QByteArray::number(gz.size(), 16) + "\r\n" + gz + "\r\n" + lastChunk,
                         gz.size()));
    cases.push_back(good("te_gzip_close", {"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n" + gz, Ending::Fin}, gz.size(), false, "not chunked: read to the close"));
    cases.push_back(good("ce_gzip", withLength("200 OK", gz, "Content-Encoding: gzip\r\n"), gz.size()));
    cases.push_back(good("ce_gzip_bad", withLength("200 OK", "hello", "Content-Encoding: gzip\r\n"), 5, true, "good for a client that does not decode"));
}

void addLengths(Cases &cases)
{
    cases.push_back(bad("cl_short_fin", Outcome::ClosedEarly, {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + QByteArray(50, 'x'), Ending::Fin}));
    cases.push_back(bad("cl_short_rst", Outcome::Reset, {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + QByteArray(50, 'x'), Ending::Reset, milliseconds(20)}));
    cases.push_back(bad("head_trunc", Outcome::ClosedEarly, {"HTTP/1.1 200 OK\r\nContent-Le", Ending::Fin}));
    cases.push_back(good("dup_cl_same", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", 2, true, "llhttp 8 may refuse it"));
    cases.push_back(bad("dup_cl_diff", Outcome::Protocol, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 7\r\n\r\nok"));
    cases.push_back(good("cl_comma", withRawLength("2, 2"), 2, true, "llhttp 8 may refuse it"));
    cases.push_back(bad("cl_comma_diff", Outcome::Protocol, withRawLength("2, 7")));
    cases.push_back(bad("cl_neg", Outcome::Protocol, withRawLength("-5")));
    cases.push_back(bad("cl_plus", Outcome::Protocol, withRawLength("+2")));
    cases.push_back(bad("cl_hex", Outcome::Protocol, withRawLength("0x2")));
    cases.push_back(bad("cl_empty", Outcome::Protocol, withRawLength("")));
    cases.push_back(bad("cl_huge", Outcome::Protocol, {withRawLength("18446744073709551618"), Ending::Fin}, "2^64 + 2"));
    cases.push_back(bad("extra_bytes", Outcome::Unsettled, okAnswer + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nNO",
                        "an answer that nobody asked for comes along: a protocol error, never the answer to the next request"));
    cases.push_back(bad("extra_garbage", Outcome::Unsettled, okAnswer + "garbage", "bytes after a complete answer: a protocol error"));
    cases.push_back(bad("extra_later", Outcome::Unsettled, Answer::splitAt(okAnswer + "HTTP/1.1 408 Late\r\nContent-Length: 0\r\n\r\n", okAnswer.size(), milliseconds(20)),
                        "the extra answer comes 20 ms later, on a connection that is idle or in use again"));
}

void addHeads(Cases &cases)
{
    cases.push_back(good("lower_case", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok"));
    cases.push_back(good("upper_case", "HTTP/1.1 200 OK\r\nCONTENT-LENGTH:\t2 \r\n\r\nok"));
    cases.push_back(good("odd_case", "HTTP/1.1 200 OK\r\ncOnTeNt-LeNgTh:2\r\n\r\nok"));
    cases.push_back(good("no_reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"));
    cases.push_back(good("empty_reason", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok"));
    cases.push_back(good("conn_list", {"HTTP/1.1 200 OK\r\nConnection: Foo , CLOSE\r\nContent-Length: 2\r\n\r\nok", Ending::Hang}, 2, false, "the server keeps it open"));
    cases.push_back(good("conn_not_close", "HTTP/1.1 200 OK\r\nConnection: not-close\r\nContent-Length: 2\r\n\r\nok"));
    cases.push_back(good("conn_upgrade", "HTTP/1.1 200 OK\r\nConnection: keep-alive, Upgrade\r\nContent-Length: 2\r\n\r\nok"));
    cases.push_back(good("big_header", withLength("200 OK", "ok", "X-Big: " + QByteArray(70'000, 'h') + "\r\n")));
    cases.push_back(good("headers_100", withLength("200 OK", "ok", manyFields(100))));
    cases.push_back(good("headers_300", withLength("200 OK", "ok", manyFields(300))));
    cases.push_back(good("many_headers", withLength("200 OK", "ok", manyFields(2000)), 2, true, "2,000 fields"));
    Answer endless("HTTP/1.1 200 OK\r\n");
    endless.endless = QByteArray("X: y\r\n").repeated(200);
    cases.push_back(bad("endless_headers", Outcome::Protocol, endless, "to be given up before 10 MB"));
    Answer endlessField("HTTP/1.1 200 OK\r\nX: ");
    endlessField.endless = QByteArray(4096, 'y');
    cases.push_back(bad("endless_field", Outcome::Protocol, endlessField, "to be given up before 10 MB"));
    Answer endlessHints;
    endlessHints.endless = earlyHints;
    cases.push_back(bad("endless_hints", Outcome::Unsettled, endlessHints, "1xx answers for ever: a protocol error or a time-out, with bounded memory"));
    Answer endlessBody(chunkedHead);
    endlessBody.endless = "400\r\n" + QByteArray(1024, 'b') + "\r\n";
    cases.push_back(bad("endless_body", Outcome::Timeout, endlessBody, "bounded memory"));
}

void addPace(Cases &cases)
{
    const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    cases.push_back(good("drip_head", Answer::byteByByte(head, milliseconds(20), "ok"), 2, true, "0.8 s in all: with a time-out of 400 ms a timeout"));
    cases.push_back(good("bytewise", Answer::byteByByte(chunkedHead + "5\r\nhello\r\n" + lastChunk, milliseconds(2)), 5));
    cases.push_back(bad("silence", Outcome::Timeout, {"", Ending::Hang}));
    cases.push_back(bad("half_answer", Outcome::Timeout, {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhell", Ending::Hang}));
}

void addEndings(Cases &cases)
{
    cases.push_back(good("ka_after3", Answer(), 2, true, "FIN, unannounced, right after the third answer"));
    cases.back().script = [](const ReceivedRequest &r) { return Answer(okAnswer, r.onConnection >= 3 ? Ending::Fin : Ending::KeepOpen); };
    cases.push_back(good("ka_after3_quiet", Answer(), 2, true, "FIN, unannounced, 5 ms after the third answer: the fourth request may be under way"));
    cases.back().script = [](const ReceivedRequest &r) {
        return r.onConnection >= 3 ? Answer(okAnswer, Ending::Fin, milliseconds(5)) : Answer(okAnswer);
    };
    cases.push_back(good("ka_after3_announced", Answer(), 2, true, "Connection: close in the third answer"));
    cases.back().script = [](const ReceivedRequest &r) {
        return r.onConnection >= 3 ? Answer(withLength("200 OK", "ok", "Connection: close\r\n"), Ending::Fin) : Answer(okAnswer);
    };
    cases.push_back(bad("garbage", Outcome::Protocol, {"220 smtp ready\r\nnope\r\n", Ending::Fin}));
    cases.push_back(bad("garbage_open", Outcome::Protocol, "220 smtp ready\r\nnope\r\n"));
    cases.push_back(bad("binary", Outcome::Protocol, QByteArray::fromHex("160301000002284600ff00fe0d0a0d0a"), "a TLS alert where HTTP was expected"));
    cases.push_back(bad("http2", Outcome::Protocol, "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "a version other than 1.x"));
    cases.push_back(bad("http09", Outcome::Protocol, {"<html>no status line</html>\n", Ending::Fin}));
    cases.push_back(bad("empty", Outcome::ClosedEarly, {"", Ending::Fin}));
    cases.push_back(bad("reset_on_req", Outcome::Reset, {"", Ending::Reset}));
}

void addStatuses(Cases &cases)
{
    cases.push_back({"r301", always("HTTP/1.1 301 Moved Permanently\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"), Outcome::Good, 301, 0, true, ""});
    cases.push_back({"r401", always("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"), Outcome::Status, 401, 0, true, ""});
    cases.push_back({"r404", always(withLength("404 Not Found", "")), Outcome::Status, 404, 0, true, ""});
    cases.push_back({"r500", always(withLength("500 Internal Server Error", "err")), Outcome::Status, 500, 3, true, ""});
    cases.push_back({"r503_close", always({withLength("503 Busy", "", "Connection: close\r\n"), Ending::Fin}), Outcome::Status, 503, 0, false, ""});
    cases.push_back({"r999", always(withLength("999 Odd", "ok")), Outcome::Status, 999, 2, true, ""});
    cases.push_back({"mix_status",
                     [](const ReceivedRequest &r) {
                         switch (r.total % 4) {
                         case 1:
                             return Answer(withLength("500 E", ""));
                         case 2:
                             return Answer(withLength("404 N", ""));
                         default:
                             return Answer(okAnswer);
                         }
                     },
                     Outcome::Unsettled, 0, -1, true, "in turn 500, 404, 200, 200"});
}

Cases makeCases()
{
    Cases cases;
    addPlain(cases);
    addInterim(cases);
    addChunked(cases);
    addLengths(cases);
    addHeads(cases);
    addPace(cases);
    addEndings(cases);
    addStatuses(cases);
    return cases;
}

} // namespace

const std::vector<ScriptedCase> &scriptedCases()
{
    static const Cases cases = makeCases();
    return cases;
}

const ScriptedCase &scriptedCase(const QByteArray &name)
{
    for (const ScriptedCase &candidate : scriptedCases()) {
        if (candidate.name == name)
            return candidate;
    }
    qFatal("no scripted case is called %s", name.constData());
}

Script scripted(const QByteArray &name)
{
    return scriptedCase(name).script;
}

} // namespace sweepbench::test
