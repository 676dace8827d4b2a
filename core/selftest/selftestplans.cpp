// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/selftestplans.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sweepbench {

namespace {

Target targetOn(quint16 port, const QString &name)
{
    Target target;
    target.name = name;
    target.url = u"http://127.0.0.1:%1/"_s.arg(port);
    return target;
}

} // namespace

Plan sameServerPlan(quint16 port, std::uint64_t seed)
{
    Plan plan;
    plan.targets = {targetOn(port, u"A"_s), targetOn(port, u"B"_s)};
    plan.sweep.levels = {1, 10, 50};
    plan.repeats = 8;
    plan.load.warmup = 50ms;
    plan.load.duration = 150ms;
    plan.seed = seed;
    return plan;
}

Plan ceilingPlan(quint16 port, TransportKind transport)
{
    Plan plan;
    plan.targets = {targetOn(port, u"null server"_s)};
    plan.sweep.levels = {10, 100};
    plan.repeats = 3;
    plan.load.transport = transport;
    plan.load.warmup = 200ms;
    plan.load.duration = 500ms;
    return plan;
}

} // namespace sweepbench
