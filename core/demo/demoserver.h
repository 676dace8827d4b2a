// SPDX-License-Identifier: GPL-3.0-or-later
// The demo server: a small HTTP/1.1 server with a known delay, for the demo, for `sweepbench-cli serve` and for tests.
// Thread contract: start() and stop() from the owner's thread; it serves in one thread of its own.
#pragma once

#include "core/model/result.h"
#include "core/model/target.h"

#include <QHostAddress>

#include <chrono>
#include <memory>
#include <vector>

namespace sweepbench {

struct DemoServerOptions
{
    QHostAddress address = QHostAddress(QHostAddress::LocalHost);
    quint16 port = 0;                      ///< 0: any free one
    std::chrono::nanoseconds delay{0};     ///< before each answer
    std::chrono::nanoseconds jitter{0};    ///< uniform, from 0 to this, on top of the delay
    qint64 bodySize = 12;                  ///< bytes of the answer to any other path
};

/// Answers every path with \c bodySize bytes; \c /?n=5 with 6 and \c /echo/NAME with NAME.
class DemoServer
{
public:
    explicit DemoServer(DemoServerOptions options);
    ~DemoServer();
    /// Binds, listens and starts serving. Returns the port.
    Result<quint16> start();
    void stop();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// The two servers of the demo: one steady, one with a known extra delay, on free loopback ports.
struct DemoPair
{
    std::unique_ptr<DemoServer> steady;
    std::unique_ptr<DemoServer> delayed;
    quint16 steadyPort = 0;
    quint16 delayedPort = 0;
};
inline constexpr std::chrono::microseconds demoDelay{5000};
inline constexpr std::chrono::microseconds demoExtraDelay{1000};
Result<DemoPair> startDemoPair();
/// The pair as targets of a plan, named for what they are.
std::vector<Target> demoTargets(const DemoPair &pair);

} // namespace sweepbench
