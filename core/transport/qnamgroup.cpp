// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qnamgroup.h"

#include <QHostAddress>
#include <QList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostBits = 20;

/// Where the host's letters are, those of encoded labels (RFC 5890, 2.3.2.1) left out: they are not plain letters.
QList<qsizetype> letters(const QString &host)
{
    QList<qsizetype> found;
    qsizetype start = 0;
    for (const QString &label : host.split(u'.')) {
        for (qsizetype i = 0; i < label.size() && !label.startsWith(u"xn--"); ++i)
            if (label[i].isLetter() && found.size() < mostBits)
                found.append(start + i);
        start += label.size() + 1;
    }
    return found;
}

bool isAddress(const QString &host)
{
    return QHostAddress().setAddress(host);
}

} // namespace

int qnamGroup(HttpVersion http, int connection)
{
    return http == HttpVersion::Http2 ? connection / streamsPerConnection : connection;
}

QString qnamGroupName(const HttpUrl &url, int group)
{
    if (!url.tls)
        return QString::number(group);
    QString name = url.host;
    if (isAddress(name)) {
        for (int bit = 0; bit < mostBits && (group >> bit) != 0; ++bit)
            name += (group >> bit) & 1 ? u'\t' : u' ';
        return name;
    }
    const auto places = letters(name);
    for (int bit = 0; bit < places.size(); ++bit)
        if ((group >> bit) & 1)
            name[places[bit]] = name[places[bit]].toUpper();
    return name;
}

int qnamGroupNames(const HttpUrl &url)
{
    const bool anyName = !url.tls || isAddress(url.host);
    return 1 << (anyName ? mostBits : static_cast<int>(letters(url.host).size()));
}

} // namespace sweepbench
