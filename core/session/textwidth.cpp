// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/textwidth.h"

#include <QList>
#include <QTextBoundaryFinder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

// Wide and Fullwidth of EastAsianWidth (Unicode 15), neighbouring blocks joined.
constexpr Range wideRanges[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},   {0x23F0, 0x23F0},   {0x23F3, 0x23F3},
    {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},   {0x26D4, 0x26D4},   {0x26EA, 0x26EA},
    {0x26F2, 0x26F3},   {0x26F5, 0x26F5},   {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27B0, 0x27B0},   {0x27BF, 0x27BF},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},
    {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x16FF1}, {0x17000, 0x18D08}, {0x1AFF0, 0x1B2FB},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
    {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7}, {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB},
    {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

int codePointWidth(char32_t c)
{
    const auto range = std::lower_bound(std::begin(wideRanges), std::end(wideRanges), c,
                                        [](const Range &candidate, char32_t value) { return candidate.last < value; });
    if (range != std::end(wideRanges) && c >= range->first)
        return 2;
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
    case QChar::Other_Control: return 0;
    default: return 1;
    }
}

/// Of one character as readers see it: its parts are drawn over each other.
int clusterWidth(QStringView cluster)
{
    int width = 0;
    for (const char32_t c : cluster.toUcs4()) {
        const bool emojiStyle = c == 0xFE0F;                      // variation selector 16
        const bool flagPart = c >= 0x1F1E6 && c <= 0x1F1FF;       // two letters make a flag
        width = std::max(width, emojiStyle || flagPart ? 2 : codePointWidth(c));
    }
    return width;
}

template<typename Visit>
void forEachCluster(const QString &text, Visit visit)
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    qsizetype start = 0;
    for (qsizetype end = finder.toNextBoundary(); end > start; end = finder.toNextBoundary()) {
        if (!visit(QStringView(text).sliced(start, end - start)))
            return;
        start = end;
    }
}

bool overridesDirection(char32_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

} // namespace

QString printable(const QString &text)
{
    QString result;
    for (const char32_t c : text.toUcs4()) {
        const QChar::Category category = QChar::category(c);
        if (c == u'\n' || c == u'\r' || c == u'\t' || category == QChar::Separator_Line || category == QChar::Separator_Paragraph)
            result += u' ';
        else if (category == QChar::Other_Control || category == QChar::Other_Surrogate || overridesDirection(c))
            result += QChar(0xFFFD);
        else
            result += QChar::fromUcs4(c);
    }
    return result;
}

int textWidth(const QString &text)
{
    int width = 0;
    forEachCluster(text, [&](QStringView cluster) {
        width += clusterWidth(cluster);
        return true;
    });
    return width;
}

QString elidedTo(const QString &text, int width)
{
    if (textWidth(text) <= width)
        return text;
    QString kept;
    int used = 1; // the ellipsis
    forEachCluster(text, [&](QStringView cluster) {
        used += clusterWidth(cluster);
        if (used > width)
            return false;
        kept += cluster;
        return true;
    });
    return kept + u'…';
}

QString paddedRight(const QString &text, int width)
{
    return text + QString(std::max(0, width - textWidth(text)), u' ');
}

QString paddedLeft(const QString &text, int width)
{
    return QString(std::max(0, width - textWidth(text)), u' ') + text;
}

} // namespace sweepbench
