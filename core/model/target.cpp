// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/target.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString tlsVersionId(TlsVersion version)
{
    return version == TlsVersion::Tls12 ? u"1.2"_s : u"1.3"_s;
}

std::optional<TlsVersion> tlsVersionFromId(const QString &id)
{
    for (const TlsVersion version : {TlsVersion::Tls12, TlsVersion::Tls13})
        if (id == tlsVersionId(version))
            return version;
    return std::nullopt;
}

bool isSecretHeader(const QString &name)
{
    const QString lower = name.trimmed().toLower();
    return lower == u"authorization" || lower == u"cookie" || lower == u"proxy-authorization" || lower.contains(u"token")
        || lower.contains(u"key");
}

} // namespace sweepbench
