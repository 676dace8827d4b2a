// SPDX-License-Identifier: GPL-3.0-or-later
// How one target is reached: TLS, proxy, address.
// Thread contract: the GUI thread.
#pragma once

#include "ui/field.h"
#include "ui/plan/targetpanel.h"

#include <vector>

namespace sweepbench {

class RoutePanel : public TargetPanel
{
    Q_OBJECT
public:
    explicit RoutePanel(QWidget *parent = nullptr);

    void setIndex(int index) override;
    void setTarget(const Target &target) override;
    void apply(Target &target) override;
    bool place(const QString &field, const QString &text) override;
    void clearProblems() override;
    QString problem() const override;
    QStringList summary(const Target &target) const override;

private:
    Field *addField(const QString &title, bool isFile);
    std::vector<Field *> fields() const { return {m_caFile, m_certificate, m_key, m_proxy, m_address}; }

    ChoiceField *m_insecure;
    ChoiceField *m_minimum;
    ChoiceField *m_resumption;
    Field *m_caFile;
    Field *m_certificate;
    Field *m_key;
    Field *m_proxy;
    Field *m_address;
};

} // namespace sweepbench
