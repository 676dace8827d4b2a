// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charttext.h"

#include "core/model/httpurl.h"

#include <QFontMetricsF>
#include <QTextLayout>
#include <QTextOption>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isHarmless(char32_t c)
{
    if (c < 0x20 || (c >= 0x7F && c <= 0x9F))
        return false;
    if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
        return false; // would turn round what follows in title and caption
    return !QChar::isNonCharacter(c) && !QChar::isSurrogate(c);
}

} // namespace

QString cleanText(const QString &text)
{
    QString clean;
    clean.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            if (isHarmless(QChar::surrogateToUcs4(c, text[i + 1])))
                clean.append(text.mid(i, 2));
            ++i;
        } else if (c == u'\n' || c == u'\t' || c == u'\r' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator) {
            clean.append(u' ');
        } else if (isHarmless(c.unicode())) {
            clean.append(c);
        }
    }
    // simplified() would also turn no-break spaces in figures into plain ones.
    QString result;
    for (const QChar c : std::as_const(clean))
        if (c != u' ' || (!result.isEmpty() && result.back() != u' '))
            result.append(c);
    return result.endsWith(u' ') ? result.chopped(1) : result;
}

QStringList wrappedText(const QString &text, const QFont &font, double width)
{
    QStringList lines;
    if (text.isEmpty())
        return lines;
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(qMax(width, 1.0));
        lines.append(text.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

QString fittedText(const QString &text, const QFont &font, double width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, qMax(width, 0.0));
}

QString shownName(const Plan &plan, int target)
{
    if (target < 0 || static_cast<std::size_t>(target) >= plan.targets.size())
        return u"target %1"_s.arg(target + 1);
    const Target &t = plan.targets[static_cast<std::size_t>(target)];
    if (!cleanText(t.name).isEmpty())
        return cleanText(targetLabel(plan, target));
    if (const auto url = parseHttpUrl(t.url)) // its text has no password
        return cleanText(url->toString());
    return u"target %1"_s.arg(target + 1);
}

QStringList targetNames(const Plan &plan)
{
    QStringList names;
    for (int target = 0; target < static_cast<int>(plan.targets.size()); ++target)
        names << shownName(plan, target);
    return names;
}

QString namesTitle(const QStringList &names)
{
    if (names.size() <= 3)
        return names.join(u" vs "_s);
    return names.mid(0, names.size() - 1).join(u", "_s) + u" and "_s + names.back();
}

QString fittedNames(const QStringList &names, const QFont &font, double width)
{
    const QFontMetricsF metrics(font);
    const auto titleWith = [&](double most) {
        QStringList fitted;
        for (const QString &name : names)
            fitted << metrics.elidedText(name, Qt::ElideMiddle, most);
        return namesTitle(fitted);
    };
    const auto fits = [&](double most) { return metrics.horizontalAdvance(titleWith(most)) <= width; };
    if (fits(width))
        return titleWith(width);
    // The largest width per name with which the whole fits, to the pixel.
    double low = metrics.horizontalAdvance(u"mm…"_s);
    double high = width;
    while (high - low > 1)
        (fits((low + high) / 2) ? low : high) = (low + high) / 2;
    return metrics.elidedText(titleWith(low), Qt::ElideRight, width);
}

} // namespace sweepbench
