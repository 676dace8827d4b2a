// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/errorkind.h"

#include <numeric>

namespace sweepbench {

namespace {

struct KindNames
{
    const char16_t *id;
    const char16_t *text;
};

// In the order of ErrorKind.
constexpr std::array<KindNames, errorKindCount> kindNames{{
    {u"status", u"unexpected status"},
    {u"name", u"name not found"},
    {u"connect", u"connection refused or unreachable"},
    {u"connect_timeout", u"connecting timed out"},
    {u"proxy", u"proxy"},
    {u"tls", u"TLS"},
    {u"timeout", u"timed out"},
    {u"reset", u"connection reset"},
    {u"closed_early", u"closed early"},
    {u"protocol", u"not valid HTTP"},
    {u"redirects", u"too many redirects"},
    {u"local_ports", u"no local port left"},
    {u"local_descriptors", u"no file descriptor left"},
    {u"expectation", u"unexpected answer"},
    {u"unspecified", u"failed for no known reason"},
}};

} // namespace

QString errorKindId(ErrorKind kind)
{
    return QString::fromUtf16(kindNames[static_cast<std::size_t>(kind)].id);
}

std::optional<ErrorKind> errorKindFromId(const QString &id)
{
    for (std::size_t i = 0; i < kindNames.size(); ++i)
        if (id == QStringView(kindNames[i].id))
            return static_cast<ErrorKind>(i);
    return std::nullopt;
}

QString errorKindText(ErrorKind kind)
{
    return QString::fromUtf16(kindNames[static_cast<std::size_t>(kind)].text);
}

qint64 ErrorCounts::total() const
{
    return std::accumulate(byKind.begin(), byKind.end(), qint64(0));
}

ErrorCounts &ErrorCounts::operator+=(const ErrorCounts &other)
{
    for (std::size_t i = 0; i < byKind.size(); ++i)
        byKind[i] += other.byKind[i];
    return *this;
}

} // namespace sweepbench
