// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a test fail on any Qt warning (or worse) that it did not announce. The two lines that Qt's offscreen platform prints
// for every window are allowed, nothing else is.
//
//     class TestTable : public GuardedTest        // each test function is guarded
//     {
//         Q_OBJECT
//     private slots:
//         void sorts();
//     };
//
// or, where the class has an init() or cleanup() of its own, a WarningGuard as a local variable of a test function. Use
// guard().expect("text") instead of QTest::ignoreMessage().
// Thread contract: create and destroy in the main thread while a test runs, one at a time; warnings are caught from any thread.
#pragma once

#include <QObject>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace sweepbench::test {

class WarningGuard
{
public:
    WarningGuard();
    ~WarningGuard(); ///< fails the current test function on what is unexpected(), and on expected lines that did not come
    WarningGuard(const WarningGuard &) = delete;
    WarningGuard &operator=(const WarningGuard &) = delete;

    /// One warning that matches has to come, once.
    void expect(const QString &text); ///< literally
    void expect(const QRegularExpression &pattern);
    /// Warnings that match may come, any number of times.
    void allow(const QRegularExpression &pattern);

    /// What has come so far and should not have.
    QStringList unexpected() const;
    /// Expected lines that have not come yet.
    QStringList awaited() const;
    /// Forgets both, for tests of the guard itself.
    void clear();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Base of test classes: guards every test function.
class GuardedTest : public QObject
{
    Q_OBJECT
public:
    /// The guard of the test function that runs.
    WarningGuard &guard() { return *m_guard; }

private slots:
    void init() { m_guard.emplace(); }
    void cleanup() { m_guard.reset(); }

private:
    std::optional<WarningGuard> m_guard;
};

} // namespace sweepbench::test
