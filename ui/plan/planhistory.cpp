// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/planhistory.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QUndoCommand>

namespace sweepbench {

namespace {

class DraftStep : public QUndoCommand
{
public:
    DraftStep(PlanDraft before, PlanDraft after, const QString &field, std::function<void(const PlanDraft &)> restore)
        : QUndoCommand(QUndoStack::tr("change of the plan")), m_before(std::move(before)), m_after(std::move(after)), m_field(field),
          m_restore(std::move(restore))
    {
    }

    void undo() override { m_restore(m_before); }
    void redo() override
    {
        if (!m_first) // the first time it has been done by hand
            m_restore(m_after);
        m_first = false;
    }
    int id() const override { return m_field.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const DraftStep *>(other);
        if (next->m_field != m_field)
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    const PlanDraft m_before;
    PlanDraft m_after;
    const QString m_field; ///< the only text that changed; empty where it was anything else
    const std::function<void(const PlanDraft &)> m_restore;
    bool m_first = true;
};

/// The name of the only text in which the drafts differ; empty where they differ in anything else.
QString onlyChangedText(const PlanDraft &a, const PlanDraft &b)
{
    if (a.rows != b.rows || a.choices != b.choices || a.texts.keys() != b.texts.keys())
        return {};
    QString changed;
    for (auto it = a.texts.begin(); it != a.texts.end(); ++it) {
        if (b.texts[it.key()] == it.value())
            continue;
        if (!changed.isEmpty())
            return {};
        changed = it.key();
    }
    return changed;
}

} // namespace

PlanDraft draftOf(const QWidget &widget)
{
    PlanDraft draft;
    for (const QLineEdit *edit : widget.findChildren<QLineEdit *>())
        if (!edit->objectName().isEmpty() && !edit->objectName().startsWith(u"qt_"))
            draft.texts[edit->objectName()] = edit->text();
    for (const QPlainTextEdit *edit : widget.findChildren<QPlainTextEdit *>())
        draft.texts[edit->objectName()] = edit->toPlainText();
    for (const QComboBox *box : widget.findChildren<QComboBox *>())
        draft.choices[box->objectName()] = box->currentIndex();
    return draft;
}

void restoreControls(QWidget &widget, const PlanDraft &draft)
{
    for (QLineEdit *edit : widget.findChildren<QLineEdit *>()) {
        const QSignalBlocker blocker(edit);
        if (const auto text = draft.texts.find(edit->objectName()); text != draft.texts.end() && edit->text() != *text)
            edit->setText(*text);
    }
    for (QPlainTextEdit *edit : widget.findChildren<QPlainTextEdit *>()) {
        const QSignalBlocker blocker(edit);
        if (const auto text = draft.texts.find(edit->objectName()); text != draft.texts.end() && edit->toPlainText() != *text)
            edit->setPlainText(*text);
    }
    for (QComboBox *box : widget.findChildren<QComboBox *>()) {
        const QSignalBlocker blocker(box);
        if (const auto choice = draft.choices.find(box->objectName()); choice != draft.choices.end())
            box->setCurrentIndex(*choice);
    }
}

void PlanHistory::start(const PlanDraft &draft)
{
    m_last = draft;
    m_stack.clear();
}

void PlanHistory::note(const PlanDraft &draft)
{
    if (m_restoring || draft == m_last)
        return;
    const PlanDraft before = m_last;
    m_last = draft;
    m_stack.push(new DraftStep(before, draft, onlyChangedText(before, draft), [this](const PlanDraft &back) {
        m_restoring = true;
        m_restore(back);
        m_last = back;
        m_restoring = false;
    }));
}

} // namespace sweepbench
