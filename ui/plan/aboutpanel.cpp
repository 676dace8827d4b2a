// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/aboutpanel.h"

#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

AboutPanel::AboutPanel(QWidget *parent)
    : TargetPanel(parent)
    , m_version(new Field(tr("Version"), QString()))
    , m_notes(new QPlainTextEdit)
    , m_source(new QPlainTextEdit)
{
    m_version->setHint(tr("of the server, like 1.22.1"));
    connect(m_version, &Field::edited, this, &AboutPanel::edited);
    connect(m_version->edit(), &QLineEdit::returnPressed, this, &AboutPanel::submitted);
    m_source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_version, 0, 0);
    grid->addWidget(makeText(tr("Notes"), m_notes), 0, 1, 2, 1);
    grid->addWidget(makeText(tr("A piece of its source, for reports"), m_source), 0, 2, 2, 1);
    grid->setRowStretch(1, 1);
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(2, 4);
}

QWidget *AboutPanel::makeText(const QString &title, QPlainTextEdit *edit)
{
    edit->setTabChangesFocus(true);
    edit->setFixedHeight(edit->fontMetrics().height() * 9);
    connect(edit, &QPlainTextEdit::textChanged, this, &AboutPanel::edited);
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins({});
    layout->setSpacing(3);
    auto *label = new QLabel(title);
    label->setBuddy(edit);
    layout->addWidget(label);
    layout->addWidget(edit, 1);
    return box;
}

void AboutPanel::setIndex(int index)
{
    const QString number = QString::number(index);
    m_version->edit()->setObjectName(u"version"_s + number);
    m_version->edit()->setAccessibleName(tr("Version of target %1").arg(index + 1));
    m_version->setProblemName(u"version%1Problem"_s.arg(index));
    m_notes->setObjectName(u"notes"_s + number);
    m_notes->setAccessibleName(tr("Notes on target %1").arg(index + 1));
    m_source->setObjectName(u"source"_s + number);
    m_source->setAccessibleName(tr("A piece of the source of target %1").arg(index + 1));
}

void AboutPanel::setTarget(const Target &target)
{
    m_version->setText(target.version);
    const QSignalBlocker notes(m_notes);
    const QSignalBlocker source(m_source);
    m_notes->setPlainText(target.notes);
    m_source->setPlainText(target.source);
}

void AboutPanel::apply(Target &target)
{
    target.version = m_version->text().trimmed();
    target.notes = m_notes->toPlainText();
    target.source = m_source->toPlainText();
}

QStringList AboutPanel::summary(const Target &target) const
{
    return target.version.isEmpty() ? QStringList() : QStringList{tr("version %1").arg(target.version)};
}

} // namespace sweepbench
