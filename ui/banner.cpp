// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace sweepbench {

using namespace Qt::StringLiterals;

Banner::Banner(QWidget *parent)
    : QFrame(parent)
    , m_text(new QLabel)
    , m_action(new QPushButton)
{
    setObjectName(u"banner"_s);
    setAccessibleName(tr("Message"));
    m_text->setObjectName(u"bannerText"_s);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *close = new QPushButton(tr("Dismiss"));
    close->setObjectName(u"bannerClose"_s);
    close->setProperty("quiet", true);
    connect(close, &QPushButton::clicked, this, &QWidget::hide);

    m_action->setObjectName(u"bannerAction"_s);
    m_action->setAccessibleName(tr("What to do about the message"));
    m_action->hide();
    m_action->setProperty("quiet", true);
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (m_act)
            m_act();
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 6, 12, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void Banner::showMessage(const QString &text, const QString &action, std::function<void()> act)
{
    m_act = std::move(act);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_text->setText(text);
    m_text->setAccessibleName(text);
    show();
}

QString Banner::message() const
{
    return isHidden() ? QString() : m_text->text();
}

} // namespace sweepbench
