// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/rowchecksum.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <bit>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QByteArray bytesOf(const QVariant &value)
{
    if (value.isNull())
        return "n";
    switch (value.typeId()) {
    case QMetaType::Double: {
        // SQLite keeps no sign of zero.
        const auto bits = std::bit_cast<quint64>(value.toDouble() + 0.0);
        return "r" + QByteArray::number(bits);
    }
    case QMetaType::QString: return "t" + value.toString().toUtf8();
    case QMetaType::QByteArray: return "b" + value.toByteArray();
    default: return "i" + QByteArray::number(value.toLongLong());
    }
}

} // namespace

qint64 rowChecksum(const QVariantList &values)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const QVariant &value : values) {
        const QByteArray bytes = bytesOf(value);
        hash.addData(QByteArray::number(bytes.size()) + ':');
        hash.addData(bytes);
    }
    return qFromBigEndian<qint64>(hash.result().constData());
}

QString storedText(const QString &text)
{
    return text.isEmpty() ? u""_s : QString::fromUtf8(text.toUtf8());
}

} // namespace sweepbench
