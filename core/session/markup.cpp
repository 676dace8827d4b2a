// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/markup.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

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

} // namespace

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

QString markdownTable(const QStringList &titles, const std::vector<QStringList> &lines, int textColumns)
{
    QString text = row(escapedAll(titles, markdownText))
        + row(QStringList(textColumns, u"---"_s) + QStringList(titles.size() - textColumns, u"---:"_s));
    for (const QStringList &line : lines)
        text += row(escapedAll(line, markdownText));
    return text;
}

QString orgTable(const QString &caption, const QStringList &titles, const std::vector<QStringList> &lines, const QStringList &foot)
{
    const QString rule = u"|"_s + QStringList(titles.size(), u"---"_s).join(u'+') + u"|\n"_s;
    QString text = u"#+CAPTION: "_s + orgText(caption) + u'\n' + row(escapedAll(titles, orgText)) + rule;
    for (const QStringList &line : lines)
        text += row(escapedAll(line, orgText));
    if (!foot.isEmpty())
        text += rule + row(escapedAll(foot, orgText));
    return text;
}

} // namespace sweepbench
