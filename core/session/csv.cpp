// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/csv.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Apostrophes count as skipped, too: so a text that looks neutralised already gets a second one, and csvOriginal() is exact.
bool isSkipped(QChar c)
{
    return c == u'\'' || c == u'"' || (c.isSpace() && c != u'\t' && c != u'\r' && c != u'\n');
}

bool looksLikeFormula(QStringView text)
{
    static constexpr QStringView starters = u"=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20"; // the last four: full-width forms
    for (const QChar c : text)
        if (!isSkipped(c))
            return starters.contains(c);
    return false;
}

QByteArray csvField(const QString &text)
{
    QString field = text;
    field.replace(QChar(u'\0'), QChar(0xFFFD));
    bool quoted = !field.isEmpty() && (field.front().isSpace() || field.back().isSpace());
    for (const QChar c : std::as_const(field))
        quoted = quoted || c == u',' || c == u';' || c == u'"' || c == u'\r' || c == u'\n' || c == u'\t';
    if (!quoted)
        return field.toUtf8();
    field.replace(u'"', u"\"\""_s);
    return '"' + field.toUtf8() + '"';
}

} // namespace

QString csvNeutralised(const QString &text)
{
    return looksLikeFormula(text) ? u'\'' + text : text;
}

QString csvOriginal(const QString &cell)
{
    return cell.startsWith(u'\'') && looksLikeFormula(QStringView(cell).sliced(1)) ? cell.sliced(1) : cell;
}

QByteArray csvRecord(const QStringList &fields)
{
    QByteArray record;
    for (qsizetype i = 0; i < fields.size(); ++i) {
        if (i > 0)
            record.append(',');
        record.append(csvField(fields[i]));
    }
    return record + "\r\n";
}

} // namespace sweepbench
