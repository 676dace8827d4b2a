// SPDX-License-Identifier: GPL-3.0-or-later
// One worker's part of a trial, without the thread: asks the pacer, sends, records, and ends in time. Clock and transport come
// from outside, so that tests run hours in no time.
// Thread contract: belongs to the worker's thread.
#pragma once

#include "core/engine/clock.h"
#include "core/engine/pacer.h"
#include "core/engine/recorder.h"
#include "core/monitor/threadcpu.h"
#include "core/transport/transport.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

struct TrialLoopOptions
{
    Pacing pacing;
    std::optional<qint64> requests = std::nullopt; ///< this worker's share; absent: a timed trial
};

/// A stretch of time that a connection spent in one request.
struct BusySpan
{
    Instant from;
    Instant until;
};

struct WorkerResult
{
    CpuSeconds cpu;          ///< after warm-up
    double busiestThread = -1; ///< share of a core of the worker's thread, or of its transport's helpers, 0 to 1; -1: not known
    Nanoseconds busy{0};     ///< that counted requests were under way, those cut off at the end too, all added up
    std::vector<BusySpan> carriedOver; ///< requests of the warm-up that ended after it, one of each connection at most
    Nanoseconds lateness{0}; ///< slip, all added up, of the counted requests that had a free connection when they were due
    qint64 hadConnection = 0; ///< number of those
    Instant end;             ///< of the trial, as this worker saw it
    QString errorDetail;
    qint64 connectionsOpened = 0; ///< warm-up included
    qint64 notSent = 0;
    qint64 waitedForConnection = 0; ///< requests that found every connection busy, warm-up included
    Nanoseconds longestWait{0}; ///< of the requests that were cut off at the end
    bool gaveUp = false;     ///< stopped before its requests were through: none was answered for a long time
};

class TrialLoop final : public SampleSink
{
public:
    using TransportMaker = std::function<std::unique_ptr<Transport>(SampleSink &)>;

    /// \a ended is called once, when the trial is over and the result complete; it may come from within any other function.
    TrialLoop(TrialLoopOptions options, Recorder &recorder, Clock &clock, const TransportMaker &makeTransport,
              std::function<void()> ended);
    TrialLoop(const TrialLoop &) = delete;

    void start();
    /// Ends the trial from outside.
    void stop();
    const WorkerResult &result() const { return m_result; }

    void requestFinished(int connection, const Sample &sample) override;

private:
    struct ThreadTimes
    {
        CpuSeconds worker;
        CpuSeconds helpers; ///< of the transport
    };
    struct ConnectionState
    {
        bool counted = false; ///< the request under way belongs to the measurement
        int failures = 0;     ///< in a row, without an answer
    };

    bool isOpen() const { return m_options.pacing.load.rate.has_value(); }
    Nanoseconds duration() const { return m_options.pacing.load.duration.value_or(Nanoseconds(0)); }
    bool isCounted(const Turn &turn) const;
    bool maySend() const { return !m_ended && !(m_options.requests && m_unsent == 0); }
    void sendDue(Instant now);
    void send(const Turn &turn, Instant now);
    void armPacing(Instant at);
    bool hasLostPatience(const Sample &failed);
    void onTrialAlarm();
    ThreadTimes cpuSoFar() const;
    void startMeasuring();
    void carryOver(Instant sent, Instant end);
    void stopMeasuring();
    void endIfThrough();
    void end(Instant now);
    void cancelAll(Instant now);

    TrialLoopOptions m_options;
    Recorder &m_recorder;
    Clock &m_clock;
    std::function<void()> m_onEnded;
    std::unique_ptr<Pacer> m_pacer;
    std::unique_ptr<Alarm> m_trialAlarm;  ///< end of the warm-up, then of the trial
    std::unique_ptr<Alarm> m_pacingAlarm; ///< the pacer's next turn
    std::optional<Instant> m_pacingArmedFor;
    std::vector<ConnectionState> m_states;
    qint64 m_unsent = 0;          ///< of the worker's share, where the trial has a number of requests
    qint64 m_countedInFlight = 0;
    Instant m_lastAnswer;
    std::optional<Instant> m_failingSince; ///< absent: the last thing that happened was an answer
    ThreadTimes m_cpuAtStart;
    Instant m_measuringSince;
    bool m_sending = false; ///< a request that fails within send() must not send from there: the stack would grow with the backlog
    bool m_measuring = false;
    bool m_ended = false;
    WorkerResult m_result;
    std::unique_ptr<Transport> m_transport; ///< goes first: it may call back until then
};

} // namespace sweepbench
