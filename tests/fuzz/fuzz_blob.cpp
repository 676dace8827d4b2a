// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms and series from a session file of any origin: what is accepted is, to the last byte, what is written.
#include "core/session/blob.h"
#include "core/session/sessioncheck.h"
#include "tests/fuzz/finding.h"

#include <cstdint>

using namespace sweepbench;
using namespace sweepbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray blob(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (const auto distribution = distributionFromBlob(blob)) {
        require(isSane(*distribution), "an accepted histogram adds up");
        require(distributionToBlob(*distribution) == blob, "an accepted histogram is written as it was");
    }
    if (const auto series = seriesFromBlob(blob)) {
        require(isSane(*series), "an accepted series is possible");
        require(seriesToBlob(*series) == blob, "an accepted series is written as it was");
    }
    return 0;
}
