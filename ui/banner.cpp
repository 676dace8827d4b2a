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

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 6, 12, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void Banner::showMessage(const QString &text)
{
    m_text->setText(text);
    m_text->setAccessibleName(text);
    show();
}

QString Banner::message() const
{
    return isHidden() ? QString() : m_text->text();
}

} // namespace sweepbench
