// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/acrosstext.h"

#include "core/model/format.h"
#include "core/session/plaintable.h"
#include "core/session/textwidth.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int ratioDigits = 4;
constexpr int widestName = 24;

QString figureText(const Summary &summary, Metric metric)
{
    if (summary.n == 0)
        return noDataText();
    const bool hasError = summary.n >= 2;
    if (metric == Metric::BytesPerS)
        return formatBytesPerSecond(summary.mean);
    if (metric == Metric::RuntimeS)
        return formatRunTime(summary.mean, summary.se, hasError);
    return isRequestTime(metric) ? formatLatencyWithError(summary.mean, summary.se, hasError) : formatWithError(summary.mean, summary.se, hasError);
}

QString ratioText(const std::optional<double> &ratio)
{
    return ratio ? formatNumber(*ratio, ratioDigits) : noDataText();
}

QString intervalText(const std::optional<double> &low, const std::optional<double> &high)
{
    return low && high ? u"%1 to %2"_s.arg(formatNumber(*low, ratioDigits), formatNumber(*high, ratioDigits)) : noDataText();
}

QString name(const QString &text)
{
    return elidedTo(printable(text), widestName);
}

/// The comparison of a subject at a level; none where one of the sessions lacks it.
const AcrossComparison *comparisonOf(const AcrossSessions &across, int subject, int level, int session, bool relative)
{
    for (const AcrossComparison &comparison : across.comparisons)
        if (comparison.primary && comparison.relative == relative && comparison.subject == subject && comparison.level == level
            && comparison.session == session)
            return &comparison;
    return nullptr;
}

QString comparedText(const AcrossComparison *comparison)
{
    if (!comparison || !comparison->ratio)
        return noDataText();
    return comparison->simultaneousLow ? u"%1 (%2)"_s.arg(ratioText(comparison->ratio),
                                                        intervalText(comparison->simultaneousLow, comparison->simultaneousHigh))
                                       : ratioText(comparison->ratio);
}

/// Two sessions side by side.
QString pairTable(const AcrossSessions &across)
{
    QStringList titles{u"Target"_s, levelTitle(across.axis), name(across.sessions[0]), name(across.sessions[1]), u"Ratio (simultaneous 95 %)"_s, u"p"_s};
    if (across.common())
        titles << u"Relative to %1"_s.arg(name(across.common()->name));
    std::vector<PlainRow> rows;
    for (std::size_t level = 0; level < across.levels.size(); ++level) {
        for (int subject = 0; subject < static_cast<int>(across.subjects.size()); ++subject) {
            const AcrossSubject &followed = across.subjects[static_cast<std::size_t>(subject)];
            const AcrossComparison *comparison = comparisonOf(across, subject, across.levels[level], 1, false);
            QStringList cells{printable(followed.name), levelNumber(across.levels[level])};
            for (int session = 0; session < 2; ++session)
                cells << figureText(across.cell(subject, level, session).figure, across.metric);
            cells << comparedText(comparison);
            cells << (comparison && comparison->pHolm ? formatNumber(*comparison->pHolm, 2) : noDataText());
            if (across.common())
                cells << (followed.common ? u"–"_s : comparedText(comparisonOf(across, subject, across.levels[level], 1, true)));
            rows.push_back({cells, level > 0 && subject == 0});
        }
    }
    return u"%1, ratios %2 / %3\n\n"_s.arg(metricTitle(across.metric, across.openLoop), name(across.sessions[1]), name(across.sessions[0]))
        + plainTable(titles, rows);
}

PlainRow historyRow(const AcrossSessions &across, int subject, std::size_t level, std::size_t place)
{
    const int session = across.inOrderOfTime[place];
    const auto index = static_cast<std::size_t>(session);
    const AcrossCell &cell = across.cell(subject, level, session);
    const bool changed = !across.environmentChanges[place].isEmpty();
    QStringList cells{printable(across.sessions[session]),
                      across.measuredAt[index].isValid() ? across.measuredAt[index].toUTC().toString(u"yyyy-MM-dd HH:mm"_s) : noDataText(),
                      figureText(cell.figure, across.metric),
                      session == 0 ? u"–"_s : comparedText(comparisonOf(across, subject, across.levels[level], session, false))};
    if (across.common() && !across.subjects[static_cast<std::size_t>(subject)].common)
        cells << (cell.relativeLow ? u"%1 (%2)"_s.arg(ratioText(cell.relative), intervalText(cell.relativeLow, cell.relativeHigh))
                                   : ratioText(cell.relative));
    cells << (changed ? u"environment differs"_s : QString());
    return {cells, changed};
}

/// One subject at one level through the sessions, in order of time.
QString historyTable(const AcrossSessions &across, int subject, std::size_t level)
{
    const AcrossSubject &followed = across.subjects[static_cast<std::size_t>(subject)];
    QStringList titles{u"Session"_s, u"Measured (UTC)"_s, metricTitle(across.metric, across.openLoop),
                       u"Against %1 (simultaneous 95 %)"_s.arg(name(across.sessions.front()))};
    std::size_t mark = 4;
    if (across.common() && !followed.common) {
        titles << u"Ratio to %1 (95 %)"_s.arg(name(across.common()->name));
        ++mark;
    }
    titles << QString();
    std::vector<PlainRow> rows;
    for (std::size_t place = 0; place < across.inOrderOfTime.size(); ++place)
        rows.push_back(historyRow(across, subject, level, place));
    return u"%1, %2\n\n"_s.arg(printable(followed.name), levelText(across.axis, across.levels[level])) + plainTable(titles, rows, {mark});
}

QStringList environmentLines(const AcrossSessions &across)
{
    QStringList lines;
    for (std::size_t place = 1; place < across.environmentChanges.size(); ++place)
        if (const QStringList &changes = across.environmentChanges[place]; !changes.isEmpty())
            lines << printable(u"environment of %1 differs from that of %2: %3"_s.arg(
                across.sessions[across.inOrderOfTime[place]], across.sessions[across.inOrderOfTime[place - 1]], changes.join(u"; "_s)));
    return lines;
}

QStringList findingLines(const AcrossSessions &across)
{
    QStringList lines;
    for (const Finding &finding : across.findings) {
        // A history says what changes from session to session, not against the first one.
        if (across.sessions.size() > 2 && finding.kind == u"environment")
            continue;
        lines << (finding.severity == Severity::Doubt ? u"doubt: "_s : QString()) + printable(finding.text);
    }
    return lines;
}

} // namespace

QString acrossTables(const AcrossSessions &across)
{
    if (across.sessions.size() == 2)
        return pairTable(across);
    QString text;
    for (int subject = 0; subject < static_cast<int>(across.subjects.size()); ++subject)
        for (std::size_t level = 0; level < across.levels.size(); ++level)
            text += (text.isEmpty() ? QString() : u"\n"_s) + historyTable(across, subject, level);
    return text;
}

QString acrossText(const AcrossSessions &across)
{
    QStringList sentences;
    for (const QString &sentence : across.sentences())
        sentences << printable(sentence);
    QString text = acrossTables(across);
    if (across.sessions.size() > 2)
        text += paragraph(environmentLines(across));
    return text + paragraph(sentences) + paragraph(findingLines(across));
}

} // namespace sweepbench
