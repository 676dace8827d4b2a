// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the headless program in tests. Thread contract: main thread.
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

namespace sweepbench::test {

struct CliResult
{
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
    bool crashed = false;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

/// Runs it to its end; a hang guard kills it.
inline CliResult runCli(const QStringList &arguments, const QStringList &environment = {})
{
    QProcess process;
    QStringList variables = QProcess::systemEnvironment();
    variables << environment;
    process.setEnvironment(variables);
    process.start(QStringLiteral(SWEEPBENCH_CLI), arguments);
    CliResult result;
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        result.crashed = true;
    }
    result.exitCode = process.exitCode();
    result.crashed = result.crashed || process.exitStatus() == QProcess::CrashExit;
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

} // namespace sweepbench::test
