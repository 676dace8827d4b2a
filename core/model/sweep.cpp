// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sweep.h"

#include "core/model/format.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString sweepAxisId(SweepAxis axis)
{
    return axis == SweepAxis::Connections ? u"connections"_s : u"rate"_s;
}

QString levelTitle(SweepAxis axis)
{
    return axis == SweepAxis::Connections ? u"Connections"_s : u"Requests per second due"_s;
}

QString levelUnit(SweepAxis axis, int level)
{
    if (axis == SweepAxis::Connections)
        return level == 1 ? u"connection"_s : u"connections"_s;
    return level == 1 ? u"request per second due"_s : u"requests per second due"_s;
}

QString levelText(SweepAxis axis, int level)
{
    if (level == unknownLevel)
        return axis == SweepAxis::Connections ? u"an unknown number of connections"_s : u"an unknown rate"_s;
    return formatCount(level) + u' ' + levelUnit(axis, level);
}

QString levelNumber(int level)
{
    return level == unknownLevel ? u"unknown"_s : formatCount(level);
}

} // namespace sweepbench
