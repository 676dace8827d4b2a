// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at a session: each moment at which verdicts were given and more blocks could still be asked for costs its share of the error
// rate (errorrate.h).
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

namespace sweepbench {

/// The judging of a session whose run came to its end for this reason: one more look, at what was measured until \a now.
Judging judgingAfterRun(const Session &session, StopReason reason, const QDateTime &now);
/// The judging of a session that is about to be extended: one that was measured as planned before looks were kept gets its first.
Judging judgingBeforeExtension(const Session &session);

/// The session as it was at a look, judged as it is now: that look's own verdicts at the rate that is left today.
Session sessionAtLook(const Session &session, const Look &look);

/// Further blocks that verdicts which are still open would need.
struct ExtensionOffer
{
    int blocks = 0;        ///< the most that any inconclusive verdict asks for; 0: none asks
    bool tooMany = false;  ///< more than 100: not worth an offer
    bool extended = false; ///< it was extended before, and one extension is what the error rate was shared for
    bool isOpen() const { return blocks > 0 && !tooMany && !extended; }
};
ExtensionOffer extensionOffer(const Session &session, const Analysis &analysis);

/// What is to be said of looks and stop rules: which rule ended the run and the precision reached; that this is the second look, and
/// what the first one said at the same rate; that a third was not planned for.
std::vector<Finding> lookFindings(const Session &session);

} // namespace sweepbench
