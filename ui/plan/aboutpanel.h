// SPDX-License-Identifier: GPL-3.0-or-later
// What people should know of a target: its version, notes, a piece of its source.
// Thread contract: the GUI thread.
#pragma once

#include "ui/field.h"
#include "ui/plan/targetpanel.h"

class QPlainTextEdit;

namespace sweepbench {

class AboutPanel : public TargetPanel
{
    Q_OBJECT
public:
    explicit AboutPanel(QWidget *parent = nullptr);

    void setIndex(int index) override;
    void setTarget(const Target &target) override;
    void apply(Target &target) override;
    bool place(const QString &, const QString &) override { return false; } ///< nothing here can be wrong
    void clearProblems() override {}
    QString problem() const override { return {}; }
    QStringList summary(const Target &target) const override;

private:
    QWidget *makeText(const QString &title, QPlainTextEdit *edit);

    Field *m_version;
    QPlainTextEdit *m_notes;
    QPlainTextEdit *m_source;
};

} // namespace sweepbench
