// SPDX-License-Identifier: GPL-3.0-or-later
// Which findings a reader meets first, what is joined, and what is folded.
#include "sessionbuilder.h"

#include "core/stats/rankedfindings.h"

#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

QString plain(QString text)
{
    return text.replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ');
}

QStringList kindsOf(const std::vector<Finding> &findings)
{
    QStringList kinds;
    for (const Finding &finding : findings)
        kinds += finding.kind;
    return kinds;
}

} // namespace

class TestRankedFindings : public QObject
{
    Q_OBJECT

private slots:
    void mostImportantFirst();
    void doubtsAreToldOnce();
    void reasonsToLeaveOutAreToldForEachTarget();
    void notesAreJoinedWhereTheySayTheSame();
    void clientIsToldOnce();
    void threeAreShown();
    void nothing();

private:
    static SessionBuilder withFinding(const Finding &finding)
    {
        SessionBuilder builder({u"A"_s, u"B"_s}, {10, 100});
        for (const int level : {100, 10})
            for (const int target : {0, 1}) {
                Trial trial = builder.trial(target, level, 0, 1000);
                trial.findings.push_back(finding);
                builder.add(trial);
            }
        return builder;
    }
};

void TestRankedFindings::mostImportantFirst()
{
    SessionBuilder builder({u"A"_s}, {10});
    Trial trial = builder.trial(0, 10, 0, 1000);
    trial.findings = {{u"few_requests"_s, Severity::Note, u"n"_s}, {u"of another version"_s, Severity::Doubt, u"d"_s},
                      {u"errors"_s, Severity::Doubt, u"d"_s},      {u"clock_jump"_s, Severity::Unfit, u"u"_s},
                      {u"client_saturated"_s, Severity::Doubt, u"d"_s}};
    builder.add(trial);
    Analysis analysis;
    analysis.findings = {{u"governor"_s, Severity::Doubt, u"d"_s}, {u"different_answers"_s, Severity::Doubt, u"d"_s}, {u"one_start"_s, Severity::Note, u"n"_s}};
    QCOMPARE(kindsOf(rankedFindings(builder.session, analysis)),
             (QStringList{u"clock_jump"_s, u"different_answers"_s, u"client_saturated"_s, u"errors"_s, u"governor"_s, u"of another version"_s,
                          u"one_start"_s, u"few_requests"_s}));
}

void TestRankedFindings::doubtsAreToldOnce()
{
    SessionBuilder builder = withFinding({u"x"_s, Severity::Doubt, u"text"_s});
    auto findings = rankedFindings(builder.session, {});
    QCOMPARE(findings.size(), 1U);
    QCOMPARE(plain(findings[0].text), u"A at 10 and 100 connections; B at 10 and 100 connections (4 trials): text"_s);
    Trial twice = builder.trial(1, 100, 1, 1000); // a kind counts once per trial
    twice.findings = {{u"x"_s, Severity::Doubt, u"other figures"_s}, {u"x"_s, Severity::Doubt, u"more"_s}};
    builder.add(twice);
    findings = rankedFindings(builder.session, {});
    QCOMPARE(findings.size(), 1U);
    QCOMPARE(plain(findings[0].text), u"A at 10 and 100 connections; B at 10 and 100 connections (5 trials, figures of the first): text"_s);
    builder.session.plan.targets[0].name.clear(); // as in the tables
    QVERIFY(!rankedFindings(builder.session, {})[0].text.startsWith(u' '));
}

void TestRankedFindings::reasonsToLeaveOutAreToldForEachTarget()
{
    const auto findings = rankedFindings(withFinding({u"errors"_s, Severity::Unfit, u"text"_s}).session, {});
    QCOMPARE(findings.size(), 2U);
    QCOMPARE(plain(findings[0].text), u"A at 10 and 100 connections (2 trials): text"_s);
    QCOMPARE(plain(findings[1].text), u"B at 10 and 100 connections (2 trials): text"_s);
}

void TestRankedFindings::notesAreJoinedWhereTheySayTheSame()
{
    SessionBuilder builder = withFinding({u"address"_s, Severity::Note, u"::1 refused"_s});
    Trial other = builder.trial(1, 10, 1, 1000);
    other.findings.push_back({u"address"_s, Severity::Note, u"127.0.0.1 refused"_s});
    builder.add(other);
    const auto findings = rankedFindings(builder.session, {});
    QCOMPARE(findings.size(), 2U);
    QVERIFY(findings[0].text.endsWith(u": ::1 refused"_s));
    QCOMPARE(plain(findings[1].text), u"B at 10 connections (1 trial): 127.0.0.1 refused"_s);
}

// Where a session's finding says what the client did to the verdicts, the trials' own stands behind the other doubts.
void TestRankedFindings::clientIsToldOnce()
{
    SessionBuilder builder = withFinding({u"client_saturated"_s, Severity::Doubt, u"99 %"_s});
    Analysis analysis;
    analysis.findings = {{u"governor"_s, Severity::Doubt, u"d"_s}};
    QCOMPARE(kindsOf(rankedFindings(builder.session, analysis)), (QStringList{u"client_saturated"_s, u"governor"_s}));
    analysis.findings.push_back({u"client_limit"_s, Severity::Doubt, u"d"_s});
    QCOMPARE(kindsOf(rankedFindings(builder.session, analysis)), (QStringList{u"client_limit"_s, u"governor"_s, u"client_saturated"_s}));
}

void TestRankedFindings::threeAreShown()
{
    const auto folded = [](int unfit, int doubts, int notes) {
        std::vector<Finding> findings;
        for (int i = 0; i < unfit; ++i)
            findings.push_back({u"u%1"_s.arg(i), Severity::Unfit, u"u"_s});
        for (int i = 0; i < doubts; ++i)
            findings.push_back({u"d%1"_s.arg(i), Severity::Doubt, u"d"_s});
        for (int i = 0; i < notes; ++i)
            findings.push_back({u"n%1"_s.arg(i), Severity::Note, u"n"_s});
        return foldedFindings(findings);
    };
    QCOMPARE(folded(0, 3, 0).shown.size(), 3U);
    QCOMPARE(folded(0, 3, 0).foldedText(), QString());
    QCOMPARE(kindsOf(folded(1, 3, 0).shown), (QStringList{u"u0"_s, u"d0"_s, u"d1"_s}));
    QCOMPARE(folded(1, 3, 0).foldedText(), u"1 more doubt"_s);
    QCOMPARE(folded(0, 7, 2).foldedText(), u"4 more doubts and 2 notes"_s);
    QCOMPARE(folded(0, 1, 3).foldedText(), u"1 more note"_s);
    QCOMPARE(folded(5, 1, 1).foldedText(), u"2 more reasons to leave trials out, 1 more doubt and 1 note"_s);
    // Every verdict is of one start of each server: that is never folded.
    auto carried = foldedFindings({{u"a"_s, Severity::Doubt, {}}, {u"b"_s, Severity::Doubt, {}}, {u"c"_s, Severity::Doubt, {}}, {u"d"_s, Severity::Doubt, {}},
                                   {u"one_start"_s, Severity::Note, {}}, {u"sign_flip"_s, Severity::Note, {}}});
    QCOMPARE(kindsOf(carried.shown), (QStringList{u"a"_s, u"b"_s, u"c"_s, u"one_start"_s}));
    QCOMPARE(carried.foldedText(), u"1 more doubt and 1 note"_s);
}

void TestRankedFindings::nothing()
{
    QVERIFY(rankedFindings(Session(), {}).empty());
    QVERIFY(foldedFindings({}).shown.empty());
}

QTEST_APPLESS_MAIN(TestRankedFindings)
#include "tst_rankedfindings.moc"
