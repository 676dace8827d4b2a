// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain value.
#pragma once

#include "core/model/result.h"

#include <vector>

namespace sweepbench {

/// The status codes that count as success, as closed ranges. The default is everything below 400 (DESIGN.md, What counts).
class StatusSet
{
public:
    struct Range { int low; int high; bool operator==(const Range &) const = default; };

    StatusSet() : m_ranges{{100, 399}} {}
    explicit StatusSet(std::vector<Range> ranges) : m_ranges(std::move(ranges)) {}

    bool contains(int status) const
    {
        for (const Range &range : m_ranges)
            if (status >= range.low && status <= range.high)
                return true;
        return false;
    }
    bool isDefault() const { return *this == StatusSet(); }
    /// "200-299,304"; the inverse of parseStatusSet.
    QString text() const;
    bool operator==(const StatusSet &) const = default;

private:
    std::vector<Range> m_ranges;
};

/// Reads "200", "200-399", "200-299,304"; codes from 100 to 999. Field "expected status".
Result<StatusSet> parseStatusSet(const QString &text);

} // namespace sweepbench
