// SPDX-License-Identifier: GPL-3.0-or-later
// One worker of one trial: a thread with its own event loop, connections and recorder. It shares nothing while it runs.
// Thread contract: constructed, asked to stop and destroyed by the runner's thread; everything in run() belongs to the worker's
// thread. The recorder's live counts may be read at any time, result() only after the thread has ended.
#pragma once

#include "core/engine/recorder.h"
#include "core/monitor/threadcpu.h"
#include "core/transport/filedescriptor.h"
#include "core/transport/transport.h"

#include <QThread>

#include <optional>

namespace sweepbench {

struct WorkerOptions
{
    TransportOptions transport;
    std::optional<qint64> requests; ///< this worker's share, or
    Nanoseconds duration{0};        ///< where requests is absent: from the first counted request to the end of the trial
    Instant warmupEnd;
    std::vector<int> cpus;
};

struct WorkerResult
{
    CpuSeconds cpu;          ///< after warm-up
    Instant end;             ///< of the trial, as this worker saw it
    QString errorDetail;
    qint64 connectionsOpened = 0; ///< warm-up included
    Nanoseconds longestWait{0}; ///< of the requests that were cut off at the end
    bool gaveUp = false;     ///< stopped before its requests were through: none was answered for a long time
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
    class Loop;

    WorkerOptions m_options;
    Recorder m_recorder;
    WorkerResult m_result;
    FileDescriptor m_stopEvent; ///< an eventfd: reaches the epoll set whatever the thread is doing
};

} // namespace sweepbench
