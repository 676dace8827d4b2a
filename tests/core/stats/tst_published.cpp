// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison that was published with its raw runs: our figures have to be the published ones.
#include "sessionbuilder.h"

#include "core/stats/analysis.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestPublished : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void meansAndStandardErrors();
    void pairedRatios();
    void verdicts();
    void reductionsFromPairs();

private:
    QJsonObject m_data;
    Analysis m_analysis;
};

namespace {

constexpr std::array levels{1, 10, 500};
const std::array servers{u"elnode"_s, u"web_server"_s}; // the first one is the baseline

/// Digits behind the decimal point of a figure as it was printed.
int decimalsOf(const QString &printed)
{
    const qsizetype point = printed.indexOf(u'.');
    return point < 0 ? 0 : static_cast<int>(printed.size() - point - 1);
}

} // namespace

void TestPublished::initTestCase()
{
    QFile file(QStringLiteral(STATS_DATA "/emacs_web_servers_2014.json"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    m_data = QJsonDocument::fromJson(file.readAll()).object();
    QVERIFY(!m_data.isEmpty());

    SessionBuilder builder({servers[0], servers[1]}, {levels.begin(), levels.end()});
    builder.session.plan.load.requests = 5000;
    builder.session.plan.load.duration.reset();
    builder.session.plan.repeats = 8;
    builder.session.plan.primaryMetric = Metric::RuntimeS;
    for (const int level : levels) {
        const QJsonObject runs = m_data[u"runs_s"_s][QString::number(level)].toObject();
        for (int target = 0; target < 2; ++target) {
            const QJsonArray seconds = runs[servers[static_cast<std::size_t>(target)]].toArray();
            QCOMPARE(seconds.size(), 8);
            for (int repeat = 0; repeat < 8; ++repeat) {
                Trial trial = builder.trial(target, level, repeat, 5000);
                trial.duration = std::chrono::nanoseconds(qRound64(seconds[repeat].toDouble() * 1e9));
                builder.add(trial);
            }
        }
    }
    m_analysis = analyse(builder.session);
}

void TestPublished::meansAndStandardErrors()
{
    for (const int level : levels) {
        for (int target = 0; target < 2; ++target) {
            const QJsonArray printed = m_data[u"published_mean_and_se_s"_s][QString::number(level)][servers[static_cast<std::size_t>(target)]].toArray();
            const CellSummary *cell = m_analysis.cell(target, level);
            QVERIFY(cell);
            const Summary &runtime = cell->metrics.at(Metric::RuntimeS);
            QCOMPARE(runtime.n, 8);
            const QString mean = printed[0].toString();
            const QString se = printed[1].toString();
            QCOMPARE(QString::number(runtime.mean, 'f', decimalsOf(mean)), mean);
            QCOMPARE(QString::number(runtime.se, 'f', decimalsOf(se)), se);
        }
    }
}

void TestPublished::pairedRatios()
{
    const std::vector<Comparison> verdicts = m_analysis.verdicts();
    QCOMPARE(verdicts.size(), levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const QJsonObject expected = m_data[u"web_server_over_elnode_paired_on_ln"_s][QString::number(levels[i])].toObject();
        const Comparison &comparison = verdicts[i];
        QCOMPARE(comparison.level, levels[i]);
        QCOMPARE(comparison.pairs, 8);
        QVERIFY(std::abs(*comparison.ratio - expected[u"ratio"_s].toDouble()) < 1.0e-6);
        QVERIFY(std::abs(*comparison.ciLow - expected[u"ci95"_s][0].toDouble()) < 1.0e-6);
        QVERIFY(std::abs(*comparison.ciHigh - expected[u"ci95"_s][1].toDouble()) < 1.0e-6);
        const double p = expected[u"p"_s].toDouble();
        QVERIFY(std::abs(*comparison.p - p) < 0.02 * p);
    }
    // The simultaneous ones of three comparisons, computed with mpmath.
    QVERIFY(std::abs(*verdicts[0].simultaneousLow - 0.83691531) < 1e-7);
    QVERIFY(std::abs(*verdicts[0].simultaneousHigh - 0.89260489) < 1e-7);
    QVERIFY(std::abs(*verdicts[2].simultaneousLow - 0.37866701) < 1e-7);
    QVERIFY(std::abs(*verdicts[2].simultaneousHigh - 0.87323236) < 1e-7);
}

void TestPublished::verdicts()
{
    const std::vector<Comparison> verdicts = m_analysis.verdicts();
    // Holm: the smallest p three times, the middle one twice, the largest once.
    QVERIFY(std::abs(*verdicts[0].pHolm / (3 * 2.0805845e-6) - 1) < 1e-5);
    QVERIFY(std::abs(*verdicts[1].pHolm / (2 * 2.4975274e-5) - 1) < 1e-5);
    QVERIFY(std::abs(*verdicts[2].pHolm / 0.0043364375 - 1) < 1e-5);
    for (const Comparison &comparison : verdicts) {
        QCOMPARE(comparison.verdict, Verdict::Faster); // a shorter run time is the better one
        QCOMPARE(*comparison.pSignFlip, 2.0 / 256);    // all eight pairs on one side
    }
}

void TestPublished::reductionsFromPairs()
{
    const QJsonObject expected = m_data[u"runtime_reduction_percent_geometric"_s].toObject();
    for (const Comparison &comparison : m_analysis.verdicts()) {
        const double reduction = (1 - *comparison.ratio) * 100;
        QVERIFY(std::abs(reduction - expected[QString::number(comparison.level)].toDouble()) < 0.0006);
    }
}

QTEST_APPLESS_MAIN(TestPublished)
#include "tst_published.moc"
