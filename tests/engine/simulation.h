// SPDX-License-Identifier: GPL-3.0-or-later
// A trial in simulated time: a clock that jumps from event to event, and a transport whose answers come when a function says.
// Thread contract: one thread; no event loop is needed.
#pragma once

#include "core/engine/trialloop.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sweepbench::test {

class SimulatedClock final : public Clock
{
public:
    Instant now() const override { return m_now; }

    std::unique_ptr<Alarm> makeAlarm(std::function<void()> onFired) override
    {
        return std::make_unique<SimulatedAlarm>(*this, std::move(onFired));
    }

    /// Runs \a what at \a at, or next when that is past. What was asked for first runs first.
    void call(Instant at, std::function<void()> what) { m_events.emplace(std::max(at, m_now), std::move(what)); }

    /// The event that is next; false when there is none.
    bool step()
    {
        if (m_events.empty())
            return false;
        auto next = m_events.extract(m_events.begin());
        m_now = std::max(m_now, std::max(next.key(), m_frozenUntil));
        next.mapped()();
        return true;
    }

    /// The worker does nothing until then: whatever falls due meanwhile comes late, in its order.
    void freezeUntil(Instant until) { m_frozenUntil = until; }

private:
    class SimulatedAlarm final : public Alarm
    {
    public:
        SimulatedAlarm(SimulatedClock &clock, std::function<void()> onFired) : m_clock(clock), m_onFired(std::move(onFired)) {}
        void arm(Instant at) override
        {
            m_clock.call(at, [this, armed = ++*m_armed, latest = std::weak_ptr(m_armed)] {
                if (const auto alive = latest.lock(); alive && *alive == armed)
                    m_onFired();
            });
        }

    private:
        SimulatedClock &m_clock;
        std::function<void()> m_onFired;
        std::shared_ptr<int> m_armed = std::make_shared<int>(0);
    };

    Instant m_now{std::chrono::seconds(1000)};
    Instant m_frozenUntil;
    std::multimap<Instant, std::function<void()>> m_events; // equal keys stay in the order of insertion
};

/// What becomes of a request that was sent at an instant: how long it takes, and whether it fails.
struct Fate
{
    std::optional<Nanoseconds> after; ///< absent: it never ends
    std::optional<ErrorKind> error = {};
    bool atOnce = false; ///< ends before send() returns
};
using Server = std::function<Fate(Instant sent)>;

struct SentRequest
{
    int connection = 0;
    Instant intended;
    Instant sent;
};

class SimulatedTransport final : public Transport
{
public:
    SimulatedTransport(SimulatedClock &clock, SampleSink &sink, Server server, std::vector<SentRequest> &log)
        : m_clock(clock), m_sink(sink), m_server(std::move(server)), m_log(log)
    {
    }

    void send(int connection, Instant intended, Instant sent) override
    {
        m_log.push_back({connection, intended, sent});
        if (m_busy.count(connection) > 0)
            qFatal("a busy connection was given a request");
        const int number = ++m_sends;
        m_busy[connection] = {number, sent};
        Sample sample;
        sample.intended = intended;
        sample.sent = sent;
        const Fate fate = m_server(sent);
        sample.error = fate.error;
        sample.status = fate.error ? 0 : 200;
        if (fate.atOnce)
            finish(connection, number, sample);
        else if (fate.after)
            m_clock.call(sent + *fate.after, [=, this] { finish(connection, number, sample); });
    }

    std::optional<InFlight> cancel(int connection) override
    {
        const auto busy = m_busy.find(connection);
        if (busy == m_busy.end())
            return std::nullopt;
        const InFlight inFlight{0, 0, busy->second.second};
        m_busy.erase(busy);
        return inFlight;
    }

    QString errorDetail() const override { return {}; }
    qint64 connectionsOpened() const override { return 0; }

private:
    void finish(int connection, int number, Sample sample)
    {
        const auto busy = m_busy.find(connection);
        if (busy == m_busy.end() || busy->second.first != number)
            return; // cancelled
        m_busy.erase(busy);
        sample.end = m_clock.now();
        m_sink.requestFinished(connection, sample);
    }

    SimulatedClock &m_clock;
    SampleSink &m_sink;
    Server m_server;
    std::vector<SentRequest> &m_log;
    std::map<int, std::pair<int, Instant>> m_busy; ///< number of its request, and when it was sent
    int m_sends = 0;
};

/// One worker's trial from its start to its end.
class SimulatedTrial
{
public:
    explicit SimulatedTrial(TrialLoopOptions options, const Server &server)
        : m_options(std::move(options))
        , m_recorder(StatusSet(), m_options.pacing.load.rate.has_value())
        , m_loop(m_options, m_recorder, m_clock,
                 [&](SampleSink &sink) { return std::make_unique<SimulatedTransport>(m_clock, sink, server, m_log); },
                 [this] { m_ended = true; })
    {
    }

    /// False where it did not end within so many events.
    bool run(int mostEvents = 10'000'000)
    {
        m_loop.start();
        for (int i = 0; i < mostEvents && !m_ended; ++i)
            if (!m_clock.step())
                break;
        return m_ended;
    }

    SimulatedClock &clock() { return m_clock; }
    const Recorder &recorder() const { return m_recorder; }
    const WorkerResult &result() const { return m_loop.result(); }
    const std::vector<SentRequest> &log() const { return m_log; }
    /// The requests that belong to the measurement.
    std::vector<SentRequest> counted() const
    {
        std::vector<SentRequest> result;
        std::copy_if(m_log.begin(), m_log.end(), std::back_inserter(result),
                     [this](const SentRequest &request) { return request.intended >= m_options.pacing.warmupEnd; });
        return result;
    }

private:
    TrialLoopOptions m_options;
    SimulatedClock m_clock;
    std::vector<SentRequest> m_log;
    Recorder m_recorder;
    bool m_ended = false;
    TrialLoop m_loop;
};

} // namespace sweepbench::test
