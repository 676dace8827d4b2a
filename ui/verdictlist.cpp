// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/verdictlist.h"

#include "ui/theme.h"
#include "ui/verdictrow.h"

#include <QLabel>
#include <QVBoxLayout>

namespace sweepbench {

namespace {

constexpr int highest = 190;

QString reason(const Session &session)
{
    if (session.trials.empty())
        return VerdictList::tr("Nothing was measured.");
    if (session.plan.targets.size() < 2)
        return VerdictList::tr("One target was measured: there is nothing to compare it with.");
    return VerdictList::tr("There is nothing to compare yet: no level has trials of both targets.");
}

} // namespace

VerdictList::VerdictList(QWidget *parent)
    : QScrollArea(parent)
{
    auto *content = new QWidget;
    content->setProperty("page", true);
    m_rows = new QVBoxLayout(content);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(6);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Verdict for each level"));
    setWidget(content);
}

void VerdictList::setSession(const Session &session, const Analysis &analysis)
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Comparison &comparison : analysis.verdicts())
        m_rows->addWidget(new VerdictRow(comparison));
    if (m_rows->isEmpty()) {
        auto *label = new QLabel(reason(session));
        label->setWordWrap(true);
        scaleFont(label, 1.1);
        m_rows->addWidget(label);
    }
    m_rows->addStretch(1);
    fitHeight();
}

void VerdictList::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fitHeight();
}

void VerdictList::fitHeight()
{
    const int needed = m_rows->hasHeightForWidth() ? m_rows->heightForWidth(viewport()->width()) : m_rows->sizeHint().height();
    setFixedHeight(std::clamp(needed, fontMetrics().lineSpacing(), highest));
}

} // namespace sweepbench
