// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/againstitself.h"

#include "core/model/httpurl.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Target nameless(Target target)
{
    target.name.clear();
    return target;
}

QString nameOf(const Target &target)
{
    if (!target.name.isEmpty())
        return target.name;
    const auto url = parseHttpUrl(target.url);
    return url ? QString::fromLatin1(url->hostHeader()) : u"A"_s;
}

} // namespace

Plan againstItself(Plan plan)
{
    if (plan.targets.empty())
        return plan;
    const Target target = plan.targets.front();
    const QString name = nameOf(target);
    plan.targets.assign(2, target);
    plan.targets[0].name = name + u" (1)"_s;
    plan.targets[1].name = name + u" (2)"_s;
    return plan;
}

bool isAgainstItself(const Plan &plan)
{
    if (plan.targets.size() < 2 || plan.imported) // reports without a URL, or of one that another server had then
        return false;
    const Target first = nameless(plan.targets.front());
    return std::all_of(plan.targets.begin() + 1, plan.targets.end(), [&first](const Target &target) { return nameless(target) == first; });
}

} // namespace sweepbench
