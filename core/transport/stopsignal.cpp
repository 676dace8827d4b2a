// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/stopsignal.h"

#include <fcntl.h>

namespace sweepbench {

StopSignal::StopSignal()
{
    int ends[2];
    if (::pipe(ends) != 0)
        return;
    for (const int fd : ends) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    m_readEnd = FileDescriptor(ends[0]);
    m_writeEnd = FileDescriptor(ends[1]);
}

void StopSignal::give()
{
    const char any = 0;
    [[maybe_unused]] const ssize_t written = ::write(m_writeEnd.get(), &any, 1); // full is as good
}

} // namespace sweepbench
