// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/aboutpanel.h"

#include <QColorDialog>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

AboutPanel::AboutPanel(QWidget *parent)
    : TargetPanel(parent)
    , m_pick(new QPushButton(u"…"_s))
    , m_version(new Field(tr("Version"), QString()))
    , m_color(new Field(tr("Colour"), QString(), m_pick))
    , m_notes(new QPlainTextEdit)
    , m_source(new QPlainTextEdit)
{
    m_version->setHint(tr("of the server, like 1.22.1"));
    m_color->setHint(tr("like #0072b2; empty: the palette's"));
    m_pick->setProperty("quiet", true);
    m_pick->setToolTip(tr("Choose a colour"));
    m_pick->setAccessibleName(tr("Choose a colour"));
    connect(m_pick, &QPushButton::clicked, this, &AboutPanel::pickColor);
    for (Field *field : {m_version, m_color}) {
        connect(field, &Field::edited, this, &AboutPanel::edited);
        connect(field->edit(), &QLineEdit::returnPressed, this, &AboutPanel::submitted);
    }
    m_source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_version, 0, 0);
    grid->addWidget(m_color, 1, 0);
    grid->addWidget(makeText(tr("Notes"), m_notes), 0, 1, 3, 1);
    grid->addWidget(makeText(tr("A piece of its source, for reports"), m_source), 0, 2, 3, 1);
    grid->setRowStretch(2, 1);
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

void AboutPanel::pickColor()
{
    auto *dialog = new QColorDialog(QColor(m_color->text().trimmed()), window());
    dialog->setObjectName(u"colorDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QColorDialog::colorSelected, this, [this](const QColor &color) {
        m_color->setText(color.name());
        emit edited();
    });
    dialog->open();
}

void AboutPanel::setIndex(int index)
{
    const QString number = QString::number(index);
    const std::pair<Field *, QString> names[] = {{m_version, u"version"_s}, {m_color, u"color"_s}};
    for (const auto &[field, name] : names) {
        field->edit()->setObjectName(name + number);
        field->edit()->setAccessibleName(tr("%1 of target %2").arg(field->title()->text()).arg(index + 1));
        field->setProblemName(name + number + u"Problem"_s);
    }
    m_pick->setObjectName(u"pickColor"_s + number);
    m_notes->setObjectName(u"notes"_s + number);
    m_notes->setAccessibleName(tr("Notes on target %1").arg(index + 1));
    m_source->setObjectName(u"source"_s + number);
    m_source->setAccessibleName(tr("A piece of the source of target %1").arg(index + 1));
}

void AboutPanel::setTarget(const Target &target)
{
    m_version->setText(target.version);
    m_color->setText(target.color);
    const QSignalBlocker notes(m_notes);
    const QSignalBlocker source(m_source);
    m_notes->setPlainText(target.notes);
    m_source->setPlainText(target.source);
}

void AboutPanel::apply(Target &target)
{
    target.version = m_version->text().trimmed();
    target.color = m_color->text().trimmed();
    target.notes = m_notes->toPlainText();
    target.source = m_source->toPlainText();
}

bool AboutPanel::place(const QString &field, const QString &text)
{
    if (field != u"color")
        return false;
    m_color->setProblem(text);
    return true;
}

void AboutPanel::clearProblems()
{
    m_color->setProblem(QString());
}

QStringList AboutPanel::summary(const Target &target) const
{
    return target.version.isEmpty() ? QStringList() : QStringList{tr("version %1").arg(target.version)};
}

} // namespace sweepbench
