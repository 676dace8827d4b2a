// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/targetoptions.h"

#include "ui/charts/charttheme.h"
#include "ui/fieldname.h"
#include "ui/theme.h"

#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// The button beside a file's name that lets it be picked.
QPushButton *pickButton()
{
    auto *button = new QPushButton(u"…"_s);
    button->setObjectName(u"pick"_s);
    button->setProperty("quiet", true);
    button->setToolTip(TargetOptions::tr("Choose a file"));
    return button;
}

} // namespace

TargetOptions::TargetOptions(int index, QWidget *parent)
    : QWidget(parent)
    , m_swatch(new QLabel)
    , m_name(new QLabel)
    , m_insecure(new ChoiceField(tr("Server's certificate"), QString(), {tr("verified"), tr("any accepted")}))
    , m_caFile(addField(tr("CA file"), true))
    , m_certificate(addField(tr("Client certificate"), true))
    , m_key(addField(tr("Its private key"), true))
    , m_proxy(addField(tr("Proxy"), false))
    , m_address(addField(tr("Address to connect to"), false))
{
    m_name->setTextFormat(Qt::PlainText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // long names are cut, not the layout
    m_caFile->setHint(tr("PEM; empty: the system's authorities"));
    m_certificate->setHint(tr("PEM; empty: none"));
    m_key->setHint(tr("PEM; empty: in the certificate's file"));
    m_proxy->setHint(tr("http://host:3128; empty: none"));
    m_address->setHint(tr("IP address; empty: looked up"));
    m_insecure->setHint(tr("of an https server"));
    connect(m_insecure, &ChoiceField::edited, this, &TargetOptions::edited);

    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_swatch);
    top->addWidget(m_name, 1);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    QWidget *const all[] = {m_insecure, m_caFile, m_proxy, m_certificate, m_key, m_address};
    int at = 0;
    for (QWidget *field : all) {
        grid->addWidget(field, at / 3, at % 3);
        ++at;
    }
    for (int column = 0; column < 3; ++column)
        grid->setColumnStretch(column, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addLayout(grid);
    setIndex(index);
}

Field *TargetOptions::addField(const QString &title, bool isFile)
{
    QPushButton *pick = isFile ? pickButton() : nullptr;
    auto *field = new Field(title, QString(), pick);
    connect(field, &Field::edited, this, &TargetOptions::edited);
    connect(field->edit(), &QLineEdit::returnPressed, this, &TargetOptions::submitted);
    if (!pick)
        return field;
    pick->setAccessibleName(tr("Choose the file: %1").arg(title));
    connect(pick, &QPushButton::clicked, this, [this, field, title] {
        auto *dialog = new QFileDialog(window(), title, field->text());
        dialog->setObjectName(u"pickDialog"_s);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        dialog->setNameFilters({tr("PEM files (*.pem *.crt *.cer *.key)"), tr("All files (*)")});
        connect(dialog, &QFileDialog::fileSelected, field, [this, field](const QString &path) {
            field->setText(path);
            emit edited();
        });
        dialog->open();
    });
    return field;
}

void TargetOptions::setIndex(int index)
{
    m_index = index;
    const QString number = QString::number(index);
    const std::pair<Field *, QString> names[] = {{m_caFile, u"caFile"_s}, {m_certificate, u"certificate"_s}, {m_key, u"key"_s},
                                                 {m_proxy, u"proxy"_s}, {m_address, u"address"_s}};
    for (const auto &[field, name] : names) {
        field->edit()->setObjectName(name + number);
        field->edit()->setAccessibleName(tr("%1 of target %2").arg(field->title()->text()).arg(index + 1));
        field->setProblemName(name + number + u"Problem"_s);
    }
    m_insecure->setName(u"insecure"_s + number, tr("Server's certificate of target %1").arg(index + 1));
    updateSwatch();
}

void TargetOptions::setName(const QString &name)
{
    m_name->setText(name);
    m_name->setToolTip(name);
}

void TargetOptions::setTarget(const Target &target)
{
    m_insecure->setChoice(target.tls.insecure ? 1 : 0);
    m_caFile->setText(target.tls.caFile);
    m_certificate->setText(target.tls.certificateFile);
    m_key->setText(target.tls.keyFile);
    m_proxy->setText(target.proxy);
    m_address->setText(target.address);
}

void TargetOptions::apply(Target &target) const
{
    target.tls.insecure = m_insecure->choice() == 1;
    target.tls.caFile = m_caFile->text(); // blanks at the ends of file names are possible
    target.tls.certificateFile = m_certificate->text();
    target.tls.keyFile = m_key->text();
    target.proxy = m_proxy->text().trimmed();
    target.address = m_address->text().trimmed();
}

bool TargetOptions::place(const QString &field, const QString &text)
{
    const std::pair<QStringView, Field *> names[] = {
        {u"ca", m_caFile}, {u"cafile", m_caFile}, {u"cacert", m_caFile}, {u"cert", m_certificate}, {u"certificate", m_certificate},
        {u"certificatefile", m_certificate}, {u"key", m_key}, {u"keyfile", m_key}, {u"proxy", m_proxy}, {u"address", m_address},
    };
    QString wanted = bareFieldName(field);
    if (wanted.startsWith(u"tls"))
        wanted.remove(0, 3);
    if (wanted.isEmpty()) { // of TLS as a whole: beside the first of its fields
        m_insecure->problemLabel().setProblem(text);
        return true;
    }
    for (const auto &[name, shown] : names) {
        if (name != wanted)
            continue;
        if (shown->problem().isEmpty())
            shown->setProblem(text);
        return true;
    }
    return false;
}

void TargetOptions::clearProblems()
{
    m_insecure->problemLabel().setProblem(QString());
    for (Field *field : fields())
        field->setProblem(QString());
}

bool TargetOptions::hasProblem() const
{
    const std::vector<Field *> all = fields();
    return !m_insecure->problem().isEmpty()
           || std::any_of(all.begin(), all.end(), [](const Field *field) { return !field->problem().isEmpty(); });
}

void TargetOptions::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateSwatch();
    QWidget::changeEvent(event);
}

void TargetOptions::updateSwatch()
{
    m_swatch->setPixmap(targetSwatch(m_index, themeOf(palette()), 14, devicePixelRatioF()));
}

} // namespace sweepbench
