// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions compared with each other: a published comparison, what a common target takes away, and all that can be missing.
#include "sessionbuilder.h"

#include "core/stats/acrosssessions.h"

#include <QTest>

#include <array>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

bool isNear(std::optional<double> value, double expected, double tolerance = 1e-6)
{
    return value && std::abs(*value - expected) < tolerance;
}

/// One session with a target of that name and a trial for each rate, at 10 connections.
SessionBuilder measuredAt(const QString &name, const std::vector<double> &rps)
{
    SessionBuilder builder({name}, {10});
    for (std::size_t repeat = 0; repeat < rps.size(); ++repeat) {
        constexpr qint64 requests = 1'000'000;
        Trial trial = builder.trial(0, 10, static_cast<int>(repeat), requests);
        trial.duration = std::chrono::nanoseconds(qRound64(requests / rps[repeat] * 1e9));
        builder.add(trial);
    }
    return builder;
}

std::vector<NamedSession> named(const std::vector<SessionBuilder> &builders)
{
    static const QStringList names{u"OLD"_s, u"NEW"_s, u"NEWER"_s, u"NEWEST"_s};
    std::vector<NamedSession> sessions;
    for (std::size_t i = 0; i < builders.size(); ++i)
        sessions.push_back({names[static_cast<qsizetype>(i)], &builders[i].session});
    return sessions;
}

const AcrossComparison *primary(const AcrossSessions &across, bool relative, int subject = 0, int session = 1)
{
    for (const AcrossComparison &comparison : across.comparisons)
        if (comparison.primary && comparison.relative == relative && comparison.subject == subject && comparison.session == session)
            return &comparison;
    return nullptr;
}

bool hasFinding(const AcrossSessions &across, const QString &kind, const QString &part, Severity severity)
{
    for (const Finding &finding : across.findings)
        if (finding.kind == kind && finding.text.contains(part) && finding.severity == severity)
            return true;
    return false;
}

/// A session of "nginx" and "app" whose blocks are as fast as these factors say.
SessionBuilder withReference(const std::vector<double> &speeds, double appShare)
{
    SessionBuilder builder({u"nginx"_s, u"app"_s}, {10});
    for (std::size_t repeat = 0; repeat < speeds.size(); ++repeat) {
        const double wobble = 1 + 0.002 * static_cast<double>(repeat % 3); // or the ratios would not vary
        builder.add(0, 10, static_cast<int>(repeat), qRound64(100'000 * speeds[repeat]));
        builder.add(1, 10, static_cast<int>(repeat), qRound64(100'000 * appShare * speeds[repeat] * wobble));
    }
    return builder;
}

} // namespace

class TestAcrossSessions : public QObject
{
    Q_OBJECT

private slots:
    void squidAsPublished();
    void sessionsDifferAndAreNeverFaster();
    void commonTargetTakesTheMachineAway();
    void commonTargetThatMovedIsTold();
    void agreement();
    void oneFigureAndTwo();
    void allAlike();
    void targetWithoutGoodTrial();
    void timeOuts();
    void onlyCommonLevels();
    void nothingInCommon();
    void namesThatAreNotThere();
    void targetsWithOtherNames();
    void differencesOfPlansAndMachines();
    void historyInOrderOfTime();
    void holmAndFamily();
};

/// Squid built two ways, as published in 2014; ratio, interval, t, df and p computed independently with scipy.
void TestAcrossSessions::squidAsPublished()
{
    const std::vector<SessionBuilder> builders{measuredAt(u"trunk"_s, {10029.11, 9786.60, 10116.93, 9958.71}),
                                               measuredAt(u"stdvector"_s, {9732.57, 10388.38, 10332.17})};
    const auto across = compareSessions(named(builders));
    QVERIFY2(across.ok(), across.ok() ? "" : qPrintable(across.problem().line()));
    QCOMPARE(across->subjects.size(), 1U);
    QCOMPARE(across->subjects[0].name, u"trunk / stdvector"_s);
    const AcrossComparison *comparison = primary(*across, false);
    QVERIFY(comparison);
    QVERIFY(isNear(comparison->ratio, 1.017503));
    QVERIFY(isNear(comparison->ciLow, 0.939504));
    QVERIFY(isNear(comparison->ciHigh, 1.101978));
    QVERIFY(isNear(comparison->t, 0.78709, 1e-5));
    QVERIFY(isNear(comparison->df, 2.45893, 1e-5));
    QVERIFY(isNear(comparison->p, 0.49999, 1e-5));
    QCOMPARE(comparison->baselineValues, 4);
    QCOMPARE(comparison->candidateValues, 3);
    QVERIFY(!comparison->differ);
    QCOMPARE(QString(comparison->sentence).replace(QChar(0x00A0), u' '),
             u"No clear difference between these two sessions in the requests per second of trunk / stdvector at 10 connections "
             "(simultaneous 95 % interval 6.0 % fewer to 10 % more, 4 and 3 trials)"_s);
}

void TestAcrossSessions::sessionsDifferAndAreNeverFaster()
{
    const std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1010, 990, 1005, 995}), measuredAt(u"app"_s, {880, 890, 870, 885, 875})};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    const AcrossComparison *comparison = primary(*across, false);
    QVERIFY(comparison && comparison->differ);
    QVERIFY2(comparison->sentence.startsWith(u"These two sessions differ: app in NEW serves 12"_s)
                 && comparison->sentence.contains(u"fewer requests per second than app in OLD at 10 connections"_s),
             qPrintable(comparison->sentence));
    for (const AcrossComparison &each : across->comparisons)
        QVERIFY2(!each.sentence.contains(u"faster"_s) && !each.sentence.contains(u"slower"_s), qPrintable(each.sentence));
    QVERIFY(hasFinding(*across, u"unpaired"_s, u"no pairs"_s, Severity::Note));
}

void TestAcrossSessions::commonTargetTakesTheMachineAway()
{
    // The machine is 20 % slower in NEW, the app's share of nginx's rate is the same in both.
    const std::vector<SessionBuilder> builders{withReference({1, 1.05, 0.95, 1.02, 0.98}, 0.5), withReference({0.8, 0.84, 0.76, 0.81, 0.79}, 0.5)};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    QVERIFY(across->common());
    QCOMPARE(across->common()->name, u"nginx"_s);
    const AcrossComparison *absolute = primary(*across, false);
    const AcrossComparison *relative = primary(*across, true);
    QVERIFY(absolute && relative);
    QCOMPARE(across->subjects[0].name, u"app"_s);
    QVERIFY(absolute->differ);
    QVERIFY(isNear(absolute->ratio, 0.8, 0.001));
    QVERIFY(!relative->differ);
    QVERIFY(isNear(relative->ratio, 1.0, 0.001));
    QCOMPARE(relative->baselineValues, 5);
    QVERIFY2(relative->sentence.startsWith(u"Relative to nginx, these two sessions agree within 2"_s), qPrintable(relative->sentence));
    QVERIFY(relative->sentence.contains(u"5 and 5 pairs"_s));
    QVERIFY(!primary(*across, true, 1)); // the common target is not related to itself
    const AcrossCell &cell = across->cell(0, 0, 1);
    QVERIFY(isNear(cell.relative, 0.501, 0.001));
    QVERIFY(cell.relativeLow && *cell.relativeLow < *cell.relative && *cell.relative < *cell.relativeHigh);
    QVERIFY(across->sentences().first().startsWith(u"Relative to nginx"_s));
}

void TestAcrossSessions::commonTargetThatMovedIsTold()
{
    const std::vector<SessionBuilder> builders{withReference({1, 1.01, 0.99}, 0.5), withReference({0.7, 0.71, 0.69}, 0.5)};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    QVERIFY(hasFinding(*across, u"common_target"_s, u"nginx, which should be the same"_s, Severity::Doubt));
    AcrossOptions options;
    options.withoutCommon = true;
    const auto without = compareSessions(named(builders), options);
    QVERIFY(without.ok());
    QVERIFY(!without->common());
    QVERIFY(!primary(*without, true));
}

void TestAcrossSessions::agreement()
{
    const std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1001, 999, 1000, 1002}), measuredAt(u"app"_s, {1003, 1004, 1002, 1003, 1005})};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    const AcrossComparison *comparison = primary(*across, false);
    QVERIFY(comparison->pHolm && *comparison->pHolm < 0.05); // seen, and too small to matter
    QVERIFY(!comparison->differ);
    QVERIFY2(comparison->sentence.startsWith(u"These two sessions agree within 2"_s), qPrintable(comparison->sentence));
}

void TestAcrossSessions::oneFigureAndTwo()
{
    const std::vector<SessionBuilder> one{measuredAt(u"app"_s, {1000, 1010}), measuredAt(u"app"_s, {900})};
    const auto across = compareSessions(named(one));
    QVERIFY(across.ok());
    const AcrossComparison *comparison = primary(*across, false);
    QVERIFY(comparison->ratio && !comparison->p && !comparison->simultaneousLow);
    QVERIFY2(comparison->sentence.contains(u"app in NEW has 1 figure, and an interval needs 2"_s), qPrintable(comparison->sentence));

    const std::vector<SessionBuilder> two{measuredAt(u"app"_s, {1000, 1010}), measuredAt(u"app"_s, {900, 905})};
    const auto both = compareSessions(named(two));
    QVERIFY(both.ok());
    QVERIFY(primary(*both, false)->p && primary(*both, false)->simultaneousLow);
}

void TestAcrossSessions::allAlike()
{
    const std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1000, 1000}), measuredAt(u"app"_s, {900, 900, 900})};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    const AcrossComparison *comparison = primary(*across, false);
    QVERIFY(isNear(comparison->ratio, 0.9, 1e-4));
    QVERIFY(!comparison->differ && !comparison->p);
    QVERIFY2(comparison->sentence.contains(u"all alike"_s), qPrintable(comparison->sentence));
}

void TestAcrossSessions::targetWithoutGoodTrial()
{
    SessionBuilder failed({u"app"_s}, {10});
    for (int repeat = 0; repeat < 3; ++repeat)
        failed.addUnfit(0, 10, repeat, 0, u"every request was refused."_s);
    const std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1010, 990}), failed};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    const AcrossComparison *comparison = primary(*across, false);
    QVERIFY(!comparison->ratio && !comparison->differ);
    QVERIFY2(comparison->sentence.startsWith(u"Nothing can be said of requests per second"_s)
                 && comparison->sentence.contains(u"3 of 3 trials of app in NEW are unfit (the first one because: every request was refused)"_s),
             qPrintable(comparison->sentence));
    QCOMPARE(across->cell(0, 0, 1).figure.n, 0);

    const std::vector<SessionBuilder> empty{measuredAt(u"app"_s, {1000, 1010, 990}), measuredAt(u"app"_s, {})};
    const auto nothing = compareSessions(named(empty));
    QVERIFY(nothing.ok());
    QVERIFY2(primary(*nothing, false)->sentence.contains(u"app in NEW has no trial"_s), qPrintable(primary(*nothing, false)->sentence));
}

void TestAcrossSessions::timeOuts()
{
    SessionBuilder slow = measuredAt(u"app"_s, {1000, 1010});
    Trial trial = slow.trial(0, 10, 2, 1000);
    trial.errors[ErrorKind::Timeout] = 5; // half a percent: fit, and beyond p99.9
    trial.sent += 5;
    slow.add(trial);
    const std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1010, 990}), slow};
    AcrossOptions options;
    options.metric = Metric::P999Ns;
    const auto across = compareSessions(named(builders), options);
    QVERIFY(across.ok());
    QVERIFY2(primary(*across, false)->sentence.contains(u"at least the time-out in 1 trial"_s), qPrintable(primary(*across, false)->sentence));
}

void TestAcrossSessions::onlyCommonLevels()
{
    SessionBuilder old({u"app"_s}, {1, 2, 4, 8});
    SessionBuilder now({u"app"_s}, {1, 4, 16});
    for (int repeat = 0; repeat < 3; ++repeat) {
        for (const int level : {1, 2, 4, 8})
            old.add(0, level, repeat, 1000 * level + 7 * repeat);
        for (const int level : {1, 4, 16})
            now.add(0, level, repeat, 1000 * level + 5 * repeat);
    }
    const std::vector<SessionBuilder> builders{old, now};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    QCOMPARE(across->levels, (std::vector{1, 4}));
    QCOMPARE(across->sentences().size(), 2);
    QVERIFY(hasFinding(*across, u"levels"_s, u"OLD alone has 2, 8; NEW alone has 16"_s, Severity::Note));
}

void TestAcrossSessions::nothingInCommon()
{
    SessionBuilder rates({u"app"_s}, {10});
    rates.session.plan.sweep.axis = SweepAxis::Rate;
    const std::vector<SessionBuilder> axes{measuredAt(u"app"_s, {1000, 1010}), rates};
    const auto across = compareSessions(named(axes));
    QVERIFY(!across.ok());
    QVERIFY2(across.problem().text.contains(u"no level in common"_s), qPrintable(across.problem().line()));

    const std::vector<SessionBuilder> levels{measuredAt(u"app"_s, {1000, 1010}), SessionBuilder({u"app"_s}, {20})};
    QVERIFY(!compareSessions(named(levels)).ok());
    const std::vector<SessionBuilder> single{measuredAt(u"app"_s, {1000, 1010})};
    QVERIFY(!compareSessions(named(single)).ok());
    QVERIFY(!compareSessions({}).ok());
}

void TestAcrossSessions::namesThatAreNotThere()
{
    const std::vector<SessionBuilder> builders{SessionBuilder({u"a"_s, u"b"_s}, {10}), SessionBuilder({u"c"_s, u"d"_s}, {10})};
    const auto across = compareSessions(named(builders));
    QVERIFY(!across.ok());
    QVERIFY2(across.problem().text.contains(u"OLD has a, b; NEW has c, d"_s), qPrintable(across.problem().line()));
    for (const AcrossOptions &options : {AcrossOptions{{u"a"_s}, {}, false, {}}, AcrossOptions{{u"a"_s, u"c"_s, u"d"_s}, {}, false, {}},
                                         AcrossOptions{{u"a"_s, u"c"_s}, u"x"_s, false, {}}})
        QVERIFY(!compareSessions(named(builders), options).ok());
    QVERIFY(compareSessions(named(builders), {{u"a"_s, u"c"_s}, {}, false, {}}).ok());
}

void TestAcrossSessions::targetsWithOtherNames()
{
    SessionBuilder old({u"trunk"_s, u"nginx"_s}, {10});
    SessionBuilder now({u"stdvector"_s, u"nginx"_s}, {10});
    for (int repeat = 0; repeat < 4; ++repeat)
        for (int target = 0; target < 2; ++target) {
            old.add(target, 10, repeat, 1000 + 10 * repeat + 100 * target);
            now.add(target, 10, repeat, 1000 + 12 * repeat + 100 * target);
        }
    const std::vector<SessionBuilder> builders{old, now};
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    QCOMPARE(across->subjects.size(), 2U);
    QCOMPARE(across->subjects[0].name, u"trunk / stdvector"_s);
    QVERIFY(across->common());
    QCOMPARE(across->common()->name, u"nginx"_s);
    QVERIFY(primary(*across, true)->sentence.contains(u"stdvector in NEW"_s) || primary(*across, true)->sentence.contains(u"trunk / stdvector"_s));
}

void TestAcrossSessions::differencesOfPlansAndMachines()
{
    std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1010}), measuredAt(u"app"_s, {1000, 1010})};
    builders[0].session.environment.kernel = u"Linux 6.1"_s;
    builders[1].session.environment.kernel = u"Linux 6.5"_s;
    builders[1].session.plan.load.transport = TransportKind::Qnam;
    builders[1].session.plan.load.warmup = std::chrono::seconds(1);
    builders[1].session.plan.targets[0].method = u"POST"_s;
    auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    QVERIFY(hasFinding(*across, u"environment"_s, u"kernel: Linux 6.1 against Linux 6.5"_s, Severity::Doubt));
    QVERIFY(hasFinding(*across, u"load"_s, u"transport: socket transport against qnam transport"_s, Severity::Doubt));
    QVERIFY(hasFinding(*across, u"load"_s, u"warm-up: 200"_s, Severity::Doubt));
    QVERIFY(hasFinding(*across, u"target"_s, u"method: GET against POST"_s, Severity::Doubt));
    QCOMPARE(across->environmentChanges[1].size(), 1);

    builders[1] = measuredAt(u"app"_s, {1000, 1010});
    builders[1].session.environment.kernel = u"Linux 6.1"_s;
    builders[1].session.plan.targets[0].url = u"http://127.0.0.1:81/"_s;
    across = compareSessions(named(builders));
    QVERIFY(hasFinding(*across, u"target"_s, u"server: http://127.0.0.1"_s, Severity::Note));
    QVERIFY(!hasFinding(*across, u"environment"_s, u""_s, Severity::Doubt));
    QVERIFY(!hasFinding(*across, u"load"_s, u""_s, Severity::Doubt));
}

void TestAcrossSessions::historyInOrderOfTime()
{
    std::vector<SessionBuilder> builders{measuredAt(u"app"_s, {1000, 1010}), measuredAt(u"app"_s, {1100, 1110}), measuredAt(u"app"_s, {1200, 1210})};
    const QDateTime start(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
    for (const auto &[index, days] : {std::pair{0, 0}, std::pair{1, 20}, std::pair{2, 10}})
        builders[static_cast<std::size_t>(index)].session.createdAt = start.addDays(days);
    builders[0].session.environment.kernel = u"Linux 6.1"_s;
    builders[2].session.environment.kernel = u"Linux 6.1"_s;
    builders[1].session.environment.kernel = u"Linux 6.5"_s;
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    QCOMPARE(across->inOrderOfTime, (std::vector{0, 2, 1}));
    QVERIFY(across->environmentChanges[1].isEmpty());
    QCOMPARE(across->environmentChanges[2], QStringList{u"kernel: Linux 6.1 against Linux 6.5"_s});
    QCOMPARE(across->cell(0, 0, 2).figure.n, 2);
    QVERIFY(primary(*across, false, 0, 2)->sentence.contains(u"NEWER"_s));

    builders[2].session.createdAt = {};
    QCOMPARE(compareSessions(named(builders))->inOrderOfTime, (std::vector{0, 1, 2}));
}

void TestAcrossSessions::holmAndFamily()
{
    std::vector<SessionBuilder> builders;
    for (const int shift : {0, 200}) {
        SessionBuilder builder({u"app"_s}, {1, 10});
        for (int repeat = 0; repeat < 4; ++repeat) {
            builder.add(0, 1, repeat, 1000 + 10 * repeat + shift);
            builder.add(0, 10, repeat, 5000 + 100 * repeat);
        }
        builders.push_back(builder);
    }
    const auto across = compareSessions(named(builders));
    QVERIFY(across.ok());
    std::vector<AcrossComparison> primaries;
    for (const AcrossComparison &comparison : across->comparisons)
        if (comparison.primary)
            primaries.push_back(comparison);
    QCOMPARE(primaries.size(), 2U);
    QVERIFY(isNear(primaries[0].pHolm, 2 * *primaries[0].p, 1e-12));
    QVERIFY(primaries[0].differ && !primaries[1].differ);
    QVERIFY(*primaries[0].simultaneousLow < *primaries[0].ciLow); // for two comparisons together
    for (const AcrossComparison &comparison : across->comparisons)
        QVERIFY(comparison.metric != Metric::RuntimeS); // trials of a second each have none to compare
}

QTEST_APPLESS_MAIN(TestAcrossSessions)
#include "tst_acrosssessions.moc"
