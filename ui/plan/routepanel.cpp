// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/routepanel.h"

#include "ui/fieldname.h"
#include "core/model/httpurl.h"

#include <QFileDialog>
#include <QGridLayout>
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
    button->setToolTip(RoutePanel::tr("Choose a file"));
    return button;
}

} // namespace

RoutePanel::RoutePanel(QWidget *parent)
    : TargetPanel(parent)
    , m_insecure(new ChoiceField(tr("Server's certificate"), QString(), {tr("verified"), tr("any accepted")}))
    , m_minimum(new ChoiceField(tr("Lowest TLS version"), QString(), {tr("TLS 1.2"), tr("TLS 1.3")}))
    , m_resumption(new ChoiceField(tr("TLS sessions"), QString(), {tr("resumed"), tr("new for each connection")}))
    , m_caFile(addField(tr("CA file"), true))
    , m_certificate(addField(tr("Client certificate"), true))
    , m_key(addField(tr("Its private key"), true))
    , m_proxy(addField(tr("Proxy"), false))
    , m_address(addField(tr("Address to connect to"), false))
{
    m_caFile->setHint(tr("PEM; empty: the system's authorities"));
    m_certificate->setHint(tr("PEM; empty: none"));
    m_key->setHint(tr("PEM; empty: in the certificate's file"));
    m_proxy->setHint(tr("http://host:3128; empty: none"));
    m_address->setHint(tr("IP address; empty: looked up"));
    m_insecure->setHint(tr("of an https server"));
    for (ChoiceField *field : {m_insecure, m_minimum, m_resumption})
        connect(field, &ChoiceField::edited, this, &RoutePanel::edited);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    QWidget *const all[] = {m_proxy, m_address, m_insecure, m_caFile, m_certificate, m_key, m_minimum, m_resumption};
    int at = 0;
    for (QWidget *field : all) {
        grid->addWidget(field, at / 3, at % 3);
        ++at;
    }
    for (int column = 0; column < 3; ++column)
        grid->setColumnStretch(column, 1);
}

Field *RoutePanel::addField(const QString &title, bool isFile)
{
    QPushButton *pick = isFile ? pickButton() : nullptr;
    auto *field = new Field(title, QString(), pick);
    connect(field, &Field::edited, this, &RoutePanel::edited);
    connect(field->edit(), &QLineEdit::returnPressed, this, &RoutePanel::submitted);
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

void RoutePanel::setIndex(int index)
{
    const QString number = QString::number(index);
    const std::pair<Field *, QString> names[] = {{m_caFile, u"caFile"_s}, {m_certificate, u"certificate"_s}, {m_key, u"key"_s},
                                                 {m_proxy, u"proxy"_s}, {m_address, u"address"_s}};
    for (const auto &[field, name] : names) {
        field->edit()->setObjectName(name + number);
        field->edit()->setAccessibleName(tr("%1 of target %2").arg(field->title()->text()).arg(index + 1));
        field->setProblemName(name + number + u"Problem"_s);
    }
    m_insecure->setName(u"insecure"_s + number, tr("Server's certificate of target %1").arg(index + 1));
    m_minimum->setName(u"tlsMinimum"_s + number, tr("Lowest TLS version of target %1").arg(index + 1));
    m_resumption->setName(u"tlsResumption"_s + number, tr("TLS sessions of target %1").arg(index + 1));
}

void RoutePanel::setTarget(const Target &target)
{
    m_insecure->setChoice(target.tls.insecure ? 1 : 0);
    m_minimum->setChoice(target.tls.minimum == TlsVersion::Tls13 ? 1 : 0);
    m_resumption->setChoice(target.tls.resumption ? 0 : 1);
    m_caFile->setText(target.tls.caFile);
    m_certificate->setText(target.tls.certificateFile);
    m_key->setText(target.tls.keyFile);
    m_proxy->setText(target.proxy);
    m_address->setText(target.address);
}

void RoutePanel::apply(Target &target)
{
    target.tls.insecure = m_insecure->choice() == 1;
    target.tls.minimum = m_minimum->choice() == 1 ? TlsVersion::Tls13 : TlsVersion::Tls12;
    target.tls.resumption = m_resumption->choice() == 0;
    target.tls.caFile = m_caFile->text(); // blanks at the ends of file names are possible
    target.tls.certificateFile = m_certificate->text();
    target.tls.keyFile = m_key->text();
    target.proxy = m_proxy->text().trimmed();
    target.address = m_address->text().trimmed();
}

QStringList RoutePanel::summary(const Target &target) const
{
    QStringList parts;
    if (target.tls.insecure)
        parts += tr("any certificate accepted");
    const std::pair<QString, const QString &> files[] = {{tr("CA file %1"), target.tls.caFile},
                                                         {tr("client certificate %1"), target.tls.certificateFile},
                                                         {tr("private key %1"), target.tls.keyFile}};
    for (const auto &[text, file] : files)
        if (!file.isEmpty())
            parts += text.arg(file);
    if (target.tls.minimum != TlsOptions().minimum)
        parts += tr("at least TLS %1").arg(tlsVersionId(target.tls.minimum));
    if (!target.tls.resumption)
        parts += tr("no TLS session resumption");
    if (const auto proxy = parseProxyUrl(target.proxy); proxy.ok()) // without its password
        parts += tr("through proxy %1").arg(QString::fromLatin1(proxy->authority()));
    if (!target.address.isEmpty())
        parts += tr("connects to %1").arg(target.address);
    return parts;
}

bool RoutePanel::place(const QString &field, const QString &text)
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

void RoutePanel::clearProblems()
{
    m_insecure->problemLabel().setProblem(QString());
    for (Field *field : fields())
        field->setProblem(QString());
}

QString RoutePanel::problem() const
{
    if (!m_insecure->problem().isEmpty())
        return m_insecure->problem();
    for (const Field *field : fields())
        if (!field->problem().isEmpty())
            return field->problem();
    return {};
}

} // namespace sweepbench
