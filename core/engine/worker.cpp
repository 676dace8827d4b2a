// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/worker.h"

#include "core/engine/steadyclock.h"
#include "core/transport/epollset.h"

#include <QEventLoop>

#include <memory>
#include <utility>

namespace sweepbench {

namespace {

/// Ends the trial when the runner says so.
class StopListener : private EpollHandler
{
public:
    StopListener(EpollSet &set, int descriptor, TrialLoop &loop) : m_set(set), m_descriptor(descriptor), m_loop(loop)
    {
        m_set.add(m_descriptor, EpollSet::readable, this);
    }
    ~StopListener() { m_set.remove(m_descriptor); }
    StopListener(const StopListener &) = delete;

private:
    void onEpollEvents(std::uint32_t) override { m_loop.stop(); }

    EpollSet &m_set;
    int m_descriptor;
    TrialLoop &m_loop;
};

} // namespace

Worker::Worker(WorkerOptions options)
    : m_options(std::move(options))
    , m_recorder(m_options.transport.target.expectedStatus, m_options.trial.pacing.load.rate.has_value())
{
}

Worker::~Worker()
{
    requestStop();
    wait();
}

void Worker::requestStop()
{
    m_stop.give();
}

void Worker::run()
{
    pinThread(m_options.cpus);
    QEventLoop events;
    EpollSet set;
    SteadyClock clock(set);
    const auto transportFor = [&](SampleSink &sink) { return makeTransport(set, m_options.transport, sink); };
    const auto ended = [&] {
        set.detach();
        events.quit();
    };
    TrialLoop loop(m_options.trial, m_recorder, clock, transportFor, ended);
    const StopListener listener(set, m_stop.descriptor(), loop);
    const auto begin = [&loop] { loop.start(); };
    if (needsQtEvents(m_options.transport.load) || !set.serve(begin)) {
        set.attach();
        // From within the loop, so that a trial that ends at once finds it running.
        QMetaObject::invokeMethod(&events, begin, Qt::QueuedConnection);
        events.exec();
    }
    m_result = loop.result();
}

} // namespace sweepbench
