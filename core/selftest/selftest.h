// SPDX-License-Identifier: GPL-3.0-or-later
// Tests program and machine on each other: one server as A and as B, and the most that the client can do.
// Thread contract: lives in the thread that created it, which needs an event loop; servers and workers have threads of their own.
#pragma once

#include "core/selftest/selftestreport.h"

#include <QObject>

#include <memory>

namespace sweepbench {

struct SelfTestResult
{
    bool passed = false;
    bool stopped = false;    ///< by stop()
    SelfTestPart sameServer;
    std::vector<ClientCeiling> ceilings; ///< of the transports that could be measured
    QStringList problems;    ///< what kept a part from being measured or kept
};

/// All of it in words: the outcome, a line per level, the ceilings.
QString selfTestText(const SelfTestResult &result);

class SelfTest : public QObject
{
    Q_OBJECT
public:
    explicit SelfTest(std::uint64_t seed, QObject *parent = nullptr);
    ~SelfTest() override; ///< stops, and waits for the threads

    /// Once. The ceilings are kept where captureEnvironment() finds them, as soon as all of them are measured.
    void start();
    /// finished() follows from the event loop.
    void stop();
    const SelfTestResult &result() const;

signals:
    /// \a doing is what is measured now, in words; \a fraction of the whole test is done.
    void progressed(const QString &doing, double fraction);
    void finished();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
