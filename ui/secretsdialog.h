// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the passwords and secret headers that a session's file did not keep, before its plan is run again.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/missingsecrets.h"

#include <QDialog>

#include <functional>

class QLineEdit;
class QPushButton;

namespace sweepbench {

class SecretsDialog : public QDialog
{
    Q_OBJECT
public:
    SecretsDialog(const Plan &plan, std::vector<MissingSecret> missing, QWidget *parent = nullptr);

    /// The plan with what was typed.
    Plan completed() const;

private:
    void evaluate();

    Plan m_plan;
    std::vector<MissingSecret> m_missing;
    std::vector<QLineEdit *> m_edits; ///< one for each of them
    QPushButton *m_go;
};

/// Calls \a go with the plan, at once where it lacks nothing, or once the user has typed what it lacks.
void askForSecrets(const Plan &plan, QWidget *parent, std::function<void(const Plan &)> go);

} // namespace sweepbench
