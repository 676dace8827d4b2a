// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with their verdicts to paste into notes and issues. Names of any origin are kept from being read as markup.
#include "core/session/exportparts.h"

#include "core/session/phasetable.h"
#include "core/session/tablecells.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Characters that GitHub's and CommonMark's rules give a meaning get a backslash (https://spec.commonmark.org, 2.4).
QString markdownText(const QString &text)
{
    static constexpr QStringView special = u"\\`*_[]<>|#~$&!";
    QString escaped;
    for (const QChar c : text) {
        if (special.contains(c))
            escaped += u'\\';
        escaped += c;
    }
    return escaped;
}

/// Org has no escape character: \vert{} stands for a bar, and a zero-width space breaks up links, macros, footnotes and
/// inline code, some of which could run something (Org manual, 16.13, 13.5; "Escape Character").
QString orgText(QString text)
{
    static const QRegularExpression starts(u"\\[\\[|\\{\\{\\{|<<|\\[fn:|(?:src|call)_|(?:shell|elisp|file|https?|ftp|mailto):"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    constexpr QChar zeroWidthSpace(0x200B);
    for (auto match = starts.match(text); match.hasMatch();) {
        text.insert(match.capturedEnd() - 1, zeroWidthSpace);
        match = starts.match(text, match.capturedEnd() + 1);
    }
    return text.replace(u'|', u"\\vert{}"_s);
}

QString row(const QStringList &cells)
{
    return u"| "_s + cells.join(u" | "_s) + u" |\n"_s;
}

template<typename Escape>
QStringList escapedAll(const QStringList &texts, Escape escape)
{
    QStringList result;
    for (const QString &text : texts)
        result << escape(text);
    return result;
}

/// Sentences, remarks and doubts as lists with blank lines between.
template<typename Escape>
QString lists(const Session &session, const Analysis &analysis, Escape escape)
{
    QString text;
    for (const QStringList &lines : {verdictSentences(analysis), analysisRemarks(analysis), findingLines(session)}) {
        if (lines.isEmpty())
            continue;
        text += u'\n';
        for (const QString &line : lines)
            text += u"- "_s + escape(line) + u'\n';
    }
    return text;
}

} // namespace

QByteArray sessionToMarkdown(const Session &session, const Analysis &analysis, ExportOptions options)
{
    const auto table = [](const QStringList &titles, const std::vector<QStringList> &lines, int textColumns) {
        QString text = row(titles) + row(QStringList(textColumns, u"---"_s) + QStringList(titles.size() - textColumns, u"---:"_s));
        for (const QStringList &line : lines)
            text += row(escapedAll(line, markdownText));
        return text;
    };
    QString text = table(tableTitles(session.plan), tableLines(session, analysis), 1);
    text += lists(session, analysis, markdownText);
    text += u'\n' + markdownText(captionText(session)) + u'\n';
    if (options.phases)
        text += u'\n' + table(phaseTitles(session), phaseLines(session), phaseTextColumns) + u'\n' + markdownText(phaseCaption()) + u'\n';
    return text.toUtf8();
}

QByteArray sessionToOrg(const Session &session, const Analysis &analysis, ExportOptions options)
{
    const auto table = [](const QString &caption, const QStringList &titles, const std::vector<QStringList> &lines) {
        QString text = u"#+CAPTION: "_s + orgText(caption) + u'\n' + row(titles);
        text += u"|"_s + QStringList(titles.size(), u"---"_s).join(u'+') + u"|\n"_s;
        for (const QStringList &line : lines)
            text += row(escapedAll(line, orgText));
        return text;
    };
    QString text = table(captionText(session), tableTitles(session.plan), tableLines(session, analysis));
    text += lists(session, analysis, orgText);
    if (options.phases)
        text += u'\n' + table(phaseCaption(), phaseTitles(session), phaseLines(session));
    return text.toUtf8();
}

} // namespace sweepbench
