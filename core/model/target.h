// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include "core/model/loadoverride.h"
#include "core/model/statusset.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace sweepbench {

struct Header
{
    QString name;
    QString value;
    bool operator==(const Header &) const = default;
};

enum class TlsVersion { Tls12, Tls13 };
QString tlsVersionId(TlsVersion version); ///< "1.2", "1.3"
std::optional<TlsVersion> tlsVersionFromId(const QString &id);

/// How https is spoken with a target.
struct TlsOptions
{
    bool insecure = false;   ///< accept any certificate
    QString caFile;          ///< PEM file of the authorities to trust; empty: the system's
    QString certificateFile; ///< PEM file of the client's certificate and its chain; empty: none
    QString keyFile;         ///< PEM file of its private key; empty: in certificateFile
    TlsVersion minimum = TlsVersion::Tls12;
    bool resumption = true;  ///< new connections resume the session of an earlier one of the trial
    bool operator==(const TlsOptions &) const = default;
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
    TlsOptions tls;
    QString proxy;   ///< URL of a forward proxy, "http://user:password@host:3128"; empty: none, whatever the system's settings say
    QString address; ///< IP address to connect to in place of what the host name stands for; empty: looked up
    LoadOverride load; ///< what it does otherwise than the plan's load
    bool disabled = false; ///< kept in the plan, not measured: see measuredPlan()
    QString version;
    QString notes;
    QString source; ///< a piece of the server's source, for reports
    bool operator==(const Target &) const = default;
};

/// True for headers whose value is not written to files unless the user says so (DESIGN.md, Session file).
bool isSecretHeader(const QString &name);

} // namespace sweepbench
