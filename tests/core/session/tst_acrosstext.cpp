// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons across sessions as text and as JSON.
#include "samples.h"

#include "core/session/acrosstext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

AcrossSessions compared(const std::vector<Session> &sessions)
{
    static const QStringList names{u"OLD"_s, u"NEW"_s, u"NEWER"_s};
    std::vector<NamedSession> named;
    for (std::size_t i = 0; i < sessions.size(); ++i)
        named.push_back({names[static_cast<qsizetype>(i)], &sessions[i]});
    return compareSessions(named).value();
}

/// samples::session() some days later, every trial a bit different.
Session later(int days, int salt)
{
    Session session = samples::session();
    session.createdAt = session.createdAt.addDays(days);
    for (TrialPtr &trial : session.trials) {
        Trial changed = *trial;
        changed.requests += salt * (1 + trial->repeat);
        trial = samples::shared(changed);
    }
    return session;
}

} // namespace

class TestAcrossText : public QObject
{
    Q_OBJECT

private slots:
    void twoSideBySide();
    void threeAsHistory();
    void failedSessionHasNoData();
    void json();
    void namesCantSteerTheTerminal();
};

void TestAcrossText::twoSideBySide()
{
    const QString text = acrossText(compared({samples::session(), later(1, 2)}));
    QVERIFY2(text.startsWith(u"Requests per second, ratios NEW / OLD\n"_s) || text.contains(u", ratios NEW / OLD\n"_s), qPrintable(text));
    QVERIFY(text.contains(u"Relative to "_s)); // the first target is common to both
    QVERIFY(text.contains(u"no pairs"_s));
    QVERIFY(!text.contains(u"environment differs"_s));
    for (const QString &word : {u"faster"_s, u"slower"_s, u"nan"_s, u"inf "_s})
        QVERIFY2(!text.contains(word), qPrintable(word));
}

void TestAcrossText::threeAsHistory()
{
    Session elsewhere = later(2, 3);
    elsewhere.environment.kernel = u"Linux 9.9"_s;
    const QString text = acrossText(compared({samples::session(), elsewhere, later(1, 2)}));
    // In order of time, with a gap before the one that was measured elsewhere.
    const qsizetype first = text.indexOf(u"OLD "_s);
    const qsizetype second = text.indexOf(u"NEWER "_s, first);
    const qsizetype third = text.indexOf(u"\n\nNEW "_s, second);
    QVERIFY2(first >= 0 && second > first && third > second, qPrintable(text));
    QVERIFY(text.contains(u"environment differs"_s));
    QVERIFY2(text.contains(u"environment of NEW differs from that of NEWER: kernel: "_s), qPrintable(text));
}

void TestAcrossText::failedSessionHasNoData()
{
    const QString text = acrossText(compared({samples::session(), samples::failedSession()}));
    QVERIFY2(text.contains(u"no data"_s) && text.contains(u"Nothing can be said"_s) && text.contains(u"unfit"_s), qPrintable(text));
}

void TestAcrossText::json()
{
    const std::vector<Session> sessions{samples::session(), later(1, 2)};
    const QByteArray bytes = acrossToJson(compared(sessions), {sessions[0].environment, sessions[1].environment});
    QVERIFY(!bytes.contains("null"));
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    QCOMPARE(json[u"format"_s].toInt(), 1);
    QCOMPARE(json[u"sessions"_s].toArray().size(), 2);
    QVERIFY(!json[u"sessions"_s][0][u"environment"_s].toObject().isEmpty());
    QVERIFY(!json[u"common_target"_s].toString().isEmpty());
    QCOMPARE(json[u"cells"_s].toArray().size(), 2 * 3 * 2);
    bool relative = false;
    bool primary = false;
    for (const QJsonValue &comparison : json[u"comparison"_s].toArray()) {
        relative = relative || comparison[u"relative_to"_s].isString();
        primary = primary || comparison[u"differ"_s].isBool();
        QVERIFY(!comparison[u"sentence"_s].toString().isEmpty());
        QCOMPARE(comparison[u"baseline"_s].toString(), u"OLD"_s);
    }
    QVERIFY(relative && primary);
}

void TestAcrossText::namesCantSteerTheTerminal()
{
    Session named = samples::session();
    named.plan.targets[0].name = u"evil\u001b[2J"_s;
    named.plan.targets[1].name = u"line\nbreak"_s;
    const QString text = acrossText(compared({named, named}));
    QVERIFY(!text.contains(QChar(0x1b)));
    QVERIFY(!text.contains(u"line\nbreak"_s));
}

QTEST_APPLESS_MAIN(TestAcrossText)
#include "tst_acrosstext.moc"
