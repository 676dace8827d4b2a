// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "core/model/missingsecrets.h"
#include "core/session/planjson.h"
#include "samples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class PlanJsonTest : public QObject
{
    Q_OBJECT

    /// JSON with ' for ". (moc of Qt 6.4 loses its way in raw strings.)
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    static QByteArray text(const Plan &plan) { return QJsonDocument(planToJson(plan)).toJson(); }
    static Plan again(const Plan &plan)
    {
        const auto read = planFromJsonText(text(plan));
        if (!read)
            qWarning("%s", qPrintable(read.problem().line()));
        return read ? *read : Plan();
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void keepsEveryField()
    {
        Plan plan = samples::plan();
        plan.targets[0].method = u"POST"_s;
        plan.targets[0].headers = {{u"Accept"_s, u"a\"b\\c"_s}, {u"X-Empty"_s, QString()}};
        plan.targets[0].body = "grüße\n\"x\"";
        plan.targets[0].expectedStatus = StatusSet({{200, 299}, {304, 304}});
        plan.targets[0].notes = u"tuned\nby hand 😀"_s;
        plan.load.warmup = 1500ms;
        plan.load.timeout = 250us;
        plan.load.requestsPerConnection = 5;
        plan.load.threads = 3;
        plan.load.clientCpus = {0, 2};
        plan.sweep.levels = {1, 7, 1000};
        plan.order = TrialOrder::Sequential;
        plan.primaryMetric = Metric::P99Ns;
        plan.targets[0].url = u"https://127.0.0.1:8443/"_s;
        plan.targets[0].tls = {true, u"ca.pem"_s, u"/etc/client.pem"_s, u"key 1.pem"_s, TlsVersion::Tls13, false};
        plan.targets[0].proxy = u"http://127.0.0.1:3128"_s;
        plan.targets[1].address = u"::1"_s;
        plan.load.rate = 2000;
        plan.load.arrivals = Arrivals::Poisson;
        plan.load.thinkTime = 3ms;
        plan.load.rampUp = 2s;
        plan.load.transport = TransportKind::Qnam;
        plan.load.http = HttpVersion::Http2;
        plan.load.followRedirects = true;
        plan.load.cookies = true;
        QCOMPARE(again(plan), plan);
        plan.load.requests = 5000;
        plan.load.duration.reset();
        plan.load.requestsPerConnection = 1;
        QCOMPARE(again(plan), plan);
    }

    void keepsWhatOneTargetDoesOtherwise()
    {
        Plan plan = samples::plan();
        plan.targets[0].disabled = true;
        plan.targets[0].source = u"app.get('/', (req, res) => {\n  res.end(\"ok\");\n});"_s;
        Load own;
        own.requestsPerConnection = 20;
        own.requests = 500;
        own.duration.reset();
        own.warmup = 0ns;
        own.timeout = 3s;
        own.thinkTime = 1ms;
        own.rampUp = 2s;
        own.rate = 50;
        own.arrivals = Arrivals::Poisson;
        own.threads = 2;
        own.clientCpus = {1};
        own.transport = TransportKind::Qnam;
        own.http = HttpVersion::Http2;
        own.followRedirects = own.cookies = true;
        for (const LoadField field : allLoadFields)
            if (field != LoadField::Connections)
                plan.targets[1].load.take(field, own);
        QCOMPARE(again(plan), plan);
        // What is given again as the plan has it is still the target's own.
        plan.targets[1].load = {};
        plan.targets[1].load.take(LoadField::KeepAlive, plan.load);
        QCOMPARE(again(plan), plan);
        QCOMPARE(planToJson(plan)[u"targets"_s][1][u"load"_s].toObject().keys(), QStringList{u"keep_alive"_s});
        plan.sweep = {SweepAxis::Rate, {100}};
        plan.targets[1].load = {};
        plan.targets[1].load.take(LoadField::Connections, own);
        QCOMPARE(again(plan), plan);
        QJsonObject object = planToJson(plan);
        QJsonArray targets = object[u"targets"_s].toArray();
        QJsonObject target = targets[1].toObject();
        target[u"load"_s] = QJsonObject{{u"keepalive"_s, u"off"_s}};
        targets[1] = target;
        object[u"targets"_s] = targets;
        QCOMPARE(planFromJson(object).problem().field, u"targets[1].load.keepalive"_s);
    }

    void keepsTheStopRule()
    {
        Plan plan = samples::plan();
        plan.repeats = 30;
        plan.untilPrecise = UntilPrecise{0.015, 9, 10min};
        QCOMPARE(again(plan), plan);
        plan.untilPrecise = UntilPrecise{};
        QCOMPARE(again(plan), plan);
        QVERIFY(!planToJson(plan)[u"until_precise"_s].toObject().contains(u"time_limit_s"_s));
        QVERIFY(!planToJson(samples::plan()).contains(u"until_precise"_s));
        const auto problemOf = [&plan](const QString &key, const QJsonValue &value) {
            QJsonObject object = planToJson(plan);
            QJsonObject rule = object[u"until_precise"_s].toObject();
            rule[key] = value;
            object[u"until_precise"_s] = rule;
            const auto read = planFromJson(object);
            return read ? QString() : read.problem().field;
        };
        QCOMPARE(problemOf(u"within"_s, 0), u"until_precise.within"_s);
        QCOMPARE(problemOf(u"within"_s, 1.5), u"until_precise.within"_s);
        QCOMPARE(problemOf(u"within"_s, u"2%"_s), u"until_precise.within"_s);
        QCOMPARE(problemOf(u"least_repeats"_s, 1), u"until_precise.least_repeats"_s);
        QCOMPARE(problemOf(u"time_limit_s"_s, -1), u"until_precise.time_limit_s"_s);
        QCOMPARE(problemOf(u"most_repeats"_s, 30), u"until_precise.most_repeats"_s);
    }

    void sweepsOverRates()
    {
        Plan plan = samples::plan();
        plan.sweep = {SweepAxis::Rate, {500, 1000, 2000}};
        plan.load.connections = 50;
        QCOMPARE(again(plan), plan);
        const QJsonObject object = planToJson(plan);
        QCOMPARE(object[u"sweep"_s].toObject(), (QJsonObject{{u"rate"_s, QJsonArray{500, 1000, 2000}}}));
        QCOMPARE(object[u"load"_s][u"connections"_s].toInt(), 50);
        QCOMPARE(object[u"load"_s][u"arrivals"_s].toString(), u"uniform"_s);
        QVERIFY(!object[u"load"_s].toObject().contains(u"rate"_s));
    }

    void writesOnlyWhatDiffersOfTls()
    {
        Plan plan = samples::plan();
        QVERIFY(!planToJson(plan)[u"targets"_s][0].toObject().contains(u"tls"_s));
        plan.targets[0].tls.insecure = true;
        plan.targets[0].tls.resumption = false;
        QCOMPARE(planToJson(plan)[u"targets"_s][0][u"tls"_s].toObject(), (QJsonObject{{u"insecure"_s, true}, {u"resumption"_s, false}}));
    }

    // As version 0.1 wrote it.
    void readsFormat1()
    {
        const auto plan = planFromJsonText(json(
            "{'format':1,'load':{'duration_s':1,'keep_alive':'off','threads':'auto','timeout_s':30,'transport':'socket','warmup_s':0.2},"
            "'order':'blocks','primary_metric':'rps','repeats':3,'seed':7,'sweep':{'connections':[1,10]},"
            "'targets':[{'method':'GET','name':'a','url':'http://127.0.0.1:1/'}]}"));
        QVERIFY(plan);
        Plan expected;
        expected.targets = {Target{}};
        expected.targets[0].name = u"a"_s;
        expected.targets[0].url = u"http://127.0.0.1:1/"_s;
        expected.load.requestsPerConnection = 1;
        expected.sweep.levels = {1, 10};
        expected.repeats = 3;
        expected.seed = 7;
        QCOMPARE(*plan, expected);
    }

    void writesTheFieldsOfTheFormat()
    {
        const QJsonObject object = planToJson(samples::plan());
        QCOMPARE(object.keys(), (QStringList{u"format"_s, u"load"_s, u"order"_s, u"primary_metric"_s, u"repeats"_s, u"seed"_s,
                                             u"sweep"_s, u"targets"_s}));
        QCOMPARE(object[u"load"_s].toObject(),
                 (QJsonObject{{u"duration_s"_s, 1}, {u"warmup_s"_s, 0.2}, {u"timeout_s"_s, 30}, {u"keep_alive"_s, u"on"_s},
                              {u"threads"_s, u"auto"_s}, {u"transport"_s, u"socket"_s}, {u"http"_s, u"1.1"_s}}));
        QCOMPARE(object[u"sweep"_s].toObject(), (QJsonObject{{u"connections"_s, QJsonArray{1, 10, 100}}}));
        QVERIFY(!text(samples::plan()).contains("null"));
    }

    void bodiesThatAreNoText()
    {
        for (const QByteArray &body : {QByteArray("\xff\x00\x80", 3), QByteArray("\xef\xbb\xbf{}"), QByteArray("a\0b", 3), QByteArray("x")}) {
            Plan plan = samples::plan();
            plan.targets[0].body = body;
            QCOMPARE(again(plan).targets[0].body, body);
        }
    }

    void everyCpuThatALineCanName()
    {
        Plan plan = samples::plan();
        for (int cpu = 0; cpu < 4096; ++cpu)
            plan.load.clientCpus.push_back(cpu);
        QCOMPARE(again(plan), plan);
    }

    void seedsOf64Bits()
    {
        for (const std::uint64_t seed : {std::uint64_t(0), std::uint64_t(1) << 53, (std::uint64_t(1) << 53) - 1, ~std::uint64_t(0)}) {
            Plan plan = samples::plan();
            plan.seed = seed;
            QCOMPARE(again(plan).seed, seed);
            QCOMPARE(planToJson(plan)[u"seed"_s].isString(), seed >= std::uint64_t(1) << 53);
        }
    }

    void durationsToTheNanosecond()
    {
        for (const qint64 ns : {1LL, 999LL, 1'000'001LL, 123'456'789LL, 1'000'000'001LL, 59'999'999'999LL, 604'799'999'999'999LL}) {
            Plan plan = samples::plan();
            plan.load.duration = std::chrono::nanoseconds(ns);
            plan.load.warmup = std::chrono::nanoseconds(ns);
            QCOMPARE(again(plan).load.duration->count(), ns);
        }
    }

    void onlyTargetsAreNeeded()
    {
        const auto plan = planFromJsonText(json("{'targets':[{'url':'http://127.0.0.1:1/'},{'url':'http://127.0.0.1:2/'}]}"));
        QVERIFY(plan);
        Plan expected;
        expected.targets.resize(2);
        expected.targets[0].url = u"http://127.0.0.1:1/"_s;
        expected.targets[1].url = u"http://127.0.0.1:2/"_s;
        nameTargets(expected);
        QVERIFY(!expected.targets[0].name.isEmpty());
        QCOMPARE(*plan, expected);
    }

    void secretsStayOut()
    {
        Plan plan = samples::plan();
        plan.targets[0].url = u"http://me:hunter2@127.0.0.1:8080/p?q=a:b@c"_s;
        plan.targets[0].headers = {{u"Authorization"_s, u"Basic hunter2"_s}, {u"cookie"_s, u"sid=hunter2"_s},
                                   {u"X-Api-Key"_s, u"hunter2"_s}, {u"Accept"_s, u"*/*"_s}};
        plan.targets[1].proxy = u"http://us:hunter2@127.0.0.1:3128"_s;
        QVERIFY(!text(plan).contains("hunter2"));
        QCOMPARE(again(plan).targets[1].proxy, u"http://us:@127.0.0.1:3128"_s);
                const Plan read = again(plan);
        QCOMPARE(missingSecrets(read).size(), std::size_t(5)); // three headers and a password of the first target, the proxy's of the second
        QCOMPARE(read.targets[0].headers[3].value, u"*/*"_s);
        QCOMPARE(read.targets[0].url, u"http://me:@127.0.0.1:8080/p?q=a:b@c"_s);
        QCOMPARE(urlWithoutPassword(u"u:p@h/?next=http://x/"_s), u"u:@h/?next=http://x/"_s);
        QCOMPARE(urlWithoutPassword(u"http://h:80/a@b:c"_s), u"http://h:80/a@b:c"_s);
        QCOMPARE(urlWithoutPassword(u"http://me@h:80/"_s), u"http://me@h:80/"_s);
        QCOMPARE(urlWithoutPassword(u"u:p@[::1]:80"_s), u"u:@[::1]:80"_s);
        // Every way to start that parseHttpUrl() knows, and a second URL in the query.
        QCOMPARE(urlWithoutPassword(u"//u:p@h/"_s), u"//u:@h/"_s);
        QCOMPARE(urlWithoutPassword(u" \thttp://u:p@h/"_s), u" \thttp://u:@h/"_s);
        QCOMPARE(urlWithoutPassword(u" //u:p@h"_s), u" //u:@h"_s);
        QCOMPARE(urlWithoutPassword(u"u:1p@h/?next=http://x/"_s), u"u:@h/?next=http://x/"_s);
        QCOMPARE(urlWithoutPassword(u"http://h/?next=http://a:b@x/"_s), u"http://h/?next=http://a:b@x/"_s);
        QCOMPARE(urlWithoutPassword(u"https://u:p:q@r@h/#:@"_s), u"https://u:@h/#:@"_s);
        QCOMPARE(urlWithoutPassword(u"h_1://u:p@h/"_s), u"h_1://u:p@h/"_s); // a host, and a path of //u:p@h/
        QCOMPARE(urlWithoutPassword(u"http:"_s), u"http:"_s);
    }

    // SES-05: a file of another shape is named for what it is, with the place.
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("words");
        const auto with = [](const QByteArray &more) { return json("{'targets':[{'url':'http://h/'}],") + more + '}'; };
        const auto target = [](const QByteArray &more) { return json("{'targets':[{'url':'http://h/',") + more + "}]}"; };
        QTest::newRow("empty") << QByteArray() << QString() << u"empty"_s;
        QTest::newRow("blanks") << QByteArray(" \n") << QString() << u"empty"_s;
        QTest::newRow("not JSON") << QByteArray("{\n \"targets\": nope}") << QString() << u"line 2"_s;
        QTest::newRow("cut") << json("{'targets':[{'url':'http") << QString() << u"not JSON"_s;
        QTest::newRow("NULs after it") << with(json("'repeats':1")) + QByteArray(100, '\0') << QString() << u"not JSON"_s;
        QTest::newRow("NULs only") << QByteArray(413, '\0') << QString() << u"not JSON"_s;
        QTest::newRow("a list") << QByteArray("[]") << QString() << u"object"_s;
        QTest::newRow("deep") << QByteArray(2000, '[') + QByteArray(2000, ']') << QString() << u"not JSON"_s;
        QTest::newRow("deep inside") << with("\"x\":" + QByteArray(100'000, '[') + QByteArray(100'000, ']')) << QString() << u"not JSON"_s;
        QTest::newRow("no targets") << QByteArray("{}") << u"targets"_s << u"none"_s;
        QTest::newRow("empty targets") << json("{'targets':[]}") << u"targets"_s << u"none"_s;
        QTest::newRow("targets of another type") << json("{'targets':{}}") << u"targets"_s << u"list"_s;
        QTest::newRow("a million targets") << "{\"targets\":[" + QByteArray("{},").repeated(999'999) + "{}]}" << u"targets"_s << u"too long"_s;
        QTest::newRow("target is a text") << json("{'targets':['http://h/']}") << u"targets[0]"_s << u"object"_s;
        QTest::newRow("no url") << json("{'targets':[{'name':'x'}]}") << u"targets[0].url"_s << u"missing"_s;
        QTest::newRow("url is a number") << json("{'targets':[{'url':'http://h/'},{'url':5}]}") << u"targets[1].url"_s << u"number 5"_s;
        QTest::newRow("newer") << with(json("'format':99,'surprise':1")) << u"format"_s << u"99 is of a newer"_s;
        QTest::newRow("format is a text") << with(json("'format':'1'")) << u"format"_s << u"number 2"_s;
        QTest::newRow("format 0") << with(json("'format':0")) << u"format"_s << u"number 2"_s;
        QTest::newRow("unknown field") << with(json("'samples':'x'")) << u"samples"_s << u"not a field"_s;
        QTest::newRow("unknown in target") << target(json("'urll':'x'")) << u"targets[0].urll"_s << u"not a field"_s;
        QTest::newRow("unknown in load") << with(json("'load':{'duration':5}")) << u"load.duration"_s << u"not a field"_s;
        QTest::newRow("null") << with(json("'repeats':null")) << u"repeats"_s << u"null"_s;
        QTest::newRow("twice") << with(json("'repeats':3,'seed':1,'repeats':4")) << u"repeats"_s << u"twice"_s;
        QTest::newRow("twice, escaped") << with(json("'repeats':3,'rep\\u0065ats':4")) << u"repeats"_s << u"twice"_s;
        QTest::newRow("twice in a target") << target(json("'name':'a','headers':[{'name':'\\'}{[,','value':'x'}],'name':'b'"))
                                           << u"targets[0].name"_s << u"twice"_s;
        QTest::newRow("both stop rules") << with(json("'load':{'requests':5,'duration_s':1}")) << u"load.duration_s"_s << u"one of them"_s;
        QTest::newRow("negative time") << with(json("'load':{'warmup_s':-1}")) << u"load.warmup_s"_s << u"from 0"_s;
        QTest::newRow("endless") << with(json("'load':{'duration_s':1e300}")) << u"load.duration_s"_s << u"number 1e+300"_s;
        QTest::newRow("time as text") << with(json("'load':{'timeout_s':'30'}")) << u"load.timeout_s"_s << u"text \"30\""_s;
        QTest::newRow("keep-alive") << with(json("'load':{'keep_alive':true}")) << u"load.keep_alive"_s << u"true"_s;
        QTest::newRow("threads") << with(json("'load':{'threads':0}")) << u"load.threads"_s << u"auto"_s;
        QTest::newRow("CPUs") << with(json("'load':{'client_cpus':'0-x'}")) << u"load.client_cpus"_s << u"CPU"_s;
        QTest::newRow("transport") << with(json("'load':{'transport':'carrier pigeon'}")) << u"load.transport"_s << u"socket"_s;
        QTest::newRow("rate 0") << with(json("'load':{'rate':0}")) << u"load.rate"_s << u"from 1"_s;
        QTest::newRow("rate of a sweep") << with(json("'load':{'rate':5},'sweep':{'rate':[1,2]}")) << u"load.rate"_s << u"sweep"_s;
        QTest::newRow("connections of a sweep") << with(json("'load':{'connections':5}")) << u"load.connections"_s << u"sweep"_s;
        QTest::newRow("connections 0") << with(json("'load':{'connections':0},'sweep':{'rate':[1]}")) << u"load.connections"_s << u"from 1"_s;
        QTest::newRow("two sweeps") << with(json("'sweep':{'rate':[1],'connections':[1]}")) << u"sweep.rate"_s << u"one of them"_s;
        QTest::newRow("rate level") << with(json("'sweep':{'rate':[1,0.5]}")) << u"sweep.rate[1]"_s << u"0.5"_s;
        QTest::newRow("no rate level") << with(json("'sweep':{'rate':[]}")) << u"sweep.rate"_s << u"no level"_s;
        QTest::newRow("another sweep") << with(json("'sweep':{'threads':[1]}")) << u"sweep.threads"_s << u"not a field"_s;
        QTest::newRow("arrivals") << with(json("'load':{'arrivals':'bursts'}")) << u"load.arrivals"_s << u"poisson"_s;
        QTest::newRow("think time") << with(json("'load':{'think_time_s':'1s'}")) << u"load.think_time_s"_s << u"number"_s;
        QTest::newRow("ramp-up") << with(json("'load':{'ramp_up_s':-1}")) << u"load.ramp_up_s"_s << u"from 0"_s;
        QTest::newRow("HTTP/3") << with(json("'load':{'http':'3'}")) << u"load.http"_s << u"1.1"_s;
        QTest::newRow("http as number") << with(json("'load':{'http':2}")) << u"load.http"_s << u"text"_s;
        QTest::newRow("redirects") << with(json("'load':{'redirects':'on'}")) << u"load.redirects"_s << u"follow"_s;
        QTest::newRow("cookies") << with(json("'load':{'cookies':true}")) << u"load.cookies"_s << u"text"_s;
        QTest::newRow("TLS") << target(json("'tls':'1.2'")) << u"targets[0].tls"_s << u"object"_s;
        QTest::newRow("TLS version") << target(json("'tls':{'minimum_version':'1.1'}")) << u"targets[0].tls.minimum_version"_s << u"1.3"_s;
        QTest::newRow("TLS flag") << target(json("'tls':{'insecure':'yes'}")) << u"targets[0].tls.insecure"_s << u"true or false"_s;
        QTest::newRow("TLS field") << target(json("'tls':{'cafile':'x'}")) << u"targets[0].tls.cafile"_s << u"not a field"_s;
        QTest::newRow("proxy") << target(json("'proxy':{}")) << u"targets[0].proxy"_s << u"text"_s;
        QTest::newRow("address") << target(json("'address':1")) << u"targets[0].address"_s << u"text"_s;
        QTest::newRow("half a request") << with(json("'load':{'requests':1.5}")) << u"load.requests"_s << u"1.5"_s;
        QTest::newRow("level 0") << with(json("'sweep':{'connections':[1,0]}")) << u"sweep.connections[1]"_s << u"from 1"_s;
        QTest::newRow("level twice") << with(json("'sweep':{'connections':[5,5]}")) << u"sweep.connections[1]"_s << u"twice"_s;
        QTest::newRow("no level") << with(json("'sweep':{'connections':[]}")) << u"sweep.connections"_s << u"no level"_s;
        QTest::newRow("level text") << with(json("'sweep':{'connections':['1']}")) << u"sweep.connections[0]"_s << u"text"_s;
        QTest::newRow("repeats 0") << with(json("'repeats':0")) << u"repeats"_s << u"from 1"_s;
        QTest::newRow("order") << with(json("'order':'random'")) << u"order"_s << u"sequential"_s;
        QTest::newRow("metric") << with(json("'primary_metric':'p42'")) << u"primary_metric"_s << u"p99_ns"_s;
        QTest::newRow("seed") << with(json("'seed':'-1'")) << u"seed"_s << u"2^64"_s;
        QTest::newRow("seed above") << with(json("'seed':'18446744073709551616'")) << u"seed"_s << u"2^64"_s;
        QTest::newRow("status") << target(json("'expect_status':'2xx'")) << u"targets[0].expect_status"_s << u"200"_s;
        QTest::newRow("control characters") << target(json("'expect_status':'\\u001b[31m\\n") + QByteArray(5000, 'x') + "\"")
                                            << u"targets[0].expect_status"_s << u"\uFFFD[31m x"_s;
        QTest::newRow("strange field") << with(json("'\\u001b]0;x\\u0007':1")) << u"\uFFFD]0;x\uFFFD"_s << u"not a field"_s;
        QTest::newRow("headers") << target(json("'headers':{'Accept':'x'}")) << u"targets[0].headers"_s << u"list"_s;
        QTest::newRow("header without name") << target(json("'headers':[{'value':'x'}]")) << u"targets[0].headers[0].name"_s << u"missing"_s;
        QTest::newRow("base64") << target(json("'body':{'base64':'%%%'}")) << u"targets[0].body.base64"_s << u"base64"_s;
        QTest::newRow("body") << target(json("'body':5")) << u"targets[0].body"_s << u"number 5"_s;
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, field);
        QFETCH(QString, words);
        const auto plan = planFromJsonText(text);
        QVERIFY(!plan);
        QCOMPARE(plan.problem().field, field);
        QVERIFY2(plan.problem().text.contains(words), qPrintable(plan.problem().line()));
        QVERIFY(!plan.problem().text.contains(u'\n'));
        QVERIFY(plan.problem().text.size() <= 301);
    }

    void files()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"über 'uns' #1?%20.plan.json"_s);
        QVERIFY(!savePlan(samples::plan(), path));
        const auto plan = loadPlan(path);
        QVERIFY(plan);
        QCOMPARE(*plan, samples::plan());
        QCOMPARE(loadPlan(folder.path()).problem().text, u"a folder; a plan is a file"_s);
        QVERIFY(!loadPlan(folder.filePath(u"missing"_s)));
        QVERIFY(savePlan(samples::plan(), folder.filePath(u"no/such/folder/x.plan.json"_s)));
        QVERIFY(savePlan(samples::plan(), folder.path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"targets\": 5}");
        file.close();
        const Problem problem = loadPlan(path).problem();
        QCOMPARE(problem.field, u"über 'uns' #1?%20.plan.json"_s);
        QVERIFY(problem.text.startsWith(u"targets: "));
    }
};

QTEST_GUILESS_MAIN(PlanJsonTest)
#include "tst_planjson.moc"
