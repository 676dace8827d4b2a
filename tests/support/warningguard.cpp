// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/warningguard.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <vector>

namespace sweepbench::test {

namespace {

/// What Qt 6.4's offscreen platform prints for every window that is shown or raised.
bool isOffscreenLine(const QString &text)
{
    return text == QLatin1String("This plugin does not support propagateSizeHints()")
           || text == QLatin1String("This plugin does not support raise()");
}

} // namespace

class WarningGuard::Private
{
public:
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &text);
    bool isFine(const QString &text);

    mutable std::mutex mutex;
    QStringList surprises;
    std::vector<QRegularExpression> expected;
    std::vector<QRegularExpression> allowed;

    static std::mutex activeMutex;
    static Private *active;
    static QtMessageHandler next; ///< Qt Test's own handler
};

std::mutex WarningGuard::Private::activeMutex;
WarningGuard::Private *WarningGuard::Private::active = nullptr;
QtMessageHandler WarningGuard::Private::next = nullptr;

void WarningGuard::Private::handle(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    QtMessageHandler chained = nullptr;
    bool quiet = false;
    {
        const std::lock_guard lock(activeMutex);
        chained = next;
        const bool matters = type == QtWarningMsg || type == QtCriticalMsg || type == QtFatalMsg;
        if (active && matters) {
            quiet = active->isFine(text);
            if (!quiet) {
                const std::lock_guard own(active->mutex);
                active->surprises += text;
            }
        }
    }
    if (chained && !quiet)
        chained(type, context, text);
}

bool WarningGuard::Private::isFine(const QString &text)
{
    const std::lock_guard lock(mutex);
    if (isOffscreenLine(text))
        return true;
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        if (it->match(text).hasMatch()) {
            expected.erase(it);
            return true;
        }
    }
    for (const QRegularExpression &pattern : allowed) {
        if (pattern.match(text).hasMatch())
            return true;
    }
    return false;
}

WarningGuard::WarningGuard() : d(std::make_unique<Private>())
{
    const std::lock_guard lock(Private::activeMutex);
    if (Private::active)
        qFatal("one WarningGuard at a time");
    Private::active = d.get();
    Private::next = qInstallMessageHandler(&Private::handle);
}

WarningGuard::~WarningGuard()
{
    {
        const std::lock_guard lock(Private::activeMutex);
        qInstallMessageHandler(Private::next);
        Private::active = nullptr;
    }
    QStringList reasons;
    for (const QString &text : unexpected())
        reasons += QStringLiteral("unexpected warning: ") + text;
    for (const QString &text : awaited())
        reasons += QStringLiteral("a warning did not come: ") + text;
    if (!reasons.isEmpty())
        QTest::qFail(qPrintable(reasons.join(QLatin1Char('\n'))), __FILE__, __LINE__);
}

void WarningGuard::expect(const QString &text)
{
    expect(QRegularExpression(QRegularExpression::anchoredPattern(QRegularExpression::escape(text))));
}

void WarningGuard::expect(const QRegularExpression &pattern)
{
    const std::lock_guard lock(d->mutex);
    d->expected.push_back(pattern);
}

void WarningGuard::allow(const QRegularExpression &pattern)
{
    const std::lock_guard lock(d->mutex);
    d->allowed.push_back(pattern);
}

QStringList WarningGuard::unexpected() const
{
    const std::lock_guard lock(d->mutex);
    return d->surprises;
}

QStringList WarningGuard::awaited() const
{
    const std::lock_guard lock(d->mutex);
    QStringList patterns;
    for (const QRegularExpression &pattern : d->expected)
        patterns += pattern.pattern();
    return patterns;
}

void WarningGuard::clear()
{
    const std::lock_guard lock(d->mutex);
    d->surprises.clear();
    d->expected.clear();
}

} // namespace sweepbench::test
