// SPDX-License-Identifier: GPL-3.0-or-later
// All of a target that its row has no room for, on four small pages.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"

#include <QWidget>

#include <vector>

class QStackedWidget;
class QTabBar;

namespace sweepbench {

class TargetPanel;

class TargetDetails : public QWidget
{
    Q_OBJECT
public:
    explicit TargetDetails(QWidget *parent = nullptr);

    void setIndex(int index);
    void setTarget(const Target &target);
    /// Puts what is typed into \a target; what can't be read is said beside its field.
    void apply(Target &target);
    /// Shows a problem of checkPlan beside its field and brings its page up; false where no field is meant.
    bool place(const QString &field, const QString &text);
    void clearProblems();
    QString problem() const; ///< the first one; empty for none
    std::vector<QWidget *> controls() const; ///< in the order of the Tab key
    /// One line: what is not as usual.
    QString summary(const Target &target) const;

signals:
    void edited();
    void submitted();

private:
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    std::vector<TargetPanel *> m_panels;
};

} // namespace sweepbench
