// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acrossdialog.h"

#include "core/session/acrosstext.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

AcrossDialog::AcrossDialog(const AcrossSessions &across, QWidget *parent) : QDialog(parent)
{
    setObjectName(u"acrossDialog"_s);
    setWindowTitle(tr("Sessions compared"));
    const QString tables = acrossTables(across);
    const QString all = acrossText(across);
    auto *numbers = new QPlainTextEdit(tables);
    numbers->setObjectName(u"acrossTables"_s);
    numbers->setAccessibleName(tr("Figures of the sessions"));
    numbers->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    numbers->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *words = new QPlainTextEdit(all.sliced(tables.size()).trimmed());
    words->setObjectName(u"acrossSentences"_s);
    words->setAccessibleName(tr("What the sessions say about each other"));
    for (QPlainTextEdit *text : {numbers, words})
        text->setReadOnly(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *copy = buttons->addButton(tr("Copy all"), QDialogButtonBox::ActionRole);
    copy->setObjectName(u"acrossCopy"_s);
    for (QAbstractButton *button : buttons->buttons())
        button->setIcon(QIcon());
    connect(copy, &QPushButton::clicked, this, [all] { QApplication::clipboard()->setText(all); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(numbers, 3);
    layout->addWidget(words, 2);
    layout->addWidget(buttons);
    resize(1080, 640);
}

} // namespace sweepbench
