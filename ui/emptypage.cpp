// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/emptypage.h"

#include "ui/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int wordsWidth = 500;

} // namespace

EmptyPage::EmptyPage(const QString &title, const QString &text, const QString &action, QWidget *parent)
    : QWidget(parent)
{
    auto *heading = new QLabel(title);
    scaleFont(heading, 1.6, true);
    auto *words = new QLabel(text);
    words->setProperty("muted", true);
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignCenter);
    words->setFixedSize(wordsWidth, words->heightForWidth(wordsWidth));
    auto *button = new QPushButton(action);
    button->setObjectName(u"emptyAction"_s);
    button->setProperty("primary", true);
    connect(button, &QPushButton::clicked, this, &EmptyPage::actionWanted);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(14);
    layout->addStretch(2);
    layout->addWidget(heading, 0, Qt::AlignHCenter);
    layout->addWidget(words, 0, Qt::AlignHCenter);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
}

} // namespace sweepbench
