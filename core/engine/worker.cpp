// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/worker.h"

#include "core/transport/backoff.h"
#include "core/transport/steadytimer.h"

#include <QEventLoop>

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <vector>

namespace sweepbench {

namespace {

/// A trial of a number of requests ends early when requests fail and none has been answered for this long.
constexpr Nanoseconds patienceWithoutAnswer = std::chrono::seconds(10);

} // namespace

/// The closed loop: each connection sends its next request when the one before has ended.
class Worker::Loop : private SampleSink, private EpollHandler
{
public:
    Loop(Worker &worker, QEventLoop &events)
        : m_worker(worker)
        , m_options(worker.m_options)
        , m_recorder(worker.m_recorder)
        , m_events(events)
        , m_transport(makeTransport(m_set, m_options.transport, *this))
        , m_trialTimer(m_set, [this] { onTrialTimer(); })
        , m_retryTimer(m_set, [this] { retryDue(); })
        , m_states(static_cast<std::size_t>(m_options.transport.connections))
        , m_unsent(m_options.requests.value_or(0))
    {
        m_set.add(m_worker.m_stopEvent.get(), EPOLLIN, this);
        m_set.attach();
    }

    void start()
    {
        const Instant now = steadyNow();
        m_lastAnswer = now;
        if (m_options.warmupEnd > now)
            m_trialTimer.arm(m_options.warmupEnd);
        else
            startMeasuring();
        for (int i = 0; i < m_options.transport.connections && !m_ended; ++i)
            next(i, steadyNow()); // connecting a thousand takes a while: each has its own start
        endIfThrough();
    }

private:
    struct ConnectionState
    {
        bool counted = false; ///< the request under way belongs to the measurement
        int failures = 0;     ///< in a row, without an answer
    };
    struct Retry
    {
        Instant at;
        int connection;
        bool operator>(const Retry &other) const { return at > other.at; }
    };

    void requestFinished(int connection, const Sample &sample) override
    {
        ConnectionState &state = m_states[static_cast<std::size_t>(connection)];
        if (state.counted) {
            --m_countedInFlight;
            m_recorder.record(sample);
        } else {
            m_recorder.recordWarmup(sample);
        }
        if (m_ended)
            return;
        if (!sample.error) {
            state.failures = 0;
            m_lastAnswer = sample.end;
            next(connection, sample.end);
        } else {
            ++state.failures;
            retryLater(connection, sample.end);
        }
        endIfThrough();
    }

    /// Sends the connection's next request, if one is left.
    void next(int connection, Instant now)
    {
        ConnectionState &state = m_states[static_cast<std::size_t>(connection)];
        state.counted = m_measuring;
        if (m_measuring) {
            if (m_options.requests && m_unsent-- <= 0) {
                m_unsent = 0;
                return;
            }
            ++m_countedInFlight;
            if (!m_options.requests && m_recorder.sent() == 0)
                m_trialTimer.arm(now + m_options.duration);
            m_recorder.countSent(now);
        }
        m_transport->send(connection, now, now);
    }

    void retryLater(int connection, Instant now)
    {
        if (m_options.requests && now - m_lastAnswer > patienceWithoutAnswer) {
            m_worker.m_result.gaveUp = true;
            end(now);
            return;
        }
        const int failures = m_states[static_cast<std::size_t>(connection)].failures;
        m_retries.push({now + backoffAfter(failures, m_options.transport.connections), connection});
        if (!m_retryTimer.isArmed() || m_retries.top().connection == connection)
            m_retryTimer.arm(m_retries.top().at);
    }

    void retryDue()
    {
        const Instant now = steadyNow();
        while (!m_ended && !m_retries.empty() && m_retries.top().at <= now) {
            const int connection = m_retries.top().connection;
            m_retries.pop();
            next(connection, now);
        }
        if (m_ended)
            return;
        if (!m_retries.empty())
            m_retryTimer.arm(m_retries.top().at);
        endIfThrough();
    }

    void onTrialTimer()
    {
        if (m_ended)
            return;
        const Instant now = steadyNow();
        if (!m_measuring)
            startMeasuring();
        else if (!m_options.requests)
            end(now);
        endIfThrough();
    }

    void startMeasuring()
    {
        m_measuring = true;
        m_cpuAtStart = threadCpu();
        if (!m_options.requests) // next() sets it again; this one holds where the warm-up's requests are never answered
            m_trialTimer.arm(m_options.warmupEnd + m_options.duration);
    }

    /// A trial of a number of requests ends with the last of them.
    void endIfThrough()
    {
        if (!m_ended && m_measuring && m_options.requests && m_unsent == 0 && m_countedInFlight == 0)
            end(m_recorder.lastEnd());
    }

    void end(Instant now)
    {
        m_ended = true;
        const CpuSeconds cpu = threadCpu();
        if (m_measuring)
            m_worker.m_result.cpu = {cpu.user - m_cpuAtStart.user, cpu.system - m_cpuAtStart.system};
        m_worker.m_result.end = now;
        for (int i = 0; i < m_options.transport.connections; ++i) {
            const auto inFlight = m_transport->cancel(i);
            if (!inFlight || !m_measuring)
                continue;
            // A request that was waiting when the warm-up ended and still waits now has waited all through: it is counted,
            // or a server that never answers would leave no trace.
            if (!m_states[static_cast<std::size_t>(i)].counted && !m_options.requests)
                m_recorder.countSent(m_options.warmupEnd);
            else if (!m_states[static_cast<std::size_t>(i)].counted)
                continue;
            m_recorder.countCancelled(inFlight->bytesReceived, inFlight->bytesSent);
            m_worker.m_result.longestWait = std::max<Nanoseconds>(m_worker.m_result.longestWait, now - inFlight->sent);
        }
        m_worker.m_result.connectionsOpened = m_transport->connectionsOpened();
        m_worker.m_result.errorDetail = m_transport->errorDetail();
        m_set.detach();
        m_events.quit();
    }

    void onEpollEvents(std::uint32_t) override
    {
        if (!m_ended)
            end(steadyNow());
    }

    Worker &m_worker;
    const WorkerOptions &m_options;
    Recorder &m_recorder;
    QEventLoop &m_events;
    EpollSet m_set;
    std::unique_ptr<Transport> m_transport;
    SteadyTimer m_trialTimer;
    SteadyTimer m_retryTimer;
    std::vector<ConnectionState> m_states;
    std::priority_queue<Retry, std::vector<Retry>, std::greater<>> m_retries;
    qint64 m_unsent = 0;          ///< of the worker's share, where the trial has a number of requests
    qint64 m_countedInFlight = 0;
    Instant m_lastAnswer;
    CpuSeconds m_cpuAtStart;
    bool m_measuring = false;
    bool m_ended = false;
};

Worker::Worker(WorkerOptions options)
    : m_options(std::move(options)), m_recorder(m_options.transport.target.expectedStatus), m_stopEvent(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{
}

Worker::~Worker()
{
    requestStop();
    wait();
}

void Worker::requestStop()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_stopEvent.get(), &one, sizeof one);
}

void Worker::run()
{
    pinThread(m_options.cpus);
    QEventLoop events;
    Loop loop(*this, events);
    // From within the loop, so that a trial that ends at once finds it running.
    QMetaObject::invokeMethod(&events, [&loop] { loop.start(); }, Qt::QueuedConnection);
    events.exec();
}

} // namespace sweepbench
