// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/requestpanel.h"

#include "core/model/format.h"
#include "ui/fieldname.h"
#include "ui/plan/headersmodel.h"

#include <QAction>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

RequestPanel::RequestPanel(QWidget *parent)
    : TargetPanel(parent)
    , m_method(new Field(tr("Method"), QString()))
    , m_status(new Field(tr("Statuses that count"), QString()))
    , m_model(new HeadersModel(this))
{
    m_method->setHint(tr("GET, POST, PUT, …"));
    m_status->setHint(tr("like 200-299,304; empty: below 400"));
    for (Field *field : {m_method, m_status}) {
        connect(field, &Field::edited, this, &RequestPanel::edited);
        connect(field->edit(), &QLineEdit::returnPressed, this, &RequestPanel::submitted);
    }
    connect(m_model, &HeadersModel::dataChanged, this, &RequestPanel::edited);
    connect(m_model, &HeadersModel::rowsRemoved, this, &RequestPanel::edited);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_method, 0, 0);
    grid->addWidget(m_status, 1, 0);
    grid->addWidget(makeHeaders(), 0, 1, 3, 1);
    grid->addWidget(makeBody(), 0, 2, 3, 1);
    grid->setRowStretch(2, 1);
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 4);
    grid->setColumnStretch(2, 3);
}

QWidget *RequestPanel::makeHeaders()
{
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 10);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setColumnWidth(HeadersModel::NameColumn, m_table->fontMetrics().averageCharWidth() * 18);
    m_table->setFixedHeight(m_table->fontMetrics().height() * 9);
    m_table->setTabKeyNavigation(true);
    m_table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    auto *remove = new QAction(tr("Remove header"), m_table);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, [this] {
        if (const QModelIndex at = m_table->currentIndex(); at.isValid())
            m_model->removeRows(at.row(), 1);
    });
    m_table->addAction(remove);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins({});
    layout->setSpacing(3);
    auto *title = new QLabel(tr("Headers"));
    title->setBuddy(m_table);
    layout->addWidget(title);
    layout->addWidget(m_table, 1);
    m_headersProblem.emplace(layout, m_table, QString());
    m_headersProblem->setHint(tr("Delete removes the chosen one"));
    return box;
}

QWidget *RequestPanel::makeBody()
{
    m_body = new QPlainTextEdit;
    m_body->setTabChangesFocus(true);
    m_body->setFixedHeight(m_body->fontMetrics().height() * 9);
    m_body->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    connect(m_body, &QPlainTextEdit::textChanged, this, &RequestPanel::edited);
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins({});
    layout->setSpacing(3);
    auto *title = new QLabel(tr("Body"));
    title->setBuddy(m_body);
    layout->addWidget(title);
    layout->addWidget(m_body, 1);
    m_bodyHint.emplace(layout, m_body, QString());
    return box;
}

void RequestPanel::setIndex(int index)
{
    const QString number = QString::number(index);
    const std::pair<Field *, QString> names[] = {{m_method, u"method"_s}, {m_status, u"status"_s}};
    for (const auto &[field, name] : names) {
        field->edit()->setObjectName(name + number);
        field->edit()->setAccessibleName(tr("%1 of target %2").arg(field->title()->text()).arg(index + 1));
        field->setProblemName(name + number + u"Problem"_s);
    }
    m_table->setObjectName(u"headers"_s + number);
    m_table->setAccessibleName(tr("Headers of target %1").arg(index + 1));
    m_headersProblem->setObjectName(u"headers%1Problem"_s.arg(index));
    m_body->setObjectName(u"body"_s + number);
    m_body->setAccessibleName(tr("Body of target %1").arg(index + 1));
    m_bodyHint->setObjectName(u"body%1Problem"_s.arg(index));
}

void RequestPanel::setTarget(const Target &target)
{
    m_method->setText(target.method);
    m_status->setText(target.expectedStatus.isDefault() ? QString() : target.expectedStatus.text());
    m_model->setHeaders(target.headers);
    const QString text = QString::fromUtf8(target.body);
    const bool binary = text.toUtf8() != target.body || text.contains(QChar(0)) || text.contains(u'\r');
    m_binary = binary ? target.body : QByteArray();
    const QSignalBlocker blocker(m_body);
    m_body->setPlainText(binary ? QString() : text);
    m_body->setReadOnly(binary);
    m_bodyHint->setHint(binary ? tr("%1 bytes that are no plain text; give the target another one in its plan file").arg(formatCount(target.body.size())) : QString());
}

void RequestPanel::apply(Target &target)
{
    target.method = m_method->text().trimmed();
    target.headers = m_model->headers();
    target.body = m_binary.isEmpty() ? m_body->toPlainText().toUtf8() : m_binary;
    if (m_status->text().trimmed().isEmpty())
        target.expectedStatus = StatusSet();
    else if (const auto set = parseStatusSet(m_status->text()); set.ok())
        target.expectedStatus = *set;
    else
        m_status->setProblem(set.problem().text);
}

bool RequestPanel::place(const QString &field, const QString &text)
{
    const QString name = bareFieldName(field);
    if (name == u"method")
        m_method->setProblem(text);
    else if (name == u"headers")
        m_headersProblem->setProblem(text);
    else
        return false;
    return true;
}

void RequestPanel::clearProblems()
{
    m_method->setProblem(QString());
    m_status->setProblem(QString());
    m_headersProblem->setProblem(QString());
}

QString RequestPanel::problem() const
{
    for (const QString &problem : {m_method->problem(), m_status->problem(), m_headersProblem->problem()})
        if (!problem.isEmpty())
            return problem;
    return {};
}

QStringList RequestPanel::summary(const Target &target) const
{
    QStringList parts;
    if (target.method != u"GET")
        parts += target.method;
    for (const Header &header : target.headers)
        parts += header.name + u": "_s + (isSecretHeader(header.name) ? tr("(hidden)") : header.value);
    if (!target.body.isEmpty())
        parts += tr("body of %1 bytes").arg(formatCount(target.body.size()));
    if (!target.expectedStatus.isDefault())
        parts += tr("expects status %1").arg(target.expectedStatus.text());
    return parts;
}

} // namespace sweepbench
