// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include "core/model/statusset.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace sweepbench {

struct Header
{
    QString name;
    QString value;
    bool operator==(const Header &) const = default;
};

/// One server under test and the request that it is asked.
struct Target
{
    QString name;
    QString url; ///< as typed; parseHttpUrl() reads it
    QString method = QStringLiteral("GET");
    std::vector<Header> headers;
    QByteArray body;
    StatusSet expectedStatus;
    QString version;
    QString notes;
    bool operator==(const Target &) const = default;
};

/// True for headers whose value is not written to files unless the user says so (DESIGN.md, Session file).
bool isSecretHeader(const QString &name);
/// True where a secret header's value was left out of the file that this target was read from and has to be given again.
bool lacksSecret(const Target &target);

} // namespace sweepbench
