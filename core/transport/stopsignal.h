// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a thread that waits for descriptors to stop, whatever it is doing.
// Thread contract: give() may be called from any thread, while the object lives.
#pragma once

#include "core/transport/filedescriptor.h"

namespace sweepbench {

/// A pipe (not an eventfd, which only Linux has).
class StopSignal
{
public:
    StopSignal();
    bool isValid() const { return static_cast<bool>(m_readEnd); }
    void give();
    /// Becomes readable with the first give(), and stays so.
    int descriptor() const { return m_readEnd.get(); }

private:
    FileDescriptor m_readEnd;
    FileDescriptor m_writeEnd;
};

} // namespace sweepbench
