// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qnammanagers.h"

#include "core/transport/qnamgroup.h"

#include <QNetworkCookie>
#include <QNetworkProxyFactory>

#include <algorithm>
#include <mutex>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

class FixedProxy : public QNetworkProxyFactory
{
public:
    explicit FixedProxy(const QNetworkProxy &proxy) : m_proxy(proxy) {}
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &) override { return {m_proxy}; }

private:
    QNetworkProxy m_proxy;
};

QNetworkProxy proxyFor(const TransportOptions &options, std::size_t address)
{
    // The application's default, which is none. To Qt 6.4 that is not the same as "no proxy": with "no proxy" it reads plain
    // sockets unbuffered, a system call for each byte of a head (300 us of CPU per request in place of 110), and closes a
    // connection whose answer was there before it looked, as answers on loopback are.
    if (!options.proxy)
        return QNetworkProxy(QNetworkProxy::DefaultProxy);
    const QString host = options.addresses.empty() ? options.proxy->host : options.addresses[address].toString();
    QNetworkProxy proxy(QNetworkProxy::HttpProxy, host, options.proxy->port);
    if (options.proxy->userInfo) {
        const qsizetype colon = options.proxy->userInfo->indexOf(':');
        proxy.setUser(QString::fromUtf8(options.proxy->userInfo->first(colon)));
        proxy.setPassword(QString::fromUtf8(options.proxy->userInfo->sliced(colon + 1)));
    }
    return proxy;
}

/// Which HTTP threads of the process belong to somebody. Qt hands out neither the thread nor its id, but it has a name; it does
/// not matter which worker of a trial takes which, as their times are added up.
class HttpThreads
{
public:
    int claim()
    {
        const std::lock_guard lock(m_mutex);
        for (const int id : threadsNamed("QNetworkAccessM")) // "QNetworkAccessManager thread", cut by the kernel
            if (m_claimed.insert(id).second)
                return id;
        return 0;
    }
    void release(int id)
    {
        const std::lock_guard lock(m_mutex);
        m_claimed.erase(id);
    }
    static HttpThreads &ofProcess()
    {
        static HttpThreads threads; // the kernel's threads are the process's too
        return threads;
    }

private:
    std::mutex m_mutex;
    std::set<int> m_claimed;
};

} // namespace

QnamCookies::QnamCookies(const TransportOptions &options) : m_host(options.url.host)
{
    for (const QHostAddress &address : options.addresses)
        m_addresses.push_back(address.toString());
}

QUrl QnamCookies::withHost(QUrl url) const
{
    if (std::find(m_addresses.begin(), m_addresses.end(), url.host()) != m_addresses.end())
        url.setHost(m_host);
    return url;
}

/// One manager, whose HTTP thread starts with its first request.
class QnamManagers::Manager
{
public:
    Manager(const QNetworkProxy &proxy, QnamCookies &cookies)
    {
        m_manager.setProxyFactory(new FixedProxy(proxy)); // the manager's own
        QObject *owner = cookies.parent();
        m_manager.setCookieJar(&cookies);
        cookies.setParent(owner); // shared by all managers: not this one's to delete
    }
    Manager(const Manager &) = delete;
    Manager &operator=(const Manager &) = delete;

    QNetworkAccessManager &manager() { return m_manager; }
    CpuSeconds cpu() const
    {
        if (m_thread.id == 0)
            m_thread.id = HttpThreads::ofProcess().claim();
        return m_thread.id == 0 ? CpuSeconds{} : threadCpu(m_thread.id).value_or(CpuSeconds{});
    }

private:
    struct Claim
    {
        int id = 0; ///< 0: none yet
        ~Claim()
        {
            if (id != 0)
                HttpThreads::ofProcess().release(id);
        }
    };

    mutable Claim m_thread; ///< released when the manager has ended its thread
    QNetworkAccessManager m_manager;
};

QnamManagers::QnamManagers(const TransportOptions &options, QnamCookies &cookies)
    : m_options(options), m_cookies(cookies), m_namesPerManager(qnamGroupNames(options.url))
{
}

QnamManagers::~QnamManagers() = default;

QNetworkAccessManager &QnamManagers::managerOf(int group, int connection)
{
    const std::size_t addresses = m_options.proxy ? std::max<std::size_t>(1, static_cast<std::size_t>(m_options.addresses.size())) : 1;
    const std::size_t address = static_cast<std::size_t>(m_options.firstConnection + connection) % addresses;
    const std::size_t index = static_cast<std::size_t>(group / m_namesPerManager) * addresses + address;
    if (index >= m_managers.size())
        m_managers.resize(index + 1);
    if (!m_managers[index])
        m_managers[index] = std::make_unique<Manager>(proxyFor(m_options, address), m_cookies);
    return m_managers[index]->manager();
}

CpuSeconds QnamManagers::cpu() const
{
    CpuSeconds sum;
    for (const auto &manager : m_managers)
        if (manager)
            sum += manager->cpu();
    return sum;
}

} // namespace sweepbench
