// SPDX-License-Identifier: GPL-3.0-or-later
// One request to a target, to see what it answers before it is measured. Sent by QNetworkAccessManager, whatever transport the load has:
// it tells header fields and TLS details.
// Thread contract: asynchronous in the thread of the caller, which needs an event loop.
#pragma once

#include "core/model/load.h"
#include "core/model/result.h"
#include "core/model/target.h"

#include <QByteArray>
#include <QNetworkAccessManager>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <memory>

class QNetworkReply;

namespace sweepbench {

struct ProbeAnswer
{
    QString problem;    ///< why there is no answer; empty when there is one
    int status = 0;
    QString reason;     ///< "Not Found"; empty where the server gives none
    bool expected = true; ///< the status is one that counts
    qint64 bytes = 0;   ///< of the body, as it was sent, up to mostProbeBytes
    bool cut = false;   ///< the body went on
    std::chrono::nanoseconds time{0}; ///< from the request to the end of the answer, connecting included
    QString protocol;   ///< "HTTP/1.1", "HTTP/2"
    QString tls;        ///< "TLS 1.3, TLS_AES_256_GCM_SHA384, certificate of example.org"; empty without
    QStringList headers; ///< "Server: nginx/1.22.1"
    QByteArray start;   ///< of the body, at most 4 KiB
};
inline constexpr qint64 mostProbeBytes = 64 * 1024 * 1024;

/// "200 OK, 13 bytes in 0.41 ms, HTTP/1.1": one line for people.
QString probeText(const ProbeAnswer &answer);

class TargetProbe : public QObject
{
    Q_OBJECT
public:
    explicit TargetProbe(QObject *parent = nullptr);
    ~TargetProbe() override;

    /// Sends the request; finished() follows, from the event loop. A target that can't be asked says so there.
    /// It waits for \a load's time-out, ten seconds at most.
    void start(const Target &target, const Load &load);

signals:
    void finished(const sweepbench::ProbeAnswer &answer);

private:
    std::optional<Problem> setProxy(const Target &target);
    void take();
    void read();
    void fail(const QString &text);

    QNetworkAccessManager m_manager;
    std::unique_ptr<QNetworkReply> m_reply;
    StatusSet m_expected;
    ProbeAnswer m_answer;
    std::chrono::steady_clock::time_point m_start;
};

} // namespace sweepbench
