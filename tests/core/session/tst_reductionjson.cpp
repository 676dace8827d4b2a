// SPDX-License-Identifier: GPL-3.0-or-later
// The run-time reductions of the JSON export: published figures, and what is absent.
#include "core/session/export.h"
#include "core/stats/analysis.h"
#include "samples.h"
#include "tests/support/publishedsession.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

bool near(const QJsonValue &value, double expected, double within)
{
    return value.isDouble() && std::abs(value.toDouble() - expected) <= within;
}

/// To the decimals that were published.
QString thousandths(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toDouble(), 'f', 3) : u"none"_s;
}

} // namespace

class ReductionJsonTest : public QObject
{
    Q_OBJECT

    static QJsonObject exported(const Session &session)
    {
        return QJsonDocument::fromJson(exportSession(session, analyse(session), ExportFormat::Json, QString()).front().content).object();
    }
    static QJsonArray reductions(const Session &session) { return exported(session)[u"reductions"_s].toArray(); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void publishedFigures()
    {
        const QJsonObject figures = test::emacsFigures();
        const QJsonArray list = reductions(test::emacsSession());
        QCOMPARE(list.size(), 3);
        for (const QJsonValue &entry : list) {
            const QString level = QString::number(entry[u"connections"_s].toInt());
            QCOMPARE(entry.toObject().keys(),
                     (QStringList{u"arithmetic_percent"_s, u"baseline"_s, u"candidate"_s, u"ci_high_percent"_s, u"ci_low_percent"_s, u"connections"_s,
                                  u"geometric_percent"_s, u"pairs"_s, u"per_request"_s, u"simultaneous_high_percent"_s, u"simultaneous_low_percent"_s,
                                  u"speed_up"_s}));
            QCOMPARE(entry[u"baseline"_s].toString(), u"elnode"_s);
            QCOMPARE(entry[u"candidate"_s].toString(), u"web_server"_s);
            QCOMPARE(entry[u"pairs"_s].toInt(), 8);
            QCOMPARE(entry[u"per_request"_s], QJsonValue(false));
            QCOMPARE(thousandths(entry[u"arithmetic_percent"_s]), thousandths(figures[u"runtime_reduction_percent_published"_s][level]));
            QCOMPARE(thousandths(entry[u"geometric_percent"_s]), thousandths(figures[u"runtime_reduction_percent_geometric"_s][level]));
            const QJsonValue paired = figures[u"web_server_over_elnode_paired_on_ln"_s][level];
            QVERIFY(near(entry[u"ci_low_percent"_s], (1 - paired[u"ci95"_s][1].toDouble()) * 100, 1e-4));
            QVERIFY(near(entry[u"ci_high_percent"_s], (1 - paired[u"ci95"_s][0].toDouble()) * 100, 1e-4));
            QVERIFY(near(entry[u"speed_up"_s], 1 / paired[u"ratio"_s].toDouble(), 2e-6));
        }
        // Of the family of three, computed with mpmath for the ratios: 0.83691531 to 0.89260489 at one connection.
        QCOMPARE(list[0][u"connections"_s].toInt(), 1);
        QVERIFY(near(list[0][u"simultaneous_low_percent"_s], 100 - 89.260489, 1e-5));
        QVERIFY(near(list[0][u"simultaneous_high_percent"_s], 100 - 83.691531, 1e-5));
    }

    void againstTheChosenBaseline()
    {
        Session session = test::emacsSession();
        session.judging.baseline = 1;
        const QJsonValue first = reductions(session)[0];
        QCOMPARE(first[u"baseline"_s].toString(), u"web_server"_s);
        QCOMPARE(first[u"candidate"_s].toString(), u"elnode"_s);
        // 1 / 0.864312, the ratio computed independently, is that much above 1.
        QVERIFY(near(first[u"geometric_percent"_s], (1 - 1 / 0.864312) * 100, 2e-4));
        QVERIFY(near(first[u"speed_up"_s], 0.864312, 1e-6));
    }

    void ofTimedTrials()
    {
        for (const QJsonValue &entry : reductions(samples::session())) {
            QCOMPARE(entry[u"per_request"_s], QJsonValue(true));
            QVERIFY(!entry.toObject().contains(u"rate"_s));
        }
        const QJsonArray rates = reductions(samples::rateSession());
        QCOMPARE(rates[0][u"rate"_s].toInt(), 500);
        QCOMPARE(rates[0][u"connections"_s].toInt(), 50);
    }

    void whatHasNoValueIsAbsent()
    {
        Session session = test::emacsSession();
        std::erase_if(session.trials, [](const TrialPtr &trial) { return trial->repeat > 0 || (trial->connections == 10 && trial->target == 1); });
        const QJsonArray list = reductions(session);
        QCOMPARE(list.size(), 3);
        QVERIFY(near(list[0][u"geometric_percent"_s], (1 - 39.896 / 49.528) * 100, 1e-6)); // one pair: no interval
        QVERIFY(!list[0].toObject().contains(u"ci_low_percent"_s) && !list[0].toObject().contains(u"simultaneous_high_percent"_s));
        QCOMPARE(list[1].toObject().keys(), (QStringList{u"baseline"_s, u"candidate"_s, u"connections"_s, u"pairs"_s, u"per_request"_s}));
        session.plan.targets.resize(1);
        QCOMPARE(exported(session)[u"reductions"_s], QJsonValue(QJsonArray()));
    }
};

QTEST_APPLESS_MAIN(ReductionJsonTest)
#include "tst_reductionjson.moc"
