// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selftestdialog.h"

#include "core/selftest/selftest.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

SelfTestDialog::SelfTestDialog(QWidget *parent)
    : QDialog(parent)
    , m_doing(new QLabel)
    , m_bar(new QProgressBar)
    , m_result(new QPlainTextEdit)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
{
    setObjectName(u"selfTestDialog"_s);
    setWindowTitle(tr("Self-test"));
    auto *about = new QLabel(tr("One server inside this program is measured as A and as B, which must show no difference. Then this machine’s "
                                "client is measured against a server that does next to nothing, so that a run near that ceiling can be told. "
                                "Leave the machine alone meanwhile: it takes about half a minute."));
    about->setWordWrap(true);
    about->setProperty("muted", true);
    m_doing->setObjectName(u"selfTestDoing"_s);
    scaleFont(m_doing, 1.1, true);
    m_doing->setWordWrap(true);
    m_bar->setObjectName(u"selfTestProgress"_s);
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the self-test"));
    m_result->setObjectName(u"selfTestResult"_s);
    m_result->setAccessibleName(tr("Result of the self-test"));
    m_result->setReadOnly(true);
    m_result->setMinimumSize(620, 260);
    m_buttons->button(QDialogButtonBox::Cancel)->setObjectName(u"selfTestCancel"_s);
    m_buttons->button(QDialogButtonBox::Cancel)->setIcon(QIcon());
    connect(m_buttons, &QDialogButtonBox::rejected, this, &SelfTestDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    for (QWidget *widget : std::initializer_list<QWidget *>{about, m_doing, m_bar, m_result, m_buttons})
        layout->addWidget(widget);
}

SelfTestDialog::~SelfTestDialog() = default;

void SelfTestDialog::start(std::uint64_t seed)
{
    m_test = std::make_unique<SelfTest>(seed);
    connect(m_test.get(), &SelfTest::progressed, this, &SelfTestDialog::showProgress);
    connect(m_test.get(), &SelfTest::finished, this, &SelfTestDialog::showResult);
    m_running = true;
    m_test->start();
}

void SelfTestDialog::showProgress(const QString &doing, double fraction)
{
    m_doing->setText(doing);
    m_bar->setValue(qRound(fraction * m_bar->maximum()));
}

void SelfTestDialog::showResult()
{
    m_running = false;
    const SelfTestResult &result = m_test->result();
    if (result.stopped) {
        QDialog::reject();
        return;
    }
    m_bar->setValue(m_bar->maximum());
    m_doing->setText(result.passed ? tr("Passed") : tr("Not passed"));
    m_result->setPlainText(selfTestText(result));
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Close"));
}

void SelfTestDialog::reject()
{
    if (!m_running) {
        QDialog::reject();
        return;
    }
    m_doing->setText(tr("Stopping…"));
    m_test->stop();
}

} // namespace sweepbench
