// SPDX-License-Identifier: GPL-3.0-or-later
// The QNetworkAccessManagers of a transport, and what their HTTP threads cost.
// Thread contract: made, used and destroyed in the transport's thread, never from within a signal of one of their replies.
#pragma once

#include "core/monitor/threadcpu.h"
#include "core/transport/transport.h"

#include <QNetworkAccessManager>
#include <QNetworkCookie>
#include <QNetworkCookieJar>

#include <memory>
#include <set>
#include <vector>

namespace sweepbench {

/// Cookies of a worker for the length of a trial. Connections go to an address, cookies belong to the host that it stands for.
class QnamCookies : public QNetworkCookieJar
{
public:
    explicit QnamCookies(const TransportOptions &options);

    QList<QNetworkCookie> cookiesForUrl(const QUrl &url) const override { return QNetworkCookieJar::cookiesForUrl(withHost(url)); }
    bool setCookiesFromUrl(const QList<QNetworkCookie> &cookies, const QUrl &url) override
    {
        return QNetworkCookieJar::setCookiesFromUrl(cookies, withHost(url));
    }

private:
    QUrl withHost(QUrl url) const;

    QString m_host;
    std::vector<QString> m_addresses;
};

/// As many managers as the connections need: usually one. When Qt has lost track of whose answer comes next on a connection,
/// all of them are given up, as that is the only way to close it: "a generation".
class QnamManagers
{
public:
    QnamManagers(const TransportOptions &options, QnamCookies &cookies);
    ~QnamManagers(); ///< closes all connections; the replies go with it

    /// The manager of a group of connections, and, with a proxy, of the proxy's address that the connection is to use.
    QNetworkAccessManager &managerOf(int group, int connection);
    /// CPU time of the HTTP threads so far.
    CpuSeconds cpu() const;

    int inFlight = 0;
    std::set<int> connecting; ///< over HTTP/2, groups whose connection is being made

private:
    class Manager;

    const TransportOptions &m_options;
    QnamCookies &m_cookies;
    int m_namesPerManager;
    std::vector<std::unique_ptr<Manager>> m_managers;
};

} // namespace sweepbench
