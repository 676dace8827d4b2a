// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/missingsecrets.h"

#include "core/model/httpurl.h"

namespace sweepbench {

namespace {

/// "admin" of "http://admin:@host/".
QString userOf(const Result<HttpUrl> &url)
{
    return url && url->userInfo ? QString::fromUtf8(url->userInfo->chopped(1)) : QString();
}

} // namespace

std::vector<MissingSecret> missingSecrets(const Plan &plan)
{
    std::vector<MissingSecret> missing;
    for (int i = 0; i < static_cast<int>(plan.targets.size()); ++i) {
        const Target &target = plan.targets[static_cast<std::size_t>(i)];
        for (std::size_t header = 0; header < target.headers.size(); ++header)
            if (target.headers[header].value.isEmpty() && isSecretHeader(target.headers[header].name))
                missing.push_back({MissingSecret::Kind::Header, i, header, target.headers[header].name});
        if (lacksPassword(target.url))
            missing.push_back({MissingSecret::Kind::UrlPassword, i, 0, userOf(parseHttpUrl(target.url))});
        if (lacksPassword(target.proxy))
            missing.push_back({MissingSecret::Kind::ProxyPassword, i, 0, userOf(parseProxyUrl(target.proxy))});
    }
    return missing;
}

void giveSecret(Plan &plan, const MissingSecret &secret, const QString &value)
{
    Target &target = plan.targets.at(static_cast<std::size_t>(secret.target));
    switch (secret.kind) {
    case MissingSecret::Kind::Header: target.headers.at(secret.header).value = value; break;
    case MissingSecret::Kind::UrlPassword: target.url = urlWithUserInfo(target.url, secret.name, value); break;
    case MissingSecret::Kind::ProxyPassword: target.proxy = urlWithUserInfo(target.proxy, secret.name, value); break;
    }
}

} // namespace sweepbench
