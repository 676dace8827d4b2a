// SPDX-License-Identifier: GPL-3.0-or-later
// The library: sessions to look for, open, pin, describe, and compare with each other.
// Thread contract: the GUI thread.
#pragma once

#include "ui/settings.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStackedLayout;

namespace sweepbench {

class LibraryModel;

class SessionsPage : public QWidget
{
    Q_OBJECT
public:
    /// \a settings must outlive the page.
    explicit SessionsPage(Settings &settings, QWidget *parent = nullptr);

    /// Looks again at what there is: after a run, a save, and when the page comes into view.
    void refresh();
    void setRunning(bool running);
    LibraryModel *model() const { return m_model; }

signals:
    void openWanted(const QString &path);
    /// Two or more, the oldest first.
    void compareWanted(const QStringList &paths);
    void planWanted();
    /// Notes that were typed; whoever holds the file writes them.
    void notesEdited(const QString &path, const QString &notes);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeList();
    QWidget *makeSide();
    QStringList chosen() const; ///< paths, in the order of the list
    void showChosen();
    void flushNotes();
    void togglePin();
    void removeFromList();

    Settings &m_settings;
    LibraryModel *m_model;
    QSortFilterProxyModel *m_found;
    QStackedLayout *m_stack = nullptr;
    QLineEdit *m_search = nullptr;
    QListView *m_list = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_place = nullptr;
    QPlainTextEdit *m_notes = nullptr;
    QString m_notesOf; ///< the file whose notes are shown
    QTimer m_notesTimer; ///< notes are written when the typing pauses
    QPushButton *m_open = nullptr;
    QPushButton *m_pin = nullptr;
    QPushButton *m_compare = nullptr;
    QPushButton *m_remove = nullptr;
    bool m_running = false;
};

} // namespace sweepbench
