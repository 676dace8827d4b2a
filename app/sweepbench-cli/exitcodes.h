// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sweepbench {

/// What the headless program ends with.
enum ExitCode {
    exitDone = 0,
    exitWriteFailed = 1,  ///< measured or read, but a file could not be written
    exitThreshold = 1,    ///< measured or read, but a threshold has not passed
    exitSelfTest = 1,     ///< the self-test has not passed
    exitUsage = 2,        ///< usage or plan error; nothing was sent
    exitNotMeasured = 3,  ///< a target was unreachable or every request failed; the rest is saved
    exitInterrupted = 130 ///< by Ctrl-C or SIGTERM; what was measured is saved
};

} // namespace sweepbench
