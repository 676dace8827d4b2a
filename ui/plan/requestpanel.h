// SPDX-License-Identifier: GPL-3.0-or-later
// What one target is asked: method, header fields, body, and which statuses count as an answer.
// Thread contract: the GUI thread.
#pragma once

#include "ui/field.h"
#include "ui/plan/targetpanel.h"

class QPlainTextEdit;
class QTableView;

namespace sweepbench {

class HeadersModel;

class RequestPanel : public TargetPanel
{
    Q_OBJECT
public:
    explicit RequestPanel(QWidget *parent = nullptr);

    void setIndex(int index) override;
    void setTarget(const Target &target) override;
    void apply(Target &target) override;
    bool place(const QString &field, const QString &text) override;
    void clearProblems() override;
    QString problem() const override;
    QStringList summary(const Target &target) const override;

private:
    QWidget *makeHeaders();
    QWidget *makeBody();

    Field *m_method;
    Field *m_status;
    HeadersModel *m_model;
    QTableView *m_table = nullptr;
    QPlainTextEdit *m_body = nullptr;
    QByteArray m_binary; ///< a body that is no text: kept as it is
    std::optional<ProblemLabel> m_headersProblem;
    std::optional<ProblemLabel> m_bodyHint;
};

} // namespace sweepbench
