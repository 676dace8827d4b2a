// SPDX-License-Identifier: GPL-3.0-or-later
// One run in the window: drives the runner, writes each finished trial into the session, tells the pages.
// Thread contract: the GUI thread.
#pragma once

#include "core/demo/demoserver.h"
#include "core/engine/runner.h"
#include "core/model/extension.h"
#include "ui/livepage.h"
#include "ui/sessiondocument.h"

#include <QObject>

#include <memory>
#include <optional>

namespace sweepbench {

class RunController : public QObject
{
    Q_OBJECT
public:
    explicit RunController(SessionDocument &document, QObject *parent = nullptr);
    ~RunController() override;

    /// A new session with this plan becomes the document, kept at \a path, and its run starts.
    void start(const Plan &plan, const QString &path);
    /// The open session goes on for so many blocks, in the same file.
    void extend(int blocks);
    void stop();
    bool isRunning() const;
    /// Ends what is under way within the runner's 200 ms; nothing is emitted any more.
    void abandon();

    LiveState state() const;
    /// Of the trial under way, for drawing.
    const Runner *runner() const { return m_runner.get(); }

signals:
    void started(const sweepbench::Plan &plan);
    void stateChanged();
    void sampled();
    void trialFinished(const sweepbench::TrialPtr &trial);
    /// A line per comparison that has three pairs or more.
    void interimChanged(const QStringList &lines);
    /// Every cell has one trial more.
    void blockFinished();
    void ended(sweepbench::RunEnd end);
    void problem(const QString &text); ///< to be shown; the run goes on where it can

private:
    void run(const Extension &extension, const std::optional<Problem> &unwritten);
    void keepLook(StopReason reason);
    QString endText() const;
    QStringList interimLines() const;
    void takeTrial(const TrialPtr &trial);
    void finish(RunEnd end);

    SessionDocument &m_document;
    std::unique_ptr<Runner> m_runner;
    bool m_running = false; ///< from start() until the runner says that it has finished
    bool m_stopping = false;
};

} // namespace sweepbench
