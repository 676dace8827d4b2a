// SPDX-License-Identifier: GPL-3.0-or-later
// From runs to a session: which are targets, levels and repeats (import.h has the rule).
// Thread contract: an Assembly belongs to one thread.
#pragma once

#include "core/import/importedrun.h"
#include "core/model/session.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

class Assembly
{
public:
    /// All files that are going to be imported: they name the targets of reports without a URL.
    explicit Assembly(const QStringList &paths);
    std::optional<Problem> add(ImportedRun run, const QString &path);
    /// Once all runs are in. Targets in the order in which they came.
    Result<Session> session();

private:
    struct Place
    {
        std::size_t target = 0;
        double rate = 0;
        Trial trial;
    };
    std::optional<Problem> addTarget(const ImportedRun &run, const QString &key, const QString &path);
    void nameTheTargets(Plan &plan) const;

    QStringList m_fileNames; ///< of the paths, each once
    QStringList m_paths;
    QStringList m_keys; ///< of the targets
    std::vector<Target> m_targets;
    std::vector<Place> m_runs;
};

/// The least that tells the files apart: the name without its ending, with it, or with its folder.
QStringList shortNames(const QStringList &paths);

} // namespace sweepbench
