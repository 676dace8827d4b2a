// SPDX-License-Identifier: GPL-3.0-or-later
// One target on the plan page: its colour, URL and name, what can be done with it, and below, when asked for, its details;
// also the secrets that the file it came from does not hold.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"
#include "core/transport/probe.h"
#include "ui/field.h"

#include <QWidget>

#include <vector>

class QAction;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace sweepbench {

class TargetDetails;

class TargetRow : public QWidget
{
    Q_OBJECT
public:
    explicit TargetRow(int index, QWidget *parent = nullptr);

    /// Object names and the swatch follow: "url0", "name0", …
    void setPlace(int index, int count, bool removable);
    void setTarget(const Target &target);
    /// As typed. What can't be read of its details is said beside its field: problem().
    Target target() const;

    /// Nothing has been typed into the URL.
    bool isBlank() const;
    bool isDisabled() const;
    /// Name of a header of \a target, which is target(), whose value has to be given; empty when there is none.
    QString missingSecret(const Target &target) const;
    void clearProblems();
    void setUrlProblem(const QString &text) { m_url->setProblem(text); }
    void setNameProblem(const QString &text) { m_name->setProblem(text); }
    /// Shows a problem of checkPlan beside its field of the details, and opens them.
    void place(const QString &field, const QString &text);
    QString problem() const; ///< of the details
    void setNameHint(const QString &text); ///< the name that an empty box stands for
    void showSummary(const Target &target); ///< what is not as usual, in one line while the details are folded
    void focusUrl();
    void showDetails(bool shown);
    void showAnswer(const ProbeAnswer &answer); ///< to testRequested()
    QWidget *urlEdit() const;
    QWidget *nameEdit() const;
    std::vector<QWidget *> otherControls() const; ///< in the order of the Tab key: buttons, then the details

signals:
    void edited();
    void submitted(); ///< Enter in the URL
    void testRequested();
    void removeRequested();
    void duplicateRequested();
    void moveRequested(int by); ///< -1: up
    /// A curl command was typed or pasted in place of a URL.
    void curlGiven(const QString &command);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Secret { QString header; Field *field; };

    QToolButton *makeMenu();
    QAction *addAction(const QString &text, const QString &name);
    void askForSecrets(const Target &target);
    void takeUrl();
    void takeCurl();
    void updateSwatch();

    int m_index = 0;
    bool m_disabled = false;
    QString m_urlBefore; ///< to tell what is pasted from what is typed
    QLabel *m_swatch;
    Field *m_url;
    Field *m_name;
    QPushButton *m_test;
    QPushButton *m_more;
    QAction *m_up = nullptr;
    QAction *m_down = nullptr;
    QAction *m_leaveOut = nullptr;
    QAction *m_remove = nullptr;
    QAction *m_duplicate = nullptr;
    QToolButton *m_menu; ///< after its actions
    QLabel *m_summary;
    QLabel *m_answer;
    TargetDetails *m_details;
    QVBoxLayout *m_rows;
    std::vector<Secret> m_secrets;
};

} // namespace sweepbench
