// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString autosaveFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/sweepbench/autosave"_s;
}

QString autosavePath()
{
    const QDir folder(autosaveFolder());
    folder.mkpath(u"."_s);
    // The process number tells apart programs that start in the same second.
    const QString stamp = u"%1 %2"_s.arg(QDateTime::currentDateTime().toString(u"yyyy-MM-dd HH.mm.ss"_s)).arg(QCoreApplication::applicationPid());
    QString name = stamp + u".sweep"_s;
    for (int n = 2; folder.exists(name); ++n)
        name = u"%1 (%2).sweep"_s.arg(stamp).arg(n);
    return folder.absoluteFilePath(name);
}

} // namespace sweepbench
