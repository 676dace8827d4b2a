// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/field.h"

#include "ui/choicebox.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

void setFlag(QWidget *widget, const char *name, bool value)
{
    if (widget->property(name).toBool() == value)
        return;
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

QVBoxLayout *tightColumn(QWidget *widget)
{
    auto *layout = new QVBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(3);
    return layout;
}

} // namespace

ProblemLabel::ProblemLabel(QVBoxLayout *layout, QWidget *edit, const QString &objectName)
    : m_label(new QLabel)
    , m_edit(edit)
{
    m_label->setObjectName(objectName);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setProperty("muted", true);
    m_label->setMinimumHeight(m_label->fontMetrics().lineSpacing());
    layout->addWidget(m_label);
}

void ProblemLabel::setProblem(const QString &text)
{
    m_problem = text;
    update();
}

void ProblemLabel::setHint(const QString &text)
{
    m_hint = text;
    update();
}

void ProblemLabel::setObjectName(const QString &name)
{
    m_label->setObjectName(name);
}

void ProblemLabel::update()
{
    const bool wrong = !m_problem.isEmpty();
    m_label->setText(wrong ? m_problem : m_hint);
    setFlag(m_label, "problem", wrong);
    setFlag(m_label, "muted", !wrong);
    setFlag(m_edit, "wrong", wrong);
    m_edit->setAccessibleDescription(m_label->text());
}

Field::Field(const QString &title, const QString &name, QWidget *beside, QWidget *parent)
    : QWidget(parent)
    , m_layout(tightColumn(this))
    , m_title(new QLabel(title))
    , m_edit(new QLineEdit)
    , m_problem([this, &name, beside] {
        m_layout->addWidget(m_title);
        auto *row = new QHBoxLayout;
        row->setSpacing(6);
        row->addWidget(m_edit, 1);
        if (beside)
            row->addWidget(beside);
        m_layout->addLayout(row);
        return ProblemLabel(m_layout, m_edit, name + u"Problem"_s);
    }())
{
    m_layout->addStretch(1);
    m_edit->setObjectName(name);
    m_edit->setAccessibleName(title);
    m_title->setBuddy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, &Field::edited);
}

QString Field::text() const
{
    return m_edit->text();
}

void Field::setText(const QString &text)
{
    m_edit->setText(text);
}

ChoiceField::ChoiceField(const QString &title, const QString &name, const QStringList &items, QWidget *parent)
    : QWidget(parent)
    , m_layout(tightColumn(this))
    , m_box(new ChoiceBox(name, title, items))
    , m_problem([this, &title, &name] {
        auto *label = new QLabel(title);
        label->setBuddy(m_box);
        m_layout->addWidget(label);
        m_layout->addWidget(m_box);
        return ProblemLabel(m_layout, m_box, name + u"Problem"_s);
    }())
{
    m_layout->addStretch(1);
    connect(m_box, &QComboBox::currentIndexChanged, this, &ChoiceField::edited);
}

void ChoiceField::setName(const QString &name, const QString &accessibleName)
{
    m_box->setObjectName(name);
    m_box->setAccessibleName(accessibleName);
    m_problem.setObjectName(name + u"Problem"_s);
}

int ChoiceField::choice() const
{
    return m_box->currentIndex();
}

void ChoiceField::setItemText(int index, const QString &text)
{
    m_box->setItemText(index, text);
}

void ChoiceField::setChoice(int index)
{
    const QSignalBlocker blocker(m_box);
    m_box->setCurrentIndex(index);
}

} // namespace sweepbench
