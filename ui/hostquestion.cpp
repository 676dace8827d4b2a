// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hostquestion.h"

#include "ui/plantext.h"

#include <QMessageBox>
#include <QPushButton>

namespace sweepbench {

using namespace Qt::StringLiterals;

void askForHosts(const Plan &plan, Settings &settings, QWidget *parent, std::function<void()> go)
{
    for (const QString &host : publicHosts(plan)) {
        if (settings.isHostAllowed(host))
            continue;
        auto *box = new QMessageBox(QMessageBox::Question, QMessageBox::tr("Is this server yours to test?"),
                                    QMessageBox::tr("%1 is not on this machine or a private network.").arg(host), QMessageBox::NoButton, parent);
        box->setObjectName(u"hostQuestion"_s);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setTextFormat(Qt::PlainText);
        box->setInformativeText(QMessageBox::tr("It will be sent: %1\n\nGo on only if you may put it under load. The answer is remembered for this host.")
                                    .arg(hostLoadText(plan, host)));
        QPushButton *yes = box->addButton(QMessageBox::tr("I may test it: go on"), QMessageBox::AcceptRole);
        yes->setObjectName(u"allowHost"_s);
        QPushButton *no = box->addButton(QMessageBox::Cancel);
        no->setObjectName(u"refuseHost"_s);
        box->setDefaultButton(no);
        QObject::connect(yes, &QPushButton::clicked, parent, [plan, &settings, parent, go, host] {
            settings.allowHost(host);
            askForHosts(plan, settings, parent, go);
        });
        box->open();
        return;
    }
    go();
}

} // namespace sweepbench
