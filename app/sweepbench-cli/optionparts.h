// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of planFromOptions(). Thread contract: main thread only.
#pragma once

#include "app/sweepbench-cli/commandline.h"
#include "core/model/plan.h"

namespace sweepbench {

/// Depth, sweep, order, pacing, length, transport and client.
std::optional<Problem> applyLoadOptions(Plan &plan, const ParsedCommand &options);
/// The targets' names, requests, TLS options, proxies and addresses.
std::optional<Problem> applyTargetOptions(Plan &plan, const ParsedCommand &options, const QStringList &urls);

Result<Header> parseHeader(const QString &text);

/// Of "USER:PASSWORD".
struct Credentials
{
    QString user;
    QString password;
};
Result<Credentials> parseCredentials(const QString &text);

/// The value of an option that knows two: true for \a yes.
Result<bool> parseChoice(const ParsedCommand &options, const QString &option, const QString &yes, const QString &no);

} // namespace sweepbench
