// SPDX-License-Identifier: GPL-3.0-or-later
// Executes a plan: trial after trial in the plan's order, each with its own worker threads, nothing shared between trials.
// Thread contract: lives in the thread that created it (the window's, or the headless program's main thread), which needs an
// event loop. Worker threads hand their results over when they have ended. Signals carry state changes, never single requests.
#pragma once

#include "core/model/judging.h"
#include "core/model/plan.h"
#include "core/model/trial.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

/// Where a run stands.
struct RunProgress
{
    int trialsDone = 0;
    int trialsTotal = 0;
    bool atMost = false;          ///< a stop rule may end the run before all its trials
    TrialSlot current;            ///< meaningful while running
    bool warmingUp = false;       ///< or ramping up
    std::chrono::nanoseconds timeLeft{0}; ///< estimate, the most with a stop rule; negative while it can't be told
    double fraction = 0;          ///< 0 to 1
};

enum class RunEnd {
    Completed,
    Stopped, ///< by stop(); every finished trial has been handed out
    Failed   ///< the run could not be started or go on; failureText() says why
};

class Runner : public QObject
{
    Q_OBJECT
public:
    /// Runs the repeats [firstRepeat, plan.repeats); firstRepeat > 0 extends a session that has \a firstOrder trials already,
    /// whose clock for charts stood at \a startOffset. The plan's stop rule is asked after each block; it takes a run from its first
    /// block on (core/model/extension.h).
    explicit Runner(Plan plan, int firstRepeat = 0, int firstOrder = 0, std::chrono::nanoseconds startOffset = {},
                    QObject *parent = nullptr);
    ~Runner() override; ///< stops, and waits for the workers

    void start();
    /// Ends the trial under way within 200 ms; its result is thrown away. finished() follows.
    void stop();
    bool isRunning() const;
    const Plan &plan() const;
    RunProgress progress() const;
    QString failureText() const;
    /// What ended a run that is completed: a stop rule, or that all blocks were run; absent before, and where it was stopped by hand.
    std::optional<StopReason> stoppedBy() const;
    /// The series of the trial under way, growing by one point about every 100 ms (less often after an
    /// hour); empty between trials.
    const std::vector<SeriesPoint> &currentSeries() const;
    /// Start of the trial under way on the run's clock, as Trial::startOffsetNs.
    qint64 currentStartOffsetNs() const;

signals:
    void trialStarted(const sweepbench::TrialSlot &slot);
    /// A point was added to currentSeries().
    void sampled();
    void trialFinished(const sweepbench::TrialPtr &trial);
    void finished(sweepbench::RunEnd end);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
