// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: main thread only.
#pragma once

#include "core/engine/runner.h"

#include <QString>

namespace sweepbench {

/// One line on a terminal's standard error that is written over again and again; nothing at all into a pipe.
class ProgressLine
{
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();
    void show(const Plan &plan, const RunProgress &progress);
    void showText(const QString &text);
    void clear();

private:
    bool m_enabled;
    bool m_shown = false;
};

/// "trial 7 of 30: nginx, 10 connections, 28 s left"; a fixed rate and a transport other than the usual are named too.
QString progressText(const Plan &plan, const RunProgress &progress);

} // namespace sweepbench
