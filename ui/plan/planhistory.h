// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo on the plan page: each step is everything that is typed there, readable or not.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"

#include <QMap>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <vector>

class QWidget;

namespace sweepbench {

/// What the page's controls hold, by object name.
struct PlanDraft
{
    struct Row
    {
        bool leftOut = false;
        std::vector<Header> headers;
        bool operator==(const Row &) const = default;
    };
    std::vector<Row> rows;
    QMap<QString, QString> texts;
    QMap<QString, int> choices;
    bool operator==(const PlanDraft &) const = default;
};
/// Texts and choices of all named controls below \a widget.
PlanDraft draftOf(const QWidget &widget);
/// Puts them back, without a signal.
void restoreControls(QWidget &widget, const PlanDraft &draft);

class PlanHistory
{
public:
    using Restore = std::function<void(const PlanDraft &)>;
    explicit PlanHistory(Restore restore) : m_restore(std::move(restore)) {}

    /// Forgets all steps; \a draft is what is there now.
    void start(const PlanDraft &draft);
    /// A step, where anything has changed since the last one. Typing on in one field is one step.
    void note(const PlanDraft &draft);
    QUndoStack &stack() { return m_stack; }

private:
    const Restore m_restore;
    PlanDraft m_last;
    QUndoStack m_stack;
    bool m_restoring = false;
};

} // namespace sweepbench
