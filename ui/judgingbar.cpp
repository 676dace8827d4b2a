// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/judgingbar.h"

#include "core/model/format.h"
#include "ui/choicebox.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace sweepbench {

using namespace Qt::StringLiterals;

JudgingBar::JudgingBar(QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel(tr("&Baseline")))
    , m_baseline(new ChoiceBox(u"baseline"_s, tr("Baseline"), {}))
    , m_leaveOut(new QCheckBox)
{
    m_label->setBuddy(m_baseline);
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_baseline->setToolTip(tr("The target that the others are compared with; kept with the session"));
    m_leaveOut->setObjectName(u"leaveOutOutliers"_s);
    m_leaveOut->setToolTip(tr("Drops every pair that an outlier is in, from verdicts, means and charts. For outliers whose cause outside of "
                              "the server is known; both verdicts stay in sight. Kept with the session."));
    connect(m_baseline, &QComboBox::activated, this, &JudgingBar::choose);
    connect(m_leaveOut, &QCheckBox::clicked, this, &JudgingBar::choose);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_label);
    layout->addWidget(m_baseline);
    layout->addSpacing(8);
    layout->addWidget(m_leaveOut);
    showChoices();
}

void JudgingBar::setSession(const Session &session, const Analysis &analysis)
{
    m_judging = session.judging;
    m_comparable = session.plan.targets.size() > 1;
    qsizetype outliers = 0;
    for (const CellSummary &cell : analysis.cells)
        outliers += qsizetype(cell.outliers.size());
    m_anyOutliers = outliers > 0;
    const QSignalBlocker quietBaseline(m_baseline);
    m_baseline->clear();
    for (const Target &target : session.plan.targets)
        m_baseline->addItem(target.name);
    m_baseline->setCurrentIndex(analysis.baseline);
    m_leaveOut->setText(outliers == 1 ? tr("&Leave out 1 outlier") : tr("&Leave out %1 outliers").arg(formatCount(outliers)));
    m_leaveOut->setChecked(m_judging.leaveOutOutliers);
    showChoices();
}

void JudgingBar::setRunning(bool running)
{
    m_running = running;
    showChoices();
}

void JudgingBar::choose()
{
    Judging wanted = m_judging;
    wanted.baseline = m_baseline->currentIndex();
    wanted.leaveOutOutliers = m_leaveOut->isChecked();
    if (wanted != m_judging)
        emit judgingWanted(wanted);
}

void JudgingBar::showChoices()
{
    const bool outliers = m_comparable && (m_anyOutliers || m_judging.leaveOutOutliers);
    m_label->setVisible(m_comparable);
    m_baseline->setVisible(m_comparable);
    m_leaveOut->setVisible(outliers);
    setVisible(!m_running && m_comparable);
}

} // namespace sweepbench
