// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/readmetext.h"

#include "core/session/exportparts.h"
#include "core/session/markup.h"
#include "core/session/tablecells.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString readmeText(const Session &session, const Analysis &analysis, const QString &picture)
{
    QString text;
    for (const QString &sentence : verdictSentences(analysis))
        text += u"- "_s + markdownText(sentence) + u'\n';
    if (!picture.isEmpty()) {
        QStringList names;
        for (int target = 0; target < static_cast<int>(session.plan.targets.size()); ++target)
            names += targetLabel(session.plan, target);
        // Blanks and brackets would end the path (CommonMark 0.31, 6.4).
        const QString path = QString::fromLatin1(QUrl::toPercentEncoding(picture, "/"));
        text += u"\n![%1](%2)\n"_s.arg(markdownText(u"Sweep of "_s + names.join(u", "_s)), path);
    }
    text += u'\n' + markdownTable(tableTitles(session.plan), tableLines(session, analysis), 1);
    return text + u'\n' + markdownText(captionText(session)) + u'\n';
}

} // namespace sweepbench
