// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/optionparts.h"
#include "core/model/httpurl.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Result<QByteArray> readBody(const QString &text)
{
    if (!text.startsWith(u'@'))
        return text.toUtf8();
    QFile file(text.sliced(1));
    if (!file.open(QIODevice::ReadOnly))
        return Problem{u"--body"_s, u"%1 can't be read: %2"_s.arg(file.fileName(), file.errorString())};
    constexpr qint64 mostBytes = 64 * 1024 * 1024;
    if (file.size() > mostBytes)
        return Problem{u"--body"_s, u"%1 is larger than 64 MiB"_s.arg(file.fileName())};
    return file.readAll();
}

Result<TlsOptions> tlsFromOptions(const ParsedCommand &options)
{
    TlsOptions tls;
    tls.insecure = options.isSet(u"insecure"_s);
    tls.caFile = options.value(u"cacert"_s);
    tls.certificateFile = options.value(u"cert"_s);
    tls.keyFile = options.value(u"key"_s);
    for (const auto &[option, path] : {std::pair{u"cacert"_s, tls.caFile}, std::pair{u"cert"_s, tls.certificateFile}, std::pair{u"key"_s, tls.keyFile}})
        if (options.isSet(option) && path.isEmpty())
            return Problem{u"--"_s + option, u"no file was named"_s};
    if (!tls.keyFile.isEmpty() && tls.certificateFile.isEmpty())
        return Problem{u"--key"_s, u"%1 is a key without a certificate; give it with --cert"_s.arg(tls.keyFile)};
    if (options.isSet(u"tls-min"_s)) {
        const auto version = tlsVersionFromId(options.value(u"tls-min"_s));
        if (!version)
            return Problem{u"--tls-min"_s, u"\"%1\" is not one of 1.2, 1.3"_s.arg(options.value(u"tls-min"_s))};
        tls.minimum = *version;
    }
    const auto resumption = parseChoice(options, u"tls-resumption"_s, u"on"_s, u"off"_s);
    if (!resumption)
        return resumption.problem();
    tls.resumption = *resumption;
    return tls;
}

/// The request that every target of a command line is asked.
Result<Target> requestFromOptions(const ParsedCommand &options)
{
    Target target;
    for (const QString &text : options.values(u"header"_s)) {
        const auto header = parseHeader(text);
        if (!header)
            return header.problem();
        target.headers.push_back(*header);
    }
    if (options.isSet(u"body"_s)) {
        auto body = readBody(options.value(u"body"_s));
        if (!body)
            return body.problem();
        target.body = *body;
        target.method = u"POST"_s; // as curl does; --method overrides it
    }
    if (options.isSet(u"method"_s))
        target.method = options.value(u"method"_s);
    if (options.isSet(u"expect-status"_s)) {
        const auto expected = parseStatusSet(options.value(u"expect-status"_s));
        if (!expected)
            return Problem{u"--expect-status"_s, expected.problem().text};
        target.expectedStatus = *expected;
    }
    target.proxy = options.value(u"proxy"_s).trimmed();
    if (options.isSet(u"proxy"_s)) {
        if (const auto proxy = parseProxyUrl(target.proxy); !proxy)
            return Problem{u"--proxy"_s, proxy.problem().text};
    }
    target.address = options.value(u"address"_s).trimmed();
    if (options.isSet(u"address"_s) && !isIpAddress(target.address))
        return Problem{u"--address"_s, u"\"%1\" is not an IP address; write it like 127.0.0.1 or ::1"_s.arg(target.address)};
    return target;
}

/// TLS options go to the targets that speak TLS; there has to be one.
std::optional<Problem> applyTls(Plan &plan, const TlsOptions &tls)
{
    if (tls == TlsOptions{})
        return std::nullopt;
    bool any = false;
    for (Target &target : plan.targets) {
        const auto url = parseHttpUrl(target.url);
        if (url && !url->tls)
            continue;
        target.tls = tls;
        any = true;
    }
    if (!any)
        return Problem{u"TLS options"_s, u"given, but no URL begins with https://"_s};
    return std::nullopt;
}

std::optional<Problem> applyUser(Plan &plan, const QStringList &texts)
{
    if (texts.size() > 1)
        return Problem{u"--user"_s, u"given %1 times; all URLs get the same one, and others stand in the URL"_s.arg(texts.size())};
    for (const QString &text : texts) {
        const auto credentials = parseCredentials(text);
        if (!credentials)
            return credentials.problem();
        for (Target &target : plan.targets)
            target.url = urlWithUserInfo(target.url, credentials->user, credentials->password);
    }
    return std::nullopt;
}

} // namespace

Result<Header> parseHeader(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon <= 0)
        return Problem{u"--header"_s, u"\"%1\" is not a header; write it like 'Name: value'"_s.arg(text)};
    return Header{text.first(colon).trimmed(), text.sliced(colon + 1).trimmed()};
}

Result<Credentials> parseCredentials(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon < 0)
        return Problem{u"--user"_s, u"there is no colon in it; write it like USER:PASSWORD"_s};
    return Credentials{text.first(colon), text.sliced(colon + 1)};
}

std::optional<Problem> applyTargetOptions(Plan &plan, const ParsedCommand &options, const QStringList &urls)
{
    const auto request = requestFromOptions(options);
    if (!request)
        return request.problem();
    const auto tls = tlsFromOptions(options);
    if (!tls)
        return tls.problem();
    const QStringList names = options.values(u"name"_s);
    if (names.size() > urls.size())
        return Problem{u"--name"_s, u"%1 names for %2 URLs"_s.arg(names.size()).arg(urls.size())};
    for (qsizetype i = 0; i < urls.size(); ++i) {
        Target target = *request;
        target.url = urls[i].trimmed();
        if (i < names.size())
            target.name = names[i];
        plan.targets.push_back(std::move(target));
    }
    if (const auto problem = applyTls(plan, *tls))
        return problem;
    if (const auto problem = applyUser(plan, options.values(u"user"_s)))
        return problem;
    nameTargets(plan);
    return std::nullopt;
}

} // namespace sweepbench
