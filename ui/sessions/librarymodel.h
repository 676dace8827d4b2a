// SPDX-License-Identifier: GPL-3.0-or-later
// The library's list: sessions that were pinned, opened lately or kept automatically. The files are read one after another in another
// thread, so that the list is there at once.
// Thread contract: the GUI thread; a file is read in a thread of the pool and handed over as a value.
#pragma once

#include "ui/charts/charttheme.h"
#include "ui/sessions/libraryentry.h"

#include <QAbstractListModel>
#include <QPixmap>
#include <QSize>

#include <vector>

namespace sweepbench {

class LibraryModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { PathRole = Qt::UserRole, FactsRole, VerdictRole, PinnedRole, ThumbnailRole, ProblemRole, TimeRole };
    static constexpr QSize thumbnailSize{132, 76};

    explicit LibraryModel(QObject *parent = nullptr);

    /// The files to be shown, pinned ones first, then by time, newest first; those that were read and have not changed are not read again.
    void setFiles(const QStringList &pinned, const QStringList &recent, const QString &autosaveFolder);
    void setTheme(ChartTheme theme, double devicePixelRatio);
    /// Nothing is read while a trial runs: it would take the measured machine's time.
    void setReading(bool reading);
    void setNotes(const QString &path, const QString &notes);
    const LibraryEntry *entry(const QString &path) const;
    bool isReading() const { return m_busy; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        LibraryEntry entry;
        QPixmap thumbnail;
    };

    void readNext();
    void take(LibraryEntry read);
    QPixmap thumbnailOf(const LibraryEntry &entry) const;

    std::vector<Row> m_rows;
    ChartTheme m_theme = ChartTheme::Light;
    double m_ratio = 1;
    bool m_reading = false;
    bool m_busy = false; ///< a file is being read
};

} // namespace sweepbench
