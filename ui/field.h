// SPDX-License-Identifier: GPL-3.0-or-later
// Something to type into or to choose from, with its name above and what is wrong with it below.
// Thread contract: the GUI thread.
#pragma once

#include <QStringList>
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
    ProblemLabel(QVBoxLayout *layout, QWidget *edit, const QString &objectName);
    void setProblem(const QString &text); ///< empty: none
    void setHint(const QString &text);    ///< shown while there is no problem
    QString problem() const { return m_problem; }
    void setObjectName(const QString &name);

private:
    void update();

    QLabel *m_label;
    QWidget *m_edit;
    QString m_problem;
    QString m_hint;
};

class ChoiceBox;

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
    ProblemLabel &problemLabel() { return m_problem; }

signals:
    void edited();

private:
    QVBoxLayout *m_layout;
    QLabel *m_title;
    QLineEdit *m_edit;
    ProblemLabel m_problem;
};

/// A box to choose from, in the same frame.
class ChoiceField : public QWidget
{
    Q_OBJECT
public:
    /// \a name becomes the object name of the box; the problem label is called name + "Problem".
    ChoiceField(const QString &title, const QString &name, const QStringList &items, QWidget *parent = nullptr);

    void setName(const QString &name, const QString &accessibleName); ///< of box and problem label, where there are several of a kind
    int choice() const;
    void setChoice(int index); ///< without edited()
    void setItemText(int index, const QString &text);
    void setHint(const QString &text) { m_problem.setHint(text); }
    QString problem() const { return m_problem.problem(); }
    ProblemLabel &problemLabel() { return m_problem; }

signals:
    void edited();

private:
    QVBoxLayout *m_layout;
    ChoiceBox *m_box;
    ProblemLabel m_problem;
};

} // namespace sweepbench
