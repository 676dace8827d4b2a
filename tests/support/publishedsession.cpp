// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/publishedsession.h"

#include "core/stats/histogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace sweepbench::test {

namespace {

constexpr qint64 requestsPerRun = 5000;

TrialPtr trialOf(const TrialSlot &slot, int level, double seconds)
{
    Trial trial;
    trial.target = slot.target;
    trial.connections = level;
    trial.repeat = slot.repeat;
    trial.order = slot.order;
    trial.startOffsetNs = slot.order * 60'000'000'000;
    trial.duration = std::chrono::nanoseconds(qRound64(seconds * 1e9));
    trial.requests = trial.sent = requestsPerRun;
    trial.status[200] = requestsPerRun;
    Histogram latency;
    for (qint64 i = 0; i < requestsPerRun; ++i)
        latency.record(qRound64(seconds * 1e9 * level / requestsPerRun));
    trial.latency = latency.distribution();
    return std::make_shared<const Trial>(trial);
}

} // namespace

QJsonObject emacsFigures()
{
    QFile file(QStringLiteral(PUBLISHED_DATA "/emacs_web_servers_2014.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(file.errorString()));
    return QJsonDocument::fromJson(file.readAll()).object();
}

Session emacsSession()
{
    Session session;
    for (const QString &name : {u"elnode"_s, u"web_server"_s}) {
        Target target;
        target.name = name;
        target.url = u"http://127.0.0.1:%1/"_s.arg(8080 + session.plan.targets.size());
        session.plan.targets.push_back(target);
    }
    session.plan.sweep.levels = {1, 10, 500};
    session.plan.load.requests = requestsPerRun;
    session.plan.load.duration.reset();
    session.plan.load.requestsPerConnection = 1;
    session.plan.load.warmup = {};
    session.plan.repeats = 8;
    session.plan.primaryMetric = Metric::RuntimeS;
    session.environment.program = u"sweepbench 0.1.0"_s;
    session.environment.cpuModel = u"a laptop"_s;
    session.environment.cpuCores = 2;
    session.createdAt = QDateTime(QDate(2014, 1, 10), QTime(12, 0), Qt::UTC);
    const QJsonObject runs = emacsFigures()[u"runs_s"_s].toObject();
    for (const TrialSlot &slot : trialOrder(session.plan, 0, session.plan.repeats)) {
        const int level = session.plan.sweep.levels[std::size_t(slot.level)];
        const QString name = session.plan.targets[std::size_t(slot.target)].name;
        session.trials.push_back(trialOf(slot, level, runs[QString::number(level)][name][slot.repeat].toDouble()));
    }
    return session;
}

} // namespace sweepbench::test
