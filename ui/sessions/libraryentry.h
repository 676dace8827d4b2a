// SPDX-License-Identifier: GPL-3.0-or-later
// What the library shows of a session file.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QDateTime>
#include <QString>

#include <memory>

namespace sweepbench {

struct LibraryEntry
{
    QString path;
    QDateTime changedAt;  ///< of the file
    bool pinned = false;
    bool autosaved = false; ///< kept by the program, not named by the user
    QString problem;      ///< why it can't be read; empty when it can, or has not been yet
    std::shared_ptr<const Session> session; ///< without its trials' series and histograms; absent until it was read
    Analysis analysis;    ///< of the whole session
    int trials = 0;
    QString verdict;      ///< one sentence
};

/// "nginx and Apache", or the file's name once the user has given one.
QString entryTitle(const LibraryEntry &entry);
/// "1 Dec 2026 15:49 · 1, 10 and 100 connections · 30 trials", in the user's locale.
QString entryFacts(const LibraryEntry &entry);
/// The sentence that matters most: the clearest difference, else the first one.
QString headline(const Analysis &analysis);
/// True where every word of \a words is in its title, targets, verdict, notes or path, whatever the case.
bool matches(const LibraryEntry &entry, const QString &words);

} // namespace sweepbench
