// SPDX-License-Identifier: GPL-3.0-or-later
// One worker of one trial: a thread with its own event loop, connections and recorder. It shares nothing while it runs.
// Thread contract: constructed, asked to stop and destroyed by the runner's thread; everything in run() belongs to the worker's
// thread. The recorder's live counts may be read at any time, result() only after the thread has ended.
#pragma once

#include "core/engine/recorder.h"
#include "core/engine/trialloop.h"
#include "core/transport/stopsignal.h"
#include "core/transport/transport.h"

#include <QThread>

#include <vector>

namespace sweepbench {

struct WorkerOptions
{
    TransportOptions transport;
    TrialLoopOptions trial;
    std::vector<int> cpus; ///< that the thread is pinned to; empty: not pinned
};

class Worker : public QThread
{
public:
    explicit Worker(WorkerOptions options);
    ~Worker() override;

    /// Ends the trial from outside; returns at once.
    void requestStop();

    const Recorder &recorder() const { return m_recorder; }
    const WorkerResult &result() const { return m_result; }

protected:
    void run() override;

private:
    WorkerOptions m_options;
    Recorder m_recorder;
    WorkerResult m_result;
    StopSignal m_stop;
};

} // namespace sweepbench
