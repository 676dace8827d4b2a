// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sessionspage.h"

#include "core/session/sessionfile.h"
#include "ui/emptypage.h"
#include "ui/pageparts.h"
#include "ui/sessions/entrydelegate.h"
#include "ui/sessions/librarymodel.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// Shows the sessions that all typed words are in.
class FoundSessions : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString &words)
    {
        m_words = words;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        const auto *model = static_cast<const LibraryModel *>(sourceModel());
        const LibraryEntry *entry = model->entry(model->index(row, 0, parent).data(LibraryModel::PathRole).toString());
        return entry && matches(*entry, m_words);
    }

private:
    QString m_words;
};

QPushButton *sideButton(const QString &text, const QString &name)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    return button;
}

} // namespace

SessionsPage::SessionsPage(Settings &settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_model(new LibraryModel(this))
    , m_found(new FoundSessions(this))
    , m_stack(new QStackedLayout(this))
{
    m_found->setSourceModel(m_model);
    auto *empty = new EmptyPage(tr("No session yet"),
                                tr("Every comparison is kept and listed here with its verdict, to be opened, described and compared with later ones."),
                                tr("Go to the plan"));
    connect(empty, &EmptyPage::actionWanted, this, &SessionsPage::planWanted);
    auto *splitter = new QSplitter;
    splitter->setObjectName(u"sessionsSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeList());
    splitter->addWidget(makeSide());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({800, 320});
    auto *page = new QWidget;
    page->setProperty("page", true);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 18, 24, 18);
    layout->addWidget(splitter);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);
    showChosen();
}

QWidget *SessionsPage::makeList()
{
    m_search = new QLineEdit;
    m_search->setObjectName(u"sessionSearch"_s);
    m_search->setPlaceholderText(tr("Search names, targets, verdicts and notes"));
    m_search->setAccessibleName(tr("Search the sessions"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) { static_cast<FoundSessions *>(m_found)->setWords(text); });
    m_list = new QListView;
    m_list->setObjectName(u"sessionList"_s);
    m_list->setAccessibleName(tr("Sessions"));
    m_list->setModel(m_found);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    connect(m_list, &QListView::activated, this, [this](const QModelIndex &index) {
        if (!m_running)
            emit openWanted(index.data(LibraryModel::PathRole).toString());
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SessionsPage::showChosen);
    connect(m_model, &LibraryModel::dataChanged, this, &SessionsPage::showChosen);
    connect(m_found, &QAbstractItemModel::modelReset, this, &SessionsPage::showChosen);
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 10, 0);
    layout->setSpacing(10);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    return box;
}

QWidget *SessionsPage::makeSide()
{
    m_title = new QLabel;
    m_title->setObjectName(u"sessionTitle"_s);
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    scaleFont(m_title, 1.1, true);
    m_place = new QLabel;
    m_place->setObjectName(u"sessionPlace"_s);
    m_place->setProperty("muted", true);
    m_place->setWordWrap(true);
    m_place->setTextFormat(Qt::PlainText);
    m_place->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_open = sideButton(tr("Open"), u"sessionOpen"_s);
    m_compare = sideButton(tr("Compare"), u"sessionCompare"_s);
    m_pin = sideButton(tr("Pin"), u"sessionPin"_s);
    m_remove = quietButton(tr("Remove from the list"), u"sessionRemove"_s);
    m_remove->setToolTip(tr("The file stays where it is"));
    m_compare->setToolTip(tr("Choose two or more sessions to compare them; three and more become a history"));
    connect(m_open, &QPushButton::clicked, this, [this] { emit openWanted(chosen().value(0)); });
    connect(m_compare, &QPushButton::clicked, this, [this] { emit compareWanted(chosen()); });
    connect(m_pin, &QPushButton::clicked, this, &SessionsPage::togglePin);
    connect(m_remove, &QPushButton::clicked, this, &SessionsPage::removeFromList);
    m_notes = new QPlainTextEdit;
    m_notes->setObjectName(u"sessionNotes"_s);
    m_notes->setAccessibleName(tr("Notes on this session"));
    m_notes->setPlaceholderText(tr("What was tried, what to remember"));
    m_notes->setTabChangesFocus(true);
    m_notesTimer.setSingleShot(true);
    m_notesTimer.setInterval(500);
    connect(m_notes, &QPlainTextEdit::textChanged, &m_notesTimer, qOverload<>(&QTimer::start));
    connect(&m_notesTimer, &QTimer::timeout, this, &SessionsPage::flushNotes);
    auto *notesTitle = new QLabel(tr("Notes"));
    notesTitle->setBuddy(m_notes);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_pin);
    buttons->addStretch(1);
    auto *side = new QWidget;
    side->setMinimumWidth(280);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(10, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_place);
    layout->addLayout(buttons);
    layout->addSpacing(6);
    layout->addWidget(notesTitle);
    layout->addWidget(m_notes, 1);
    layout->addWidget(m_remove, 0, Qt::AlignLeft);
    return side;
}

void SessionsPage::refresh()
{
    const QStringList before = chosen();
    m_model->setFiles(m_settings.pinnedFiles(), m_settings.recentFiles(), autosaveFolder());
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    for (int row = 0; row < m_found->rowCount(); ++row)
        if (const QModelIndex index = m_found->index(row, 0); before.contains(index.data(LibraryModel::PathRole).toString()))
            m_list->selectionModel()->select(index, QItemSelectionModel::Select);
    showChosen();
}

void SessionsPage::setRunning(bool running)
{
    m_running = running;
    m_model->setReading(!running && isVisible());
    showChosen();
}

QStringList SessionsPage::chosen() const
{
    QModelIndexList rows = m_list->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex &a, const QModelIndex &b) { return a.row() < b.row(); });
    QStringList paths;
    for (const QModelIndex &index : rows)
        paths += index.data(LibraryModel::PathRole).toString();
    return paths;
}

void SessionsPage::showChosen()
{
    const QStringList paths = chosen();
    const LibraryEntry *one = paths.size() == 1 ? m_model->entry(paths.first()) : nullptr;
    const bool readable = one && one->session;
    m_title->setText(one ? entryTitle(*one) : paths.isEmpty() ? tr("Choose a session") : tr("%1 sessions chosen").arg(paths.size()));
    m_place->setText(one ? one->path : QString());
    m_open->setEnabled(readable && !m_running);
    m_compare->setEnabled(paths.size() > 1 && !m_running);
    m_pin->setEnabled(!paths.isEmpty());
    m_pin->setText(one && one->pinned ? tr("Unpin") : tr("Pin"));
    m_remove->setEnabled(one && (one->pinned || !one->autosaved));
    m_notes->setEnabled(readable);
    const QString notesOf = readable ? one->path : QString();
    if (notesOf == m_notesOf)
        return; // what is being typed stays
    flushNotes();
    m_notesOf = notesOf;
    const QSignalBlocker blocker(m_notes);
    m_notes->setPlainText(readable ? one->session->notes : QString());
}

void SessionsPage::flushNotes()
{
    m_notesTimer.stop();
    const LibraryEntry *entry = m_model->entry(m_notesOf);
    const QString notes = m_notes->toPlainText();
    if (!entry || !entry->session || entry->session->notes == notes)
        return;
    m_model->setNotes(m_notesOf, notes);
    emit notesEdited(m_notesOf, notes);
}

void SessionsPage::togglePin()
{
    const QStringList paths = chosen();
    const LibraryEntry *first = m_model->entry(paths.value(0));
    const bool pin = !(first && first->pinned);
    for (const QString &path : paths)
        m_settings.setPinned(path, pin);
    refresh();
}

void SessionsPage::removeFromList()
{
    for (const QString &path : chosen()) {
        m_settings.setPinned(path, false);
        m_settings.removeRecentFile(path);
    }
    refresh();
}

void SessionsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model->setTheme(themeOf(palette()), devicePixelRatioF());
    refresh();
    m_model->setReading(!m_running);
}

void SessionsPage::hideEvent(QHideEvent *event)
{
    flushNotes();
    QWidget::hideEvent(event);
}

void SessionsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(themeOf(palette()), devicePixelRatioF());
    QWidget::changeEvent(event);
}

} // namespace sweepbench
