// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "core/model/plancheckparts.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostTargets = 100;

/// A token of RFC 9110, 5.6.2: what methods and header names are made of.
bool isToken(const QString &text)
{
    static constexpr QStringView others = u"!#$%&'*+-.^_`|~";
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || others.contains(c);
    });
}

bool isHeaderValue(const QString &text)
{
    return std::none_of(text.begin(), text.end(), [](QChar c) { return c == u'\r' || c == u'\n' || c == u'\0'; });
}

bool hasHeader(const Target &target, QStringView name)
{
    return std::any_of(target.headers.begin(), target.headers.end(),
                       [name](const Header &header) { return header.name.compare(name, Qt::CaseInsensitive) == 0; });
}

class TargetChecker
{
public:
    TargetChecker(const Target &target, std::size_t index, std::vector<Problem> &problems)
        : m_target(target), m_where(u"targets[%1]."_s.arg(index)), m_problems(problems)
    {
    }

    void run()
    {
        checkRequest();
        checkTls();
        checkWay();
    }

    void add(const QString &field, const QString &text) { m_problems.push_back({m_where + field, text}); }

private:
    void checkRequest()
    {
        const auto url = parseHttpUrl(m_target.url);
        if (!url)
            add(u"url"_s, url.problem().text);
        if (!isToken(m_target.method))
            add(u"method"_s, u"\"%1\" is not an HTTP method; write it like GET or POST"_s.arg(m_target.method));
        if (m_target.method == u"CONNECT")
            add(u"method"_s, u"CONNECT asks for a tunnel and can't be measured"_s);
        for (const Header &header : m_target.headers) {
            const QString name = header.name.toLower();
            if (!isToken(header.name))
                add(u"headers"_s, u"\"%1\" is not a header name"_s.arg(header.name));
            else if (name == u"content-length" || name == u"transfer-encoding" || name == u"connection")
                add(u"headers"_s, u"%1 is set by the program; use the body and keep-alive options"_s.arg(header.name));
            if (!isHeaderValue(header.value))
                add(u"headers"_s, u"the value of %1 has a line break in it"_s.arg(header.name));
        }
        if (url && url->userInfo && hasHeader(m_target, u"authorization"))
            add(u"headers"_s, u"Authorization is given, and the URL has a user name too; leave one of them out"_s);
    }

    void checkTls()
    {
        const TlsOptions &tls = m_target.tls;
        if (tls == TlsOptions{})
            return;
        if (const auto url = parseHttpUrl(m_target.url); url && !url->tls)
            add(u"tls"_s, u"TLS options need https; the URL is %1"_s.arg(urlWithoutPassword(m_target.url)));
        if (!tls.keyFile.isEmpty() && tls.certificateFile.isEmpty())
            add(u"tls.key_file"_s, u"%1 is a key without a certificate; give the client's certificate too"_s.arg(tls.keyFile));
    }

    /// The way to the server: through a proxy, to a pinned address, or to wherever its name leads.
    void checkWay()
    {
        if (!m_target.proxy.isEmpty()) {
            const auto proxy = parseProxyUrl(m_target.proxy);
            if (!proxy)
                add(u"proxy"_s, proxy.problem().text);
            else if (proxy->userInfo && hasHeader(m_target, u"proxy-authorization"))
                add(u"headers"_s, u"Proxy-Authorization is given, and the proxy has a user name too; leave one of them out"_s);
        }
        if (m_target.address.isEmpty())
            return;
        if (!isIpAddress(m_target.address))
            add(u"address"_s, u"\"%1\" is not an IP address; write it like 127.0.0.1 or ::1"_s.arg(m_target.address));
        else if (!m_target.proxy.isEmpty())
            add(u"address"_s, u"%1 is given beside a proxy, which finds the server itself; leave one of them out"_s.arg(m_target.address));
    }

    const Target &m_target;
    QString m_where;
    std::vector<Problem> &m_problems;
};

/// Empty where \a path is a file with PEM (RFC 7468) in it.
QString problemOfPem(const QString &path)
{
    QFile file(path);
    const QFileInfo info(path);
    if (info.isDir())
        return u"%1 is a folder"_s.arg(path);
    if (info.exists() && !info.isFile()) // reading from a pipe could wait for ever
        return u"%1 is not a regular file"_s.arg(path);
    if (!file.open(QIODevice::ReadOnly))
        return u"%1 can't be read: %2"_s.arg(path, file.errorString());
    constexpr qint64 mostBytes = 16 * 1024 * 1024; // no list of authorities is as large
    if (!file.read(mostBytes).contains("-----BEGIN "))
        return u"%1 is not a PEM file"_s.arg(path);
    return QString();
}

} // namespace

std::vector<Problem> checkTargets(const std::vector<Target> &targets)
{
    std::vector<Problem> problems;
    if (targets.empty())
        problems.push_back({u"targets"_s, u"none was given; at least one URL is needed"_s});
    if (targets.size() > mostTargets)
        problems.push_back({u"targets"_s, u"%1 were given; at most %2 can be compared at once"_s.arg(targets.size()).arg(mostTargets)});
    QSet<QString> names;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        TargetChecker checker(targets[i], i, problems);
        if (names.contains(targets[i].name))
            checker.add(u"name"_s, u"\"%1\" is the name of an earlier target too; names tell the results apart"_s.arg(targets[i].name));
        names.insert(targets[i].name);
        checker.run();
    }
    return problems;
}

std::vector<Problem> checkPlanFiles(const Plan &plan)
{
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        const TlsOptions &tls = plan.targets[i].tls;
        for (const auto &[field, path] : {std::pair{u"ca_file"_s, tls.caFile}, std::pair{u"certificate_file"_s, tls.certificateFile},
                                          std::pair{u"key_file"_s, tls.keyFile}}) {
            if (path.isEmpty())
                continue;
            if (const QString text = problemOfPem(path); !text.isEmpty())
                problems.push_back({u"targets[%1].tls.%2"_s.arg(QString::number(i), field), text});
        }
    }
    return problems;
}

} // namespace sweepbench
