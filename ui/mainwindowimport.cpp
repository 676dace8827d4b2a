// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tools into the window.
#include "ui/mainwindow.h"

#include "core/import/import.h"
#include "core/session/sessionfile.h"
#include "ui/banner.h"

#include <QFileDialog>
#include <QFileInfo>

namespace sweepbench {

using namespace Qt::StringLiterals;

void MainWindow::chooseFilesToImport()
{
    auto *dialog = new QFileDialog(this, tr("Import results of other tools"), m_settings.folder(u"import"_s));
    dialog->setObjectName(u"importDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Results of ab, wrk, hey, oha, k6, vegeta, autocannon (*.txt *.csv *.tsv *.json *.dat)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &paths) {
        if (paths.isEmpty())
            return;
        m_settings.setFolderOf(u"import"_s, paths.first());
        importFrom(paths);
    });
    dialog->open();
}

/// All of them become one session, kept automatically, or none: the banner says which file is wrong.
void MainWindow::importFrom(const QStringList &paths)
{
    if (m_run.isRunning()) {
        showProblem(tr("A comparison is running: stop it before importing results."));
        return;
    }
    if (wouldLoseTrials())
        return;
    auto imported = importFiles(paths);
    if (!imported.ok()) {
        showProblem(imported.problem().line());
        return;
    }
    QStringList notes;
    for (const ImportedFile &file : imported->files)
        for (const QString &note : file.notes)
            notes += tr("%1: %2.").arg(QFileInfo(file.path).fileName(), note);
    const auto unwritten = m_document.begin(std::move(imported->session), autosavePath());
    if (!m_document.path().isEmpty())
        m_settings.addRecentFile(m_document.path());
    sessionReplaced();
    if (unwritten)
        showProblem(unwritten->line());
    else if (!notes.isEmpty())
        m_banner->showMessage(notes.join(u' '));
}

} // namespace sweepbench
