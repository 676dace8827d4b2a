// SPDX-License-Identifier: GPL-3.0-or-later
// What people should know of a target: its version, notes, a piece of its source, its colour.
// Thread contract: the GUI thread.
#pragma once

#include "ui/field.h"
#include "ui/plan/targetpanel.h"

class QPlainTextEdit;
class QPushButton;

namespace sweepbench {

class AboutPanel : public TargetPanel
{
    Q_OBJECT
public:
    explicit AboutPanel(QWidget *parent = nullptr);

    void setIndex(int index) override;
    void setTarget(const Target &target) override;
    void apply(Target &target) override;
    bool place(const QString &field, const QString &text) override;
    void clearProblems() override;
    QString problem() const override { return m_color->problem(); }
    QStringList summary(const Target &target) const override;

private:
    QWidget *makeText(const QString &title, QPlainTextEdit *edit);
    void pickColor();

    QPushButton *m_pick;
    Field *m_version;
    Field *m_color;
    QPlainTextEdit *m_notes;
    QPlainTextEdit *m_source;
};

} // namespace sweepbench
