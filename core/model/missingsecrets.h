// SPDX-License-Identifier: GPL-3.0-or-later
// Passwords and secret headers that a file did not keep (DESIGN.md, Session file), and how a plan gets them back.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/plan.h"

#include <QString>

#include <vector>

namespace sweepbench {

struct MissingSecret
{
    enum class Kind { Header, UrlPassword, ProxyPassword };
    Kind kind = Kind::Header;
    int target = 0;
    std::size_t header = 0; ///< of the target's headers, for a Header
    QString name;           ///< the header's name, or the user whose password it is
    bool operator==(const MissingSecret &) const = default;
};

/// Target by target: headers in their order, then the URL's password, then the proxy's.
std::vector<MissingSecret> missingSecrets(const Plan &plan);

/// Puts \a value where \a secret is missing in \a plan, which must be the plan that it came from.
void giveSecret(Plan &plan, const MissingSecret &secret, const QString &value);

} // namespace sweepbench
