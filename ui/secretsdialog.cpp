// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/secretsdialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString whatIsMissing(const Plan &plan, const MissingSecret &secret)
{
    const QString &target = plan.targets[std::size_t(secret.target)].name;
    switch (secret.kind) {
    case MissingSecret::Kind::Header: return SecretsDialog::tr("%1: value of the header %2").arg(target, secret.name);
    case MissingSecret::Kind::UrlPassword: return SecretsDialog::tr("%1: password of %2").arg(target, secret.name);
    case MissingSecret::Kind::ProxyPassword: break;
    }
    return SecretsDialog::tr("%1: password of %2 at the proxy").arg(target, secret.name);
}

} // namespace

SecretsDialog::SecretsDialog(const Plan &plan, std::vector<MissingSecret> missing, QWidget *parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_missing(std::move(missing))
    , m_go(new QPushButton(tr("Go on")))
{
    setObjectName(u"secretsDialog"_s);
    setWindowTitle(tr("Passwords"));
    auto *words = new QLabel(tr("Session files keep neither passwords nor secret headers. Type them again to measure with them."));
    words->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->addWidget(words);
    layout->addSpacing(8);
    for (const MissingSecret &secret : m_missing) {
        auto *edit = new QLineEdit;
        edit->setObjectName(u"secret%1"_s.arg(m_edits.size()));
        edit->setEchoMode(QLineEdit::Password);
        edit->setMinimumWidth(edit->fontMetrics().averageCharWidth() * 50);
        auto *label = new QLabel(whatIsMissing(m_plan, secret));
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(edit);
        edit->setAccessibleName(label->text());
        connect(edit, &QLineEdit::textChanged, this, &SecretsDialog::evaluate);
        layout->addWidget(label);
        layout->addWidget(edit);
        layout->addSpacing(6);
        m_edits.push_back(edit);
    }
    m_go->setObjectName(u"secretsGo"_s);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_go, QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_go->setDefault(true);
    layout->addWidget(buttons);
    evaluate();
}

void SecretsDialog::evaluate()
{
    m_go->setEnabled(std::none_of(m_edits.begin(), m_edits.end(), [](const QLineEdit *edit) { return edit->text().isEmpty(); }));
}

Plan SecretsDialog::completed() const
{
    Plan plan = m_plan;
    for (std::size_t i = 0; i < m_missing.size(); ++i)
        giveSecret(plan, m_missing[i], m_edits[i]->text());
    return plan;
}

void askForSecrets(const Plan &plan, QWidget *parent, std::function<void(const Plan &)> go)
{
    std::vector<MissingSecret> missing = missingSecrets(plan);
    if (missing.empty()) {
        go(plan);
        return;
    }
    auto *dialog = new SecretsDialog(plan, std::move(missing), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, parent, [dialog, go] { go(dialog->completed()); });
    dialog->open();
}

} // namespace sweepbench
