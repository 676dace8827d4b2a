// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/targetdetails.h"

#include "ui/pageparts.h"
#include "ui/plan/aboutpanel.h"
#include "ui/plan/ownloadpanel.h"
#include "ui/plan/requestpanel.h"
#include "ui/plan/routepanel.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

TargetDetails::TargetDetails(QWidget *parent)
    : QWidget(parent)
    , m_tabs(flatTabs(QString(), QString()))
    , m_pages(new QStackedWidget)
{
    const std::pair<QString, TargetPanel *> panels[] = {{tr("Request"), new RequestPanel},
                                                        {tr("Way to it"), new RoutePanel},
                                                        {tr("Its own load"), new OwnLoadPanel},
                                                        {tr("About it"), new AboutPanel}};
    for (const auto &[title, panel] : panels) {
        m_tabs->addTab(title);
        m_pages->addWidget(panel);
        m_panels.push_back(panel);
        connect(panel, &TargetPanel::edited, this, &TargetDetails::edited);
        connect(panel, &TargetPanel::submitted, this, &TargetDetails::submitted);
    }
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(30, 0, 0, 10);
    layout->setSpacing(8);
    layout->addWidget(m_tabs);
    layout->addWidget(m_pages);
}

void TargetDetails::setIndex(int index)
{
    m_tabs->setObjectName(u"details%1Tabs"_s.arg(index));
    m_tabs->setAccessibleName(tr("Details of target %1").arg(index + 1));
    for (TargetPanel *panel : m_panels)
        panel->setIndex(index);
}

void TargetDetails::setTarget(const Target &target)
{
    for (TargetPanel *panel : m_panels)
        panel->setTarget(target);
}

void TargetDetails::apply(Target &target)
{
    for (TargetPanel *panel : m_panels)
        panel->apply(target);
}

bool TargetDetails::place(const QString &field, const QString &text)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!m_panels[i]->place(field, text))
            continue;
        if (m_panels[std::size_t(m_tabs->currentIndex())]->problem().isEmpty())
            m_tabs->setCurrentIndex(int(i));
        return true;
    }
    return false;
}

void TargetDetails::clearProblems()
{
    for (TargetPanel *panel : m_panels)
        panel->clearProblems();
}

QString TargetDetails::problem() const
{
    for (const TargetPanel *panel : m_panels)
        if (const QString text = panel->problem(); !text.isEmpty())
            return text;
    return {};
}

std::vector<QWidget *> TargetDetails::controls() const
{
    std::vector<QWidget *> controls{m_tabs};
    for (const TargetPanel *panel : m_panels)
        for (QWidget *child : panel->findChildren<QWidget *>())
            if (child->focusPolicy() & Qt::TabFocus && !child->objectName().isEmpty() && !child->objectName().startsWith(u"qt_"))
                controls.push_back(child);
    return controls;
}

QString TargetDetails::summary(const Target &target) const
{
    QStringList parts;
    for (const TargetPanel *panel : m_panels)
        parts += panel->summary(target);
    return parts.join(u", "_s);
}

} // namespace sweepbench
