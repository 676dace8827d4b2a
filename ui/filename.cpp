// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filename.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString asFileName(QString text)
{
    for (QChar &c : text)
        if (QStringView(u"/\\:*?\"<>|").contains(c) || c < u' ')
            c = u'-';
    text = text.simplified().left(80);
    return text.isEmpty() || text.startsWith(u'.') ? u"session"_s : text;
}

} // namespace sweepbench
