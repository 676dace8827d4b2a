// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/targetrow.h"

#include "ui/charts/charttheme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

TargetRow::TargetRow(int index, QWidget *parent)
    : QWidget(parent)
    , m_swatch(new QLabel)
    , m_url(new Field(QString(), u"url"_s))
    , m_name(new Field(tr("Name (optional)"), u"name"_s))
    , m_remove(new QPushButton(tr("Remove")))
    , m_rows(new QVBoxLayout(this))
{
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    m_swatch->setFixedWidth(18);
    row->addWidget(m_swatch, 0, Qt::AlignTop);
    row->addWidget(m_url, 5);
    row->addWidget(m_name, 2);
    m_remove->setProperty("quiet", true);
    row->addWidget(m_remove, 0, Qt::AlignTop);
    m_rows->setContentsMargins({});
    m_rows->addLayout(row);

    m_url->edit()->setPlaceholderText(u"http://127.0.0.1:8080/"_s);
    m_url->edit()->setClearButtonEnabled(true);
    m_url->edit()->setInputMethodHints(Qt::ImhUrlCharactersOnly);
    connect(m_url, &Field::edited, this, &TargetRow::edited);
    connect(m_name, &Field::edited, this, &TargetRow::edited);
    connect(m_url->edit(), &QLineEdit::returnPressed, this, &TargetRow::submitted);
    connect(m_name->edit(), &QLineEdit::returnPressed, this, &TargetRow::submitted);
    connect(m_remove, &QPushButton::clicked, this, &TargetRow::removeRequested);
    setIndex(index);
    setRemovable(false);
}

void TargetRow::setIndex(int index)
{
    m_index = index;
    const QString number = QString::number(index);
    m_url->edit()->setObjectName(u"url"_s + number);
    m_name->edit()->setObjectName(u"name"_s + number);
    m_remove->setObjectName(u"remove"_s + number);
    m_url->setProblemName(u"url%1Problem"_s.arg(index));
    m_name->setProblemName(u"name%1Problem"_s.arg(index));
    const QString title = index == 0 ? tr("URL of the first target (the baseline)")
                          : index == 1 ? tr("URL of the second target")
                                       : tr("URL of target %1").arg(index + 1);
    m_url->title()->setText(title);
    m_url->edit()->setAccessibleName(title);
    m_name->edit()->setAccessibleName(tr("Name of target %1").arg(index + 1));
    m_remove->setAccessibleName(tr("Remove target %1").arg(index + 1));
    updateSwatch();
}

void TargetRow::setRemovable(bool removable)
{
    m_remove->setVisible(removable);
}

void TargetRow::setTarget(const Target &target)
{
    m_target = target;
    m_url->setText(target.url);
    m_name->setText(target.name);
    for (const Secret &secret : m_secrets)
        delete secret.field;
    m_secrets.clear();
    for (std::size_t i = 0; i < target.headers.size(); ++i) {
        const Header &header = target.headers[i];
        if (!isSecretHeader(header.name) || !header.value.isEmpty())
            continue;
        auto *field = new Field(tr("Value of %1 (kept in no file, so it is asked for again)").arg(header.name),
                                u"secret%1_%2"_s.arg(m_index).arg(i));
        field->edit()->setEchoMode(QLineEdit::Password);
        connect(field, &Field::edited, this, &TargetRow::edited);
        m_rows->addWidget(field);
        m_secrets.push_back({i, field});
    }
}

Target TargetRow::target() const
{
    Target target = m_target;
    target.url = m_url->text().trimmed();
    target.name = m_name->text().trimmed();
    for (const Secret &secret : m_secrets)
        target.headers[secret.header].value = secret.field->text();
    return target;
}

bool TargetRow::isBlank() const
{
    return m_url->text().trimmed().isEmpty();
}

QString TargetRow::missingSecret() const
{
    for (const Secret &secret : m_secrets)
        if (secret.field->text().isEmpty())
            return m_target.headers[secret.header].name;
    return QString();
}

void TargetRow::setNameHint(const QString &text)
{
    m_name->edit()->setPlaceholderText(text);
}

void TargetRow::focusUrl()
{
    m_url->edit()->setFocus(Qt::OtherFocusReason);
}

QWidget *TargetRow::urlEdit() const
{
    return m_url->edit();
}

QWidget *TargetRow::nameEdit() const
{
    return m_name->edit();
}

QWidget *TargetRow::removeButton() const
{
    return m_remove;
}

void TargetRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateSwatch();
    QWidget::changeEvent(event);
}

void TargetRow::updateSwatch()
{
    m_swatch->setPixmap(targetSwatch(m_index, themeOf(palette()), 14, devicePixelRatioF()));
    // Level with the line edit, below its title.
    m_swatch->setContentsMargins(0, m_url->title()->sizeHint().height() + 10, 0, 0);
}

} // namespace sweepbench
