// SPDX-License-Identifier: GPL-3.0-or-later
// How one target is pressed otherwise than the others: each field is empty where it is as the plan has it.
// Thread contract: the GUI thread.
#pragma once

#include "ui/field.h"
#include "ui/plan/targetpanel.h"

#include <vector>

namespace sweepbench {

class OwnLoadPanel : public TargetPanel
{
    Q_OBJECT
public:
    explicit OwnLoadPanel(QWidget *parent = nullptr);

    void setIndex(int index) override;
    void setTarget(const Target &target) override;
    void apply(Target &target) override;
    bool place(const QString &field, const QString &text) override;
    void clearProblems() override;
    QString problem() const override;
    QStringList summary(const Target &target) const override;

private:
    struct Typed { LoadField what; QString name; Field *field; };
    struct Chosen { LoadField what; QString name; QString title; ChoiceField *field; };

    QString typedText(LoadField what, const Load &load) const;
    std::optional<Problem> readTyped(LoadField what, const QString &text, Load &load) const;

    std::vector<Typed> m_typed;
    std::vector<Chosen> m_chosen;
};

} // namespace sweepbench
