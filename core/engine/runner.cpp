// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/runner.h"

#include "core/engine/endpoint.h"
#include "core/engine/livesampler.h"
#include "core/engine/schedule.h"
#include "core/engine/trialfindings.h"
#include "core/engine/trialresult.h"
#include "core/engine/worker.h"
#include "core/monitor/clockoffsets.h"
#include "core/monitor/machinecpu.h"
#include "core/monitor/othercpu.h"
#include "core/stats/histogram.h"
#include "core/stats/stoprule.h"
#include "core/transport/qnamrequest.h"
#include "core/transport/resolve.h"

#include <QTimer>

#include <thread>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sweepbench {

namespace {

constexpr auto coolDown = 10ms; ///< between trials, all connections closed

/// A worker's part of a total: the first ones take one more where it does not divide.
template<typename T>
T shareOf(T total, int workers, int worker)
{
    return total / workers + (worker < total % workers ? 1 : 0);
}

/// Why the transport that the plan asks for can't carry it.
std::optional<Problem> transportObstacle(const Plan &plan)
{
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        const auto target = static_cast<int>(i);
        if (loadOf(plan, target).transport != TransportKind::Qnam)
            continue;
        for (const int level : plan.sweep.levels)
            if (const auto obstacle = qnamObstacle(plan.targets[i], loadAt(plan, target, level)))
                return Problem{u"targets[%1].%2"_s.arg(i).arg(obstacle->field), obstacle->text};
    }
    return std::nullopt;
}

} // namespace

class Runner::Private
{
public:
    Private(Runner &runner, Plan planToRun, int firstRepeat, int firstOrder, Nanoseconds startOffset)
        : q(runner), plan(std::move(planToRun)), offset(startOffset)
    {
        trials = trialOrder(plan, firstRepeat, std::max(0, plan.repeats - firstRepeat), firstOrder);
        if (plan.untilPrecise)
            rule.emplace(plan);
        sampleTimer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&sampleTimer, &QTimer::timeout, &runner, [this] { takeSample(); });
        countingTimer.setSingleShot(true);
        countingTimer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&countingTimer, &QTimer::timeout, &runner, [this] { otherCpu.begin(); });
        pauseTimer.setSingleShot(true);
        QObject::connect(&pauseTimer, &QTimer::timeout, &runner, [this] { startNextTrial(); });
    }

    void resolveTargets();
    void resolved(std::size_t target, const ResolvedHost &host);
    void startWhenResolved();
    void startNextTrial();
    void beginTimeLine(const Load &load);
    void startWorkers(const TrialSlot &slot, const Endpoint &endpoint);
    void lookAround(const Endpoint &endpoint);
    WorkerOptions workerOptions(const TrialSlot &slot, const Endpoint &endpoint, const Pacing &pacing) const;
    void workerEnded();
    void takeSample();
    void collectTrial();
    void handOut(Trial trial);
    Trial unresolvedTrial(const TrialSlot &slot, const Endpoint &endpoint) const;
    void describe(Trial &trial, const TrialSlot &slot, const Endpoint &endpoint) const;
    void end(RunEnd how);
    void endSoon(RunEnd how);
    Nanoseconds trialTime() const;
    Nanoseconds timeLeft(double trialsLeft) const;
    std::optional<StopReason> reasonToEnd() const;
    Nanoseconds elapsed() const { return runStart == Instant{} ? 0ns : steadyNow() - runStart; }
    Load loadOf(const TrialSlot &slot) const { return loadAt(plan, slot.target, plan.sweep.levels[static_cast<std::size_t>(slot.level)]); }

    Runner &q;
    const Plan plan;
    const Nanoseconds offset;
    std::vector<TrialSlot> trials;
    std::optional<StopRule> rule;
    std::optional<StopReason> stoppedBy;
    std::vector<Endpoint> endpoints;
    std::size_t unresolved = 0;
    std::size_t next = 0; ///< index into trials of the one under way or to come
    bool running = false;
    bool stopping = false;
    QString failure;

    Instant runStart;
    Nanoseconds measuredTime{0}; ///< wall time of the trials done
    Instant trialStart;
    Instant warmupEnd;
    QDateTime startedAt;
    ClockOffsets clocksAtStart;
    std::vector<std::unique_ptr<Worker>> workers;
    int workersRunning = 0;
    LiveSampler sampler;
    OtherCpu otherCpu;
    double otherCpuS = -1;
    double loadBefore = -1;
    QTimer sampleTimer;
    QTimer countingTimer; ///< the counted part begins
    QTimer pauseTimer;
};

void Runner::Private::resolveTargets()
{
    if (const auto obstacle = transportObstacle(plan)) {
        failure = obstacle->line();
        endSoon(RunEnd::Failed);
        return;
    }
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        auto endpoint = endpointOf(plan.targets[i], i);
        if (!endpoint) {
            failure = endpoint.problem().line();
            endSoon(RunEnd::Failed);
            return;
        }
        endpoints.push_back(std::move(endpoint).value());
    }
    unresolved = endpoints.size();
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        const Endpoint &endpoint = endpoints[i];
        if (endpoint.addresses.empty())
            resolveHost(endpoint.peer().host, endpoint.peer().port, &q, [this, i](const ResolvedHost &host) { resolved(i, host); });
        else
            QMetaObject::invokeMethod(&q, [this] { startWhenResolved(); }, Qt::QueuedConnection);
    }
}

void Runner::Private::resolved(std::size_t target, const ResolvedHost &host)
{
    setAddresses(endpoints[target], host);
    startWhenResolved();
}

void Runner::Private::startWhenResolved()
{
    if (!running || --unresolved > 0)
        return;
    runStart = steadyNow();
    startNextTrial();
}

void Runner::Private::startNextTrial()
{
    if (!running)
        return;
    stoppedBy = reasonToEnd();
    if (stoppedBy) {
        end(RunEnd::Completed);
        return;
    }
    const TrialSlot slot = trials[next];
    const Endpoint &endpoint = endpoints[static_cast<std::size_t>(slot.target)];
    beginTimeLine(loadOf(slot));
    startedAt = QDateTime::currentDateTimeUtc();
    emit q.trialStarted(slot);
    if (!running || stopping)
        return; // stopped from within the signal
    if (endpoint.addresses.empty())
        handOut(unresolvedTrial(slot, endpoint));
    else
        startWorkers(slot, endpoint);
}

void Runner::Private::startWorkers(const TrialSlot &slot, const Endpoint &endpoint)
{
    const Load load = loadOf(slot);
    // A trial of fewer requests than connections has no use for the rest of them.
    const int used = load.requests ? static_cast<int>(std::min<qint64>(*load.requests, load.connections)) : load.connections;
    const int count = effectiveThreads(load, used, static_cast<int>(std::thread::hardware_concurrency()));

    lookAround(endpoint);
    clocksAtStart = ClockOffsets::now();
    beginTimeLine(load);
    std::vector<const Recorder *> recorders;
    Pacing pacing;
    pacing.load = load;
    pacing.allConnections = used;
    pacing.workers = count;
    pacing.seed = trialSeed(plan.seed, slot.order);
    pacing.start = trialStart;
    pacing.warmupEnd = warmupEnd;
    for (int i = 0; i < count; ++i) {
        pacing.worker = i;
        pacing.connections = shareOf(used, count, i);
        workers.push_back(std::make_unique<Worker>(workerOptions(slot, endpoint, pacing)));
        pacing.firstConnection += pacing.connections;
        recorders.push_back(&workers.back()->recorder());
        QObject::connect(workers.back().get(), &QThread::finished, &q, [this] { workerEnded(); }, Qt::QueuedConnection);
    }
    sampler.begin(std::move(recorders), trialStart, warmupEnd);
    workersRunning = count;
    for (const auto &worker : workers)
        worker->start();
    sampleTimer.start(std::chrono::duration_cast<std::chrono::milliseconds>(sampler.period()));
    countingTimer.start(std::chrono::ceil<std::chrono::milliseconds>(std::max(Nanoseconds(0), Nanoseconds(warmupEnd - steadyNow()))));
}

/// How busy the machine is before the trial, and whose CPU time is not to be taken for other work.
void Runner::Private::lookAround(const Endpoint &endpoint)
{
    loadBefore = loadAverage();
    if (const auto servers = serversHere(endpoint))
        otherCpu.prepare(*servers);
    else
        otherCpu.prepareUnknown();
}

WorkerOptions Runner::Private::workerOptions(const TrialSlot &slot, const Endpoint &endpoint, const Pacing &pacing) const
{
    WorkerOptions options;
    options.transport.target = plan.targets[static_cast<std::size_t>(slot.target)];
    options.transport.url = endpoint.url;
    options.transport.tls = endpoint.tls;
    options.transport.proxy = endpoint.proxy;
    options.transport.load = pacing.load;
    options.transport.addresses = endpoint.addresses;
    options.transport.connections = pacing.connections;
    options.transport.firstConnection = pacing.firstConnection;
    options.trial.pacing = pacing;
    if (pacing.load.requests)
        options.trial.requests = shareOf(*pacing.load.requests, pacing.workers, pacing.worker);
    options.cpus = pacing.load.clientCpus;
    return options;
}

/// Ramp-up, then warm-up, then the counted part.
void Runner::Private::beginTimeLine(const Load &load)
{
    trialStart = steadyNow();
    warmupEnd = trialStart + load.rampUp + load.warmup;
}

void Runner::Private::takeSample()
{
    sampler.sample(steadyNow());
    if (const auto period = std::chrono::duration_cast<std::chrono::milliseconds>(sampler.period()); period != sampleTimer.intervalAsDuration())
        sampleTimer.start(period);
    emit q.sampled();
}

void Runner::Private::workerEnded()
{
    if (--workersRunning > 0)
        return;
    otherCpuS = otherCpu.seconds();
    countingTimer.stop();
    sampleTimer.stop();
    for (const auto &worker : workers)
        worker->wait();
    if (stopping) {
        workers.clear();
        sampler.takeSeries();
        end(RunEnd::Stopped);
        return;
    }
    collectTrial();
}

void Runner::Private::collectTrial()
{
    Instant last = warmupEnd;
    for (const auto &worker : workers)
        last = std::max(last, worker->result().end);
    sampler.sample(last);
    const TrialSlot slot = trials[next];
    const Endpoint &endpoint = endpoints[static_cast<std::size_t>(slot.target)];
    Trial trial = mergedTrial(workers, warmupEnd, loadOf(slot).rate.has_value());
    describe(trial, slot, endpoint);
    trial.otherCpuS = otherCpuS;
    trial.loadBefore = loadBefore;
    trial.series = sampler.takeSeries();

    const ClockOffsets clocks = ClockOffsets::now();
    TrialCircumstances circumstances = mergedCircumstances(workers);
    circumstances.clockJump = (clocks.wall - clocks.boot) - (clocksAtStart.wall - clocksAtStart.boot);
    circumstances.suspended = clocks.boot - clocksAtStart.boot;
    trial.findings = trialFindings(trial, loadOf(slot), circumstances);
    workers.clear();
    handOut(std::move(trial));
}

/// A target whose name was not found: one failed request, at once.
Trial Runner::Private::unresolvedTrial(const TrialSlot &slot, const Endpoint &endpoint) const
{
    Trial trial;
    describe(trial, slot, endpoint);
    trial.address.clear();
    trial.sent = 1;
    trial.errors[endpoint.failureKind] = 1;
    trial.errorDetail = endpoint.failure;
    trial.findings = trialFindings(trial, loadOf(slot), {});
    return trial;
}

void Runner::Private::describe(Trial &trial, const TrialSlot &slot, const Endpoint &endpoint) const
{
    trial.target = slot.target;
    const Load load = loadOf(slot);
    trial.connections = load.connections;
    trial.rate = load.rate.value_or(0);
    trial.repeat = slot.repeat;
    trial.order = slot.order;
    trial.transport = load.transport;
    trial.http = load.http;
    trial.startedAt = startedAt;
    trial.startOffsetNs = (trialStart - runStart + offset).count();
    trial.address = endpoint.addressText;
}

void Runner::Private::handOut(Trial trial)
{
    measuredTime += steadyNow() - trialStart;
    Endpoint &endpoint = endpoints[static_cast<std::size_t>(trial.target)];
    trial.findings.insert(trial.findings.end(), endpoint.findings.begin(), endpoint.findings.end());
    if (const auto lookup = std::exchange(endpoint.lookup, std::nullopt)) { // told once, with the target's first trial
        Histogram one;
        one.record(lookup->count());
        trial.nameLookup = one.distribution();
    }
    ++next;
    const auto finished = std::make_shared<const Trial>(std::move(trial));
    if (rule)
        rule->add(finished);
    emit q.trialFinished(finished);
    if (running && !stopping)
        pauseTimer.start(coolDown);
}

void Runner::Private::end(RunEnd how)
{
    running = false;
    pauseTimer.stop();
    emit q.finished(how);
}

/// From the event loop, so that finished() never comes from within start() or stop().
void Runner::Private::endSoon(RunEnd how)
{
    stopping = true;
    QMetaObject::invokeMethod(&q, [this, how] { if (running) end(how); }, Qt::QueuedConnection);
}

/// Expected wall time of one trial, on average over the targets; negative where nothing is known yet.
Nanoseconds Runner::Private::trialTime() const
{
    if (const auto block = estimatedTime(plan, 1))
        return *block / static_cast<qint64>(plan.targets.size() * plan.sweep.levels.size());
    if (next == 0)
        return -1ns;
    return measuredTime / static_cast<qint64>(next) + coolDown;
}

/// The most that is left of the run: a time limit is looked at between blocks, so that the one under way comes on top.
Nanoseconds Runner::Private::timeLeft(double trialsLeft) const
{
    const Nanoseconds each = trialTime();
    if (each < 0ns)
        return -1ns;
    const auto left = Nanoseconds(static_cast<qint64>(trialsLeft * static_cast<double>(each.count())));
    if (!plan.untilPrecise || !plan.untilPrecise->timeLimit)
        return left;
    const auto block = static_cast<std::chrono::nanoseconds::rep>(plan.targets.size() * plan.sweep.levels.size());
    return std::min<Nanoseconds>(left, std::max<Nanoseconds>(0ns, *plan.untilPrecise->timeLimit - elapsed()) + block * each);
}

/// Between trials: a stop rule has a say before the last block is done.
std::optional<StopReason> Runner::Private::reasonToEnd() const
{
    if (rule)
        if (const auto reason = rule->reason(elapsed()))
            return reason;
    return next >= trials.size() ? std::optional(StopReason::Repeats) : std::nullopt;
}

Runner::Runner(Plan plan, int firstRepeat, int firstOrder, std::chrono::nanoseconds startOffset, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(plan), firstRepeat, firstOrder, startOffset))
{
}

Runner::~Runner()
{
    d->running = false;
    for (const auto &worker : d->workers) {
        worker->disconnect(this);
        worker->requestStop();
    }
}

void Runner::start()
{
    if (d->running)
        return;
    d->running = true;
    d->resolveTargets();
}

void Runner::stop()
{
    if (!d->running || d->stopping)
        return;
    d->stopping = true;
    d->pauseTimer.stop();
    if (d->workers.empty()) {
        d->endSoon(RunEnd::Stopped);
        return;
    }
    for (const auto &worker : d->workers)
        worker->requestStop();
}

bool Runner::isRunning() const
{
    return d->running;
}

const Plan &Runner::plan() const
{
    return d->plan;
}

QString Runner::failureText() const
{
    return d->failure;
}

std::optional<StopReason> Runner::stoppedBy() const
{
    return d->stoppedBy;
}

const std::vector<SeriesPoint> &Runner::currentSeries() const
{
    return d->sampler.series();
}

qint64 Runner::currentStartOffsetNs() const
{
    return (d->trialStart - d->runStart + d->offset).count();
}

RunProgress Runner::progress() const
{
    RunProgress progress;
    progress.trialsDone = static_cast<int>(d->next);
    progress.trialsTotal = static_cast<int>(d->trials.size());
    progress.atMost = d->rule.has_value();
    if (d->next < d->trials.size())
        progress.current = d->trials[d->next];
    const Nanoseconds each = d->trialTime();
    const auto left = static_cast<double>(d->trials.size() - d->next);
    double inTrial = 0;
    if (!d->workers.empty()) {
        const Nanoseconds elapsed = steadyNow() - d->trialStart;
        progress.warmingUp = steadyNow() < d->warmupEnd;
        inTrial = each > 0ns ? std::min(1.0, static_cast<double>(elapsed.count()) / static_cast<double>(each.count())) : 0;
    }
    progress.timeLeft = d->timeLeft(left - inTrial);
    if (progress.trialsTotal > 0)
        progress.fraction = (progress.trialsDone + inTrial) / progress.trialsTotal;
    return progress;
}

} // namespace sweepbench
