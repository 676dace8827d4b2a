// SPDX-License-Identifier: GPL-3.0-or-later
// One page of a target's details: a part of the Target, to be shown, typed and checked.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"

#include <QWidget>

namespace sweepbench {

class TargetPanel : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual void setIndex(int index) = 0; ///< object names follow: "proxy0", "proxy1", …
    virtual void setTarget(const Target &target) = 0;
    /// Puts what is typed into \a target and leaves everything else of it as it is. What can't be read is said beside its field.
    virtual void apply(Target &target) = 0;
    /// Shows a problem of checkPlan beside its field, "proxy" or "headers" for one; false where there is no such field.
    virtual bool place(const QString &field, const QString &text) = 0;
    virtual void clearProblems() = 0;
    /// What is wrong here, for the page's one line; empty for nothing.
    virtual QString problem() const = 0;
    /// Things of its part that are not as usual, for the one line below the URL: "POST", "2 headers".
    virtual QStringList summary(const Target &target) const = 0;

signals:
    void edited();
    void submitted(); ///< Enter in one of its fields
};

} // namespace sweepbench
