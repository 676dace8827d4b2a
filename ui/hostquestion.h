// SPDX-License-Identifier: GPL-3.0-or-later
// The question before a host that is neither loopback nor private is put under load: once per host, remembered.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/plan.h"
#include "ui/settings.h"

#include <functional>

class QWidget;

namespace sweepbench {

/// Asks for each host of the plan that has not been allowed yet, one after another, without blocking; calls \a go when all
/// of them are allowed, at once when there is nothing to ask. A No ends it.
void askForHosts(const Plan &plan, Settings &settings, QWidget *parent, std::function<void()> go);

} // namespace sweepbench
