// SPDX-License-Identifier: GPL-3.0-or-later
// A line to type into, with its name above and what is wrong with it below.
// Thread contract: the GUI thread.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace sweepbench {

/// The line below a field: shows a mistake, keeps its room when there is none so that nothing jumps while typing.
class ProblemLabel
{
public:
    /// Puts the label into \a layout; \a edit is marked and described along with it.
    ProblemLabel(QVBoxLayout *layout, QLineEdit *edit, const QString &objectName);
    void setProblem(const QString &text); ///< empty: none
    void setHint(const QString &text);    ///< shown while there is no problem
    QString problem() const { return m_problem; }
    void setObjectName(const QString &name);

private:
    void update();

    QLabel *m_label;
    QLineEdit *m_edit;
    QString m_problem;
    QString m_hint;
};

class Field : public QWidget
{
    Q_OBJECT
public:
    /// \a name becomes the object name of the line edit; the problem label is called name + "Problem".
    Field(const QString &title, const QString &name, QWidget *beside = nullptr, QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text); ///< without edited()
    QLineEdit *edit() const { return m_edit; }
    QLabel *title() const { return m_title; }
    void setProblem(const QString &text) { m_problem.setProblem(text); }
    void setHint(const QString &text) { m_problem.setHint(text); }
    QString problem() const { return m_problem.problem(); }
    void setProblemName(const QString &name) { m_problem.setObjectName(name); }

signals:
    void edited();

private:
    QVBoxLayout *m_layout;
    QLabel *m_title;
    QLineEdit *m_edit;
    ProblemLabel m_problem;
};

} // namespace sweepbench
