// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/realserver.h"

#include "tests/support/loopback.h"
#include "tests/support/serverconfig.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <thread>

#include <sys/stat.h>
#include <unistd.h>

namespace sweepbench::test {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

QString program(RealServer::Kind kind)
{
    // Debian keeps them in sbin, which is not in every user's PATH.
    const QStringList folders{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin"), QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin")};
    switch (kind) {
    case RealServer::Kind::Nginx:
        return QStandardPaths::findExecutable(QStringLiteral("nginx"), folders);
    case RealServer::Kind::Apache:
        return QStandardPaths::findExecutable(QStringLiteral("apache2"), folders);
    case RealServer::Kind::Squid:
        return QStandardPaths::findExecutable(QStringLiteral("squid"), folders);
    case RealServer::Kind::Node:
        return QStandardPaths::findExecutable(QStringLiteral("node")); // any will do, and people keep several
    }
    return {};
}

QString package(RealServer::Kind kind)
{
    switch (kind) {
    case RealServer::Kind::Nginx:
        return QStringLiteral("nginx-light");
    case RealServer::Kind::Apache:
        return QStringLiteral("apache2-bin");
    case RealServer::Kind::Squid:
        return QStringLiteral("squid");
    case RealServer::Kind::Node:
        return QStringLiteral("nodejs");
    }
    return {};
}

/// Where root's test folder goes: the servers' workers run as another user, who has to reach it.
QString folderTemplate()
{
    const QString base = ::geteuid() == 0 ? QStringLiteral("/tmp") : QDir::tempPath();
    return base + QStringLiteral("/sweepbench-server-XXXXXX");
}

void writeFixture(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("can't write %s: %s", qPrintable(path), qPrintable(file.errorString()));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
}

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray pageOf(qint64 size)
{
    QByteArray page = "<!doctype html><title>Sweepbench</title><p>";
    while (page.size() < size)
        page += "The quick brown fox jumps over the lazy dog. ";
    page.truncate(size);
    return page;
}

} // namespace

bool serversRequired()
{
    return qEnvironmentVariableIsSet("CI") || qEnvironmentVariableIsSet("SWEEPBENCH_REQUIRE_SERVERS");
}

QString RealServer::name(Kind kind)
{
    switch (kind) {
    case Kind::Nginx:
        return QStringLiteral("nginx");
    case Kind::Apache:
        return QStringLiteral("Apache httpd");
    case Kind::Squid:
        return QStringLiteral("Squid");
    case Kind::Node:
        return QStringLiteral("Node.js");
    }
    return {};
}

QString RealServer::missing(Kind kind)
{
    if (!program(kind).isEmpty())
        return {};
    return QStringLiteral("%1 is not installed (Debian: %2; packaging/test installs it)").arg(name(kind), package(kind));
}

RealServer::RealServer(Kind kind, Options options) : m_kind(kind), m_options(std::move(options)), m_folder(folderTemplate())
{
    if (!m_folder.isValid())
        qFatal("no temporary folder: %s", qPrintable(m_folder.errorString()));
    // Workers of a server that was started by root run as another user.
    const mode_t shared = ::geteuid() == 0 ? 0777 : 0700;
    ::chmod(QFile::encodeName(m_folder.path()).constData(), 0755);
    for (const char *sub : {"www", "temp", "logs", "run"}) {
        QDir().mkpath(file(sub));
        ::chmod(QFile::encodeName(file(sub)).constData(), qstrcmp(sub, "www") == 0 ? 0755 : shared);
    }
    writeFixture(documentRoot() + QLatin1String(smallPath), "Hello World\n");
    writeFixture(documentRoot() + QLatin1String(mediumPath), pageOf(mediumSize));
    writeFixture(documentRoot() + QLatin1String(largePath), QByteArray(largeSize, 'L'));
}

RealServer::~RealServer()
{
    stop();
}

QString RealServer::file(const char *sub) const
{
    return m_folder.filePath(QString::fromLatin1(sub));
}

QString RealServer::documentRoot() const
{
    return file("www");
}

bool RealServer::start()
{
    m_error = missing(m_kind);
    if (!m_error.isEmpty())
        return false;
    const bool portIsOurs = m_port != 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
        if (!portIsOurs)
            m_port = freePort(); // somebody may take it before the server does
        if (startOnce())
            return true;
    }
    return false;
}

bool RealServer::startOnce()
{
    const ServerSetup setup = serverSetup(m_kind, m_options, m_folder.path(), m_port);
    writeFixture(file("server.conf"), setup.config);
    ChildProcess::Options options;
    options.outputFile = file("logs/output.log");
    options.cpu = m_options.cpu;
    options.user = setup.user;
    if (!m_child.start(program(m_kind), setup.arguments, options)) {
        m_error = m_child.error();
        return false;
    }
    if (waitUntilReady())
        return true;
    m_child.stop();
    m_error = QStringLiteral("%1 did not start: %2").arg(name(m_kind), logText());
    return false;
}

bool RealServer::waitUntilReady()
{
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(20);
    while (Clock::now() < deadline && m_child.isRunning()) {
        if (accepts(m_port))
            return true;
        std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
}

void RealServer::stop()
{
    m_child.stop();
}

QString RealServer::url(const QString &path) const
{
    return QStringLiteral("%1://127.0.0.1:%2%3").arg(m_options.certificate ? QStringLiteral("https") : QStringLiteral("http")).arg(m_port).arg(path);
}

QString RealServer::logText() const
{
    return QString::fromUtf8(readAll(file("logs/error.log")) + readAll(file("logs/output.log"))).trimmed();
}

std::vector<QByteArray> RealServer::accessLines() const
{
    std::vector<QByteArray> lines;
    for (const QByteArray &line : readAll(file("logs/access.log")).split('\n')) {
        if (!line.isEmpty())
            lines.push_back(line);
    }
    return lines;
}

int RealServer::accessCount() const
{
    return static_cast<int>(readAll(file("logs/access.log")).count('\n'));
}

int RealServer::waitForAccessCount(int count, milliseconds timeout) const
{
    const Clock::time_point deadline = Clock::now() + timeout;
    int seen = accessCount();
    while (seen < count && Clock::now() < deadline) {
        std::this_thread::sleep_for(milliseconds(5));
        seen = accessCount();
    }
    for (int last = -1; last != seen;) {
        last = seen;
        std::this_thread::sleep_for(milliseconds(50));
        seen = accessCount();
    }
    return seen;
}

} // namespace sweepbench::test
