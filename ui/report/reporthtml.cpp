// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/reporthtml.h"

#include "ui/charts/charttext.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString cell(const QString &tag, const QString &html, bool text)
{
    // Text may be in any script; figures stand under each other.
    return u"<%1%2>%3</%4>"_s.arg(tag, text ? u" dir=\"auto\""_s : u" class=\"n\""_s, html, tag.section(u' ', 0, 0));
}

QString rowOf(const HtmlTable &table, const QStringList &cells, const QString &headTag, const QString &mark)
{
    QString html;
    for (qsizetype column = 0; column < cells.size(); ++column) {
        const bool head = column == 0 || headTag == u"th scope=\"col\"";
        html += cell(head ? headTag : u"td"_s, (column == 0 ? mark : QString()) + htmlText(cells[column]), column < table.textColumns);
    }
    return u"<tr>%1</tr>\n"_s.arg(html);
}

} // namespace

QString htmlText(const QString &text)
{
    return cleanText(text).toHtmlEscaped();
}

QString htmlLines(const QString &text)
{
    QStringList lines;
    for (const QString &line : text.split(u'\n')) {
        // cleanText() would take the blanks away that lines are indented with.
        const auto isText = [](QChar c) { return c != u' '; };
        const auto indent = std::find_if(line.begin(), line.end(), isText) - line.begin();
        lines << QString(indent, u' ') + htmlText(line);
    }
    return lines.join(u'\n');
}

QString htmlSection(const QString &id, const QString &title, const QString &html)
{
    if (html.isEmpty())
        return {};
    return u"<section id=\"%1\" aria-labelledby=\"%1-title\">\n<h2 id=\"%1-title\">%2</h2>\n%3</section>\n"_s.arg(id, htmlText(title), html);
}

QString htmlList(const QStringList &lines)
{
    QString html;
    for (const QString &line : lines)
        html += u"<li dir=\"auto\">%1</li>\n"_s.arg(htmlText(line));
    return html.isEmpty() ? QString() : u"<ul>\n%1</ul>\n"_s.arg(html);
}

QString htmlFacts(const std::vector<std::pair<QString, QString>> &facts)
{
    QString html;
    for (const auto &[name, value] : facts)
        if (!value.isEmpty())
            html += u"<div><dt>%1</dt><dd dir=\"auto\">%2</dd></div>\n"_s.arg(htmlText(name), htmlText(value));
    return html.isEmpty() ? QString() : u"<dl>\n%1</dl>\n"_s.arg(html);
}

QString htmlTable(const HtmlTable &table)
{
    QString html = u"<div class=\"table\"><table>\n"_s;
    if (!table.caption.isEmpty())
        html += u"<caption>%1</caption>\n"_s.arg(htmlText(table.caption));
    html += u"<thead>\n%1</thead>\n<tbody>\n"_s.arg(rowOf(table, table.titles, u"th scope=\"col\""_s, {}));
    for (std::size_t i = 0; i < table.lines.size(); ++i)
        html += rowOf(table, table.lines[i], u"th scope=\"row\""_s, i < table.marks.size() ? table.marks[i] : QString());
    html += u"</tbody>\n"_s;
    if (!table.foot.isEmpty())
        html += u"<tfoot>\n%1</tfoot>\n"_s.arg(rowOf(table, table.foot, u"th scope=\"row\""_s, {}));
    return html + u"</table></div>\n"_s;
}

} // namespace sweepbench
