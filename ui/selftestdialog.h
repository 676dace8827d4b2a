// SPDX-License-Identifier: GPL-3.0-or-later
// Tests program and machine on each other while one looks on.
// Thread contract: the GUI thread.
#pragma once

#include <QDialog>

#include <cstdint>
#include <memory>

class QDialogButtonBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;

namespace sweepbench {

class SelfTest;

class SelfTestDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SelfTestDialog(QWidget *parent = nullptr);
    ~SelfTestDialog() override;

    /// Starts the test; its seed is drawn anew unless one is given.
    void start(std::uint64_t seed);

public slots:
    /// Stops a test under way; closes the dialog when there is none any more.
    void reject() override;

private:
    void showProgress(const QString &doing, double fraction);
    void showResult();

    std::unique_ptr<SelfTest> m_test;
    bool m_running = false;
    QLabel *m_doing;
    QProgressBar *m_bar;
    QPlainTextEdit *m_result;
    QDialogButtonBox *m_buttons;
};

} // namespace sweepbench
