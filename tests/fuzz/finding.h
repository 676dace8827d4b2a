// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzz targets share.
// Thread contract: one thread.
#pragma once

#include <QString>

#include <cstdio>
#include <cstdlib>

namespace sweepbench::fuzz {

/// Ends the program where a property does not hold, which libFuzzer and ctest take for a finding.
inline void require(bool holds, const char *property, const QString &details = {})
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n%s\n", property, qUtf8Printable(details));
    std::abort();
}

} // namespace sweepbench::fuzz
