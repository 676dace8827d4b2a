// SPDX-License-Identifier: GPL-3.0-or-later
// A foreground child process with a known pid, in a process group of its own, which does not outlive the test program.
// Thread contract: use it from one thread that lives as long as the child (Linux sends the death signal when the thread ends).
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>

#include <sys/types.h>

namespace sweepbench::test {

class ChildProcess
{
public:
    struct Options
    {
        QString outputFile;      ///< where standard output and error go; empty: /dev/null
        std::optional<int> cpu;  ///< pins the child, and what it starts, to this CPU
        QStringList environment = {}; ///< "NAME=value" on top of our own
        /// Starts as this user instead of root. For programs that give up root themselves: Linux then forgets the death signal.
        QByteArray user = {};
        /// Called in the child before anything else: system calls only, for nothing may be allocated after fork(). 0, or an
        /// errno, with which start() fails.
        std::function<int()> prepare = {};
    };

    ChildProcess() = default;
    ~ChildProcess(); ///< stop()
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    /// Starts \a program (a full path). False, with an error(), when it can't be executed.
    bool start(const QString &program, const QStringList &arguments, const Options &options);
    pid_t pid() const { return m_pid; } ///< 0 when nothing runs
    bool isRunning();                   ///< reaps a child that has ended
    /// SIGTERM, and SIGKILL to the whole group when that has not ended it in time. Returns when nothing of it is left.
    void stop(std::chrono::milliseconds patience = std::chrono::seconds(3));
    /// SIGKILL to the group at once.
    void kill();
    /// Waits for its end; the exit status as the shell gives it (128 + signal), absent when the time is up.
    std::optional<int> waitForExit(std::chrono::milliseconds timeout);
    QString error() const { return m_error; }
    int startError() const { return m_startError; } ///< the errno behind error()

private:
    pid_t m_pid = 0;
    std::optional<int> m_exit;
    QString m_error;
    int m_startError = 0;
};

} // namespace sweepbench::test
