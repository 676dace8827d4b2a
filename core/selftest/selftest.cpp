// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/selftest.h"

#include "core/demo/demoserver.h"
#include "core/demo/nullserver.h"
#include "core/engine/runner.h"
#include "core/model/format.h"
#include "core/monitor/clientceilings.h"
#include "core/monitor/environment.h"
#include "core/monitor/threadcpu.h"
#include "core/selftest/selftestplans.h"

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// One run of the test: its plan, and what becomes of its trials.
struct Step
{
    QString doing;
    Plan plan;
    void (*take)(SelfTestResult &result, const Session &session);
};

/// What a ceiling's trials can't tell.
ClientCeiling circumstances()
{
    const Environment environment = captureEnvironment();
    ClientCeiling ceiling;
    ceiling.measuredAt = QDateTime::currentDateTimeUtc();
    ceiling.clientCpus = allowedCpusText();
    ceiling.machine = ceilingMachine(environment);
    ceiling.program = environment.program;
    return ceiling;
}

void takeSameServer(SelfTestResult &result, const Session &session)
{
    result.sameServer = judgeSameServer(session);
}

void takeCeiling(SelfTestResult &result, const Session &session)
{
    const QString transport = transportText(session.plan.load.transport, HttpVersion::Http1);
    const auto ceiling = ceilingOf(session, circumstances());
    if (!ceiling)
        result.problems << u"The ceiling of the %1 could not be measured: no trial is fit"_s.arg(transport);
    else if (ceiling->clientShare < leastClientShare)
        result.problems << u"The ceiling of the %1 could not be measured: the client got only %2 of the time of its cores, so this machine is busy with "
                           "something else; stop that, and test again"_s.arg(transport, formatPercent(ceiling->clientShare));
    else
        result.ceilings.push_back(*ceiling);
}

/// As many as the client leaves free, at least one.
int nullServerThreads()
{
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    constexpr int manyConnections = 1000;
    return std::max(1, cores - effectiveThreads(Load(), manyConnections, cores));
}

} // namespace

class SelfTest::Private
{
public:
    Private(SelfTest &test, std::uint64_t planSeed) : q(test), seed(planSeed), null(nullServerThreads()) {}

    void start();
    void nextStep();
    void finish();
    void tell(double inStep);

    SelfTest &q;
    std::uint64_t seed;
    SelfTestResult result;
    DemoServer same{DemoServerOptions{}};
    NullServer null;
    std::vector<Step> steps;
    std::size_t step = 0;
    bool ended = false;
    Session session;
    std::unique_ptr<Runner> runner;
};

void SelfTest::Private::start()
{
    const auto samePort = same.start();
    const auto nullPort = null.start();
    if (!samePort || !nullPort) {
        result.problems << u"The servers of the test could not be started: %1"_s.arg((samePort ? nullPort : samePort).problem().line());
        QMetaObject::invokeMethod(&q, [this] { finish(); }, Qt::QueuedConnection);
        return;
    }
    steps = {
        {u"One server as A and as B"_s, sameServerPlan(*samePort, seed), takeSameServer},
        {u"The most that the socket transport can do"_s, ceilingPlan(*nullPort, TransportKind::Socket), takeCeiling},
        {u"The most that the qnam transport can do"_s, ceilingPlan(*nullPort, TransportKind::Qnam), takeCeiling},
    };
    nextStep();
}

void SelfTest::Private::nextStep()
{
    if (step == steps.size()) {
        finish();
        return;
    }
    session = Session();
    session.plan = steps[step].plan;
    runner = std::make_unique<Runner>(session.plan);
    QObject::connect(runner.get(), &Runner::sampled, &q, [this] { tell(runner->progress().fraction); });
    QObject::connect(runner.get(), &Runner::trialFinished, &q, [this](const TrialPtr &trial) { session.trials.push_back(trial); });
    // Queued, since the runner that tells it is replaced.
    QObject::connect(runner.get(), &Runner::finished, &q, [this](RunEnd end) {
        if (end == RunEnd::Failed)
            result.problems << u"%1: %2"_s.arg(steps[step].doing, runner->failureText());
        if (result.stopped) {
            finish();
            return;
        }
        steps[step].take(result, session);
        ++step;
        nextStep();
    }, Qt::QueuedConnection);
    tell(0);
    runner->start();
}

void SelfTest::Private::tell(double inStep)
{
    emit q.progressed(steps[step].doing, (static_cast<double>(step) + inStep) / static_cast<double>(steps.size()));
}

void SelfTest::Private::finish()
{
    if (ended)
        return;
    ended = true;
    if (!result.stopped && !result.ceilings.empty())
        if (const auto problem = keepClientCeilings(result.ceilings))
            result.problems << problem->text;
    result.passed = !result.stopped && result.sameServer.passed && result.problems.isEmpty();
    emit q.finished();
}

SelfTest::SelfTest(std::uint64_t seed, QObject *parent) : QObject(parent), d(std::make_unique<Private>(*this, seed)) {}

SelfTest::~SelfTest() = default;

void SelfTest::start()
{
    if (d->steps.empty() && !d->ended)
        d->start();
}

void SelfTest::stop()
{
    if (d->ended || d->result.stopped)
        return;
    d->result.stopped = true;
    if (d->runner && d->runner->isRunning())
        d->runner->stop();
    else
        QMetaObject::invokeMethod(this, [this] { d->finish(); }, Qt::QueuedConnection);
}

const SelfTestResult &SelfTest::result() const
{
    return d->result;
}

QString selfTestText(const SelfTestResult &result)
{
    QStringList lines;
    if (result.stopped)
        lines << u"Stopped: the self-test was not finished"_s;
    if (!result.sameServer.sentence.isEmpty())
        lines << result.sameServer.sentence << result.sameServer.details << QString();
    if (!result.ceilings.empty()) {
        lines << u"The most that this machine’s client can do, against a server that does next to nothing:"_s;
        for (const ClientCeiling &ceiling : result.ceilings)
            lines << ceilingText(ceiling);
        lines << QString();
    }
    lines << result.problems;
    if (!result.stopped)
        lines << (result.passed ? u"The self-test has passed"_s : u"The self-test has not passed"_s);
    return lines.join(u'\n').trimmed() + u'\n';
}

} // namespace sweepbench
