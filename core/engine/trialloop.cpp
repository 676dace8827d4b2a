// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialloop.h"

#include <algorithm>
#include <utility>

namespace sweepbench {

namespace {

/// A trial of a number of requests ends early when requests fail and none has been answered for this long.
constexpr Nanoseconds patienceWithoutAnswer = std::chrono::seconds(10);
/// Requests sent before answers and timers have their turn again.
constexpr int mostSentAtOnce = 256;

} // namespace

TrialLoop::TrialLoop(TrialLoopOptions options, Recorder &recorder, Clock &clock, const TransportMaker &makeTransport,
                     std::function<void()> ended)
    : m_options(std::move(options))
    , m_recorder(recorder)
    , m_clock(clock)
    , m_onEnded(std::move(ended))
    , m_pacer(makePacer(m_options.pacing))
    , m_trialAlarm(clock.makeAlarm([this] { onTrialAlarm(); }))
    , m_pacingAlarm(clock.makeAlarm([this] {
        m_pacingArmedFor.reset();
        sendDue(m_clock.now());
        endIfThrough();
    }))
    , m_states(static_cast<std::size_t>(m_options.pacing.connections))
    , m_unsent(m_options.requests.value_or(0))
    , m_transport(makeTransport(*this))
{
}

void TrialLoop::start()
{
    if (m_ended)
        return;
    const Instant now = m_clock.now();
    m_lastAnswer = now;
    if (m_options.pacing.warmupEnd > now)
        m_trialAlarm->arm(m_options.pacing.warmupEnd);
    else
        startMeasuring();
    sendDue(now);
    endIfThrough();
}

void TrialLoop::stop()
{
    if (!m_ended)
        end(m_clock.now());
}

void TrialLoop::requestFinished(int connection, const Sample &sample)
{
    ConnectionState &state = m_states[static_cast<std::size_t>(connection)];
    if (state.counted) {
        --m_countedInFlight;
        m_result.busy += sample.end - sample.sent;
        m_recorder.record(sample);
    } else {
        carryOver(sample.sent, sample.end);
        m_recorder.recordWarmup(sample);
    }
    if (m_ended)
        return;
    if (!sample.error) {
        state.failures = 0;
        m_lastAnswer = sample.end;
        m_failingSince.reset();
    } else {
        ++state.failures;
        if (hasLostPatience(sample)) {
            m_result.gaveUp = true;
            end(sample.end);
            return;
        }
    }
    m_pacer->release(connection, sample.end, state.failures);
    if (!m_sending) {
        sendDue(sample.end);
        endIfThrough();
    }
}

bool TrialLoop::hasLostPatience(const Sample &failed)
{
    if (!m_options.requests)
        return false;
    if (!m_failingSince) // an open loop may have had nothing to send for a while
        m_failingSince = std::max(m_lastAnswer, failed.sent);
    return failed.end - *m_failingSince > patienceWithoutAnswer;
}

/// In an open loop the schedule says what belongs to the measurement, in a closed one the moment of sending.
bool TrialLoop::isCounted(const Turn &turn) const
{
    return isOpen() ? turn.intended >= m_options.pacing.warmupEnd : m_measuring;
}

void TrialLoop::sendDue(Instant now)
{
    std::optional<Instant> next;
    m_sending = true;
    for (int sent = 0; maySend(); ++sent) {
        next = m_pacer->nextTurn();
        if (!next || *next > now || sent == mostSentAtOnce)
            break;
        if (sent > 0)
            now = m_clock.now(); // connecting a thousand takes a while: each has its own start
        if (const auto turn = m_pacer->take(now))
            send(*turn, now);
    }
    m_sending = false;
    if (maySend() && next)
        armPacing(*next);
}

void TrialLoop::send(const Turn &turn, Instant now)
{
    const bool counted = isCounted(turn);
    m_states[static_cast<std::size_t>(turn.connection)].counted = counted;
    const Instant intended = isOpen() ? turn.intended : now;
    if (counted) {
        if (!m_measuring)
            startMeasuring();
        if (m_options.requests)
            --m_unsent;
        else if (!isOpen() && m_recorder.sent() == 0)
            m_trialAlarm->arm(now + duration());
        ++m_countedInFlight;
        m_recorder.countSent(intended, now);
        if (isOpen() && !turn.waited) {
            m_result.lateness += now - intended;
            ++m_result.hadConnection;
        }
    }
    m_transport->send(turn.connection, intended, now);
}

void TrialLoop::armPacing(Instant at)
{
    if (m_pacingArmedFor && *m_pacingArmedFor <= at)
        return; // an alarm that comes early costs less than setting it with each request
    m_pacingArmedFor = at;
    m_pacingAlarm->arm(at);
}

void TrialLoop::onTrialAlarm()
{
    if (m_ended)
        return;
    const Instant now = m_clock.now();
    if (!m_measuring) {
        startMeasuring();
    } else if (!m_options.requests) {
        sendDue(now); // what was due before the end and has a connection is not left out because this worker is late
        if (!m_ended)
            end(now);
    }
    endIfThrough();
}

TrialLoop::ThreadTimes TrialLoop::cpuSoFar() const
{
    return {threadCpu(), m_transport->helperCpu()};
}

void TrialLoop::startMeasuring()
{
    m_measuring = true;
    m_measuringSince = m_clock.now();
    m_cpuAtStart = cpuSoFar();
    // send() sets it again in a closed loop; this one holds where the warm-up's requests are never answered.
    if (!m_options.requests)
        m_trialAlarm->arm(m_options.pacing.warmupEnd + duration());
}

/// A request of the warm-up keeps its connection busy until it ends. Where the counted part begins in a closed loop, only the
/// other workers' requests say: mergedTrial() clips there.
void TrialLoop::carryOver(Instant sent, Instant end)
{
    if (!m_measuring)
        return;
    if (isOpen())
        m_result.busy += std::max(Nanoseconds(0), Nanoseconds(end - std::max(sent, m_options.pacing.warmupEnd)));
    else
        m_result.carriedOver.push_back({sent, end});
}

/// What the threads have used since startMeasuring(): in all, and the busiest one, as a share of a core.
void TrialLoop::stopMeasuring()
{
    if (!m_measuring)
        return;
    const ThreadTimes cpu = cpuSoFar();
    const auto since = [](const CpuSeconds &end, const CpuSeconds &start) {
        return CpuSeconds{end.user - start.user, end.system - start.system};
    };
    const CpuSeconds worker = since(cpu.worker, m_cpuAtStart.worker);
    const CpuSeconds helpers = since(cpu.helpers, m_cpuAtStart.helpers);
    m_result.cpu = worker;
    m_result.cpu += helpers;
    const double seconds = std::chrono::duration<double>(m_clock.now() - m_measuringSince).count();
    if (seconds > 0)
        m_result.busiestThread = std::clamp(std::max(worker.user + worker.system, helpers.user + helpers.system) / seconds, 0.0, 1.0);
}

/// A trial of a number of requests ends with the last of them.
void TrialLoop::endIfThrough()
{
    if (!m_ended && m_options.requests && m_unsent == 0 && m_countedInFlight == 0)
        end(m_recorder.lastEnd());
}

void TrialLoop::end(Instant now)
{
    m_ended = true;
    stopMeasuring();
    m_result.end = now;
    m_result.waitedForConnection = m_pacer->waitedForConnection();
    m_result.notSent = m_pacer->countUntaken(now);
    if (m_options.requests)
        m_result.notSent = std::min(m_result.notSent, m_unsent);
    cancelAll(now);
    m_result.connectionsOpened = m_transport->connectionsOpened();
    m_result.errorDetail = m_transport->errorDetail();
    m_onEnded();
}

void TrialLoop::cancelAll(Instant now)
{
    for (int i = 0; i < m_options.pacing.connections; ++i) {
        const auto inFlight = m_transport->cancel(i);
        if (!inFlight || !m_measuring)
            continue;
        if (m_states[static_cast<std::size_t>(i)].counted) {
            m_result.busy += now - inFlight->sent;
        } else {
            carryOver(inFlight->sent, now);
            // A closed loop's request that was waiting when the warm-up ended and still waits now has waited all through: it
            // is counted, or a server that never answers would leave no trace. In an open loop that trace is what was not sent.
            if (m_options.requests || isOpen())
                continue;
            m_recorder.countSent(m_options.pacing.warmupEnd, m_options.pacing.warmupEnd);
        }
        m_recorder.countCancelled(inFlight->bytesReceived, inFlight->bytesSent);
        m_result.longestWait = std::max<Nanoseconds>(m_result.longestWait, now - inFlight->sent);
    }
}

} // namespace sweepbench
