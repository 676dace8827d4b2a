// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/libraryentry.h"

#include "core/model/httpurl.h"
#include "ui/charts/loadtext.h"
#include "ui/plantext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("LibraryEntry", text);
}

} // namespace

QString entryTitle(const LibraryEntry &entry)
{
    const QString file = QFileInfo(entry.path).completeBaseName();
    if (!entry.autosaved || !entry.session)
        return file;
    const QString title = targetsTitle(entry.session->plan);
    return title.isEmpty() ? file : title;
}

QString entryFacts(const LibraryEntry &entry)
{
    if (!entry.problem.isEmpty())
        return entry.problem;
    if (!entry.session)
        return tr("Reading…");
    const Plan &plan = entry.session->plan;
    const QDateTime when = entry.session->createdAt.isValid() ? entry.session->createdAt : entry.changedAt;
    QStringList facts{QLocale().toString(when.toLocalTime(), QLocale::ShortFormat), levelsText(plan.sweep.axis, plan.sweep.levels)};
    const int planned = plannedTrials(plan);
    const bool whole = entry.trials >= planned || entry.session->judging.stoppedBy;
    facts += whole ? entry.trials == 1 ? tr("1 trial") : tr("%1 trials").arg(entry.trials) : tr("%1 of %2 trials").arg(entry.trials).arg(planned);
    return facts.join(u" · "_s);
}

QString headline(const Analysis &analysis)
{
    const Comparison *best = nullptr;
    double most = -1;
    for (const Comparison &comparison : analysis.comparisons) {
        if (!comparison.primary || comparison.sentence.isEmpty())
            continue;
        const bool decided = comparison.verdict == Verdict::Faster || comparison.verdict == Verdict::Slower;
        const double size = decided && comparison.ratio ? std::abs(std::log(*comparison.ratio)) : 0;
        if (size > most) {
            most = size;
            best = &comparison;
        }
    }
    return best ? best->sentence : QString();
}

bool matches(const LibraryEntry &entry, const QString &words)
{
    QStringList texts{entryTitle(entry), entry.path, entry.verdict};
    if (entry.session) {
        texts += entry.session->notes;
        for (const Target &target : entry.session->plan.targets)
            texts += target.name + u' ' + urlWithoutPassword(target.url) + u' ' + target.version + u' ' + target.notes;
    }
    const QString all = texts.join(u'\n');
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(wanted.begin(), wanted.end(), [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace sweepbench
