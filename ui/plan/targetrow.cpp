// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/targetrow.h"

#include "core/model/curlcommand.h"
#include "ui/charts/charttheme.h"
#include "ui/pageparts.h"
#include "ui/plan/targetdetails.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QLabel *line(const QString &property)
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty(property.toLatin1().constData(), true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setContentsMargins(30, 0, 0, 0);
    label->hide();
    return label;
}

/// Level with the line edit, below its title.
QWidget *belowTitle(const QLabel *title, const std::vector<QWidget *> &widgets)
{
    auto *box = new QWidget;
    auto *layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, title->sizeHint().height() + 3, 0, 0);
    layout->setSpacing(0);
    for (QWidget *widget : widgets)
        layout->addWidget(widget);
    return box;
}

} // namespace

TargetRow::TargetRow(int index, QWidget *parent)
    : QWidget(parent)
    , m_swatch(new QLabel)
    , m_url(new Field(u" "_s, u"url"_s))
    , m_name(new Field(tr("Name (optional)"), u"name"_s))
    , m_test(quietButton(tr("Test"), QString()))
    , m_more(quietButton(tr("Details"), QString()))
    , m_menu(makeMenu())
    , m_summary(line(u"muted"_s))
    , m_answer(line(u"muted"_s))
    , m_details(new TargetDetails)
    , m_rows(new QVBoxLayout(this))
{
    m_test->setToolTip(tr("Sends one request and shows what comes back"));
    m_more->setToolTip(tr("Method, headers, body, TLS, proxy, a load of its own, notes"));
    m_more->setCheckable(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    m_swatch->setFixedWidth(18);
    row->addWidget(m_swatch, 0, Qt::AlignTop);
    row->addWidget(m_url, 5);
    row->addWidget(m_name, 2);
    row->addWidget(belowTitle(m_url->title(), {m_test, m_more, m_menu}), 0, Qt::AlignTop);
    m_rows->setContentsMargins({});
    m_rows->setSpacing(2);
    m_rows->addLayout(row);
    m_rows->addWidget(m_summary);
    m_rows->addWidget(m_answer);
    m_rows->addWidget(m_details);
    m_details->hide();

    m_url->edit()->setPlaceholderText(u"http://127.0.0.1:8080/"_s);
    m_url->edit()->setClearButtonEnabled(true);
    m_url->edit()->setInputMethodHints(Qt::ImhUrlCharactersOnly);
    connect(m_url, &Field::edited, this, &TargetRow::takeUrl);
    connect(m_name, &Field::edited, this, &TargetRow::edited);
    connect(m_url->edit(), &QLineEdit::editingFinished, this, &TargetRow::takeCurl);
    connect(m_url->edit(), &QLineEdit::returnPressed, this, [this] {
        takeCurl();
        emit submitted();
    });
    connect(m_name->edit(), &QLineEdit::returnPressed, this, &TargetRow::submitted);
    connect(m_test, &QPushButton::clicked, this, [this] {
        m_answer->setText(tr("Asking…"));
        m_answer->show();
        emit testRequested();
    });
    connect(m_more, &QPushButton::toggled, this, &TargetRow::showDetails);
    connect(m_details, &TargetDetails::edited, this, &TargetRow::edited);
    connect(m_details, &TargetDetails::submitted, this, &TargetRow::submitted);
    setPlace(index, index + 1, false);
    setTarget(Target());
}

QAction *TargetRow::addAction(const QString &text, const QString &name)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    return action;
}

QToolButton *TargetRow::makeMenu()
{
    m_duplicate = addAction(tr("Duplicate"), u"duplicate"_s);
    m_up = addAction(tr("Move up"), u"up"_s);
    m_down = addAction(tr("Move down"), u"down"_s);
    m_leaveOut = addAction(tr("Leave out of the run"), u"leaveOut"_s);
    m_leaveOut->setCheckable(true);
    m_remove = addAction(tr("Remove"), u"remove"_s);
    connect(m_duplicate, &QAction::triggered, this, &TargetRow::duplicateRequested);
    connect(m_up, &QAction::triggered, this, [this] { emit moveRequested(-1); });
    connect(m_down, &QAction::triggered, this, [this] { emit moveRequested(1); });
    connect(m_remove, &QAction::triggered, this, &TargetRow::removeRequested);
    connect(m_leaveOut, &QAction::toggled, this, [this](bool leftOut) {
        m_disabled = leftOut;
        updateSwatch();
        emit edited();
    });
    auto *button = new QToolButton;
    button->setText(u"⋯"_s);
    button->setToolTip(tr("Duplicate, move, leave out, remove"));
    button->setProperty("quiet", true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(button);
    menu->addActions({m_duplicate, m_up, m_down, m_leaveOut});
    menu->addSeparator();
    menu->addAction(m_remove);
    button->setMenu(menu);
    return button;
}

void TargetRow::setPlace(int index, int count, bool removable)
{
    m_index = index;
    const QString number = QString::number(index);
    m_url->edit()->setObjectName(u"url"_s + number);
    m_name->edit()->setObjectName(u"name"_s + number);
    m_url->setProblemName(u"url%1Problem"_s.arg(index));
    m_name->setProblemName(u"name%1Problem"_s.arg(index));
    m_test->setObjectName(u"test"_s + number);
    m_more->setObjectName(u"details"_s + number);
    m_menu->setObjectName(u"targetMenu"_s + number);
    m_answer->setObjectName(u"answer"_s + number);
    m_summary->setObjectName(u"targetSummary"_s + number);
    const std::pair<QAction *, QString> actions[] = {{m_duplicate, u"duplicate"_s}, {m_up, u"up"_s}, {m_down, u"down"_s},
                                                     {m_leaveOut, u"leaveOut"_s}, {m_remove, u"remove"_s}};
    for (const auto &[action, name] : actions)
        action->setObjectName(name + number);
    const QString title = index == 0 ? tr("URL of the first target (the baseline)")
                          : index == 1 ? tr("URL of the second target")
                                       : tr("URL of target %1").arg(index + 1);
    m_url->title()->setText(title);
    m_url->edit()->setAccessibleName(title);
    m_name->edit()->setAccessibleName(tr("Name of target %1").arg(index + 1));
    m_test->setAccessibleName(tr("Test target %1").arg(index + 1));
    m_more->setAccessibleName(tr("Details of target %1").arg(index + 1));
    m_menu->setAccessibleName(tr("What to do with target %1").arg(index + 1));
    m_up->setEnabled(index > 0);
    m_down->setEnabled(index + 1 < count);
    m_remove->setEnabled(removable);
    m_details->setIndex(index);
    updateSwatch();
}

void TargetRow::setTarget(const Target &target)
{
    m_url->setText(target.url);
    m_urlBefore = target.url;
    m_name->setText(target.name);
    m_disabled = target.disabled;
    {
        const QSignalBlocker blocker(m_leaveOut);
        m_leaveOut->setChecked(m_disabled);
    }
    m_details->setTarget(target);
    m_answer->hide();
    askForSecrets(target);
    showSummary(target);
    updateSwatch();
}

void TargetRow::askForSecrets(const Target &target)
{
    for (const Secret &secret : m_secrets) {
        secret.field->hide();
        secret.field->deleteLater();
    }
    m_secrets.clear();
    for (std::size_t i = 0; i < target.headers.size(); ++i) {
        const Header &header = target.headers[i];
        if (!isSecretHeader(header.name) || !header.value.isEmpty())
            continue;
        auto *field = new Field(tr("Value of %1 (kept in no file, so it is asked for again)").arg(header.name),
                                u"secret%1_%2"_s.arg(m_index).arg(i));
        field->edit()->setEchoMode(QLineEdit::Password);
        connect(field, &Field::edited, this, &TargetRow::edited);
        m_rows->insertWidget(1, field);
        m_secrets.push_back({header.name, field});
    }
}

Target TargetRow::target() const
{
    Target target;
    m_details->apply(target);
    target.url = m_url->text().trimmed();
    target.name = m_name->text().trimmed();
    target.disabled = m_disabled;
    for (const Secret &secret : m_secrets)
        for (Header &header : target.headers)
            if (header.name == secret.header && header.value.isEmpty())
                header.value = secret.field->text();
    return target;
}

/// A curl command in place of a URL is taken apart: people paste what their browser or a document gave them. One that is typed is
/// taken when it is whole, with Enter or on the way to another field.
void TargetRow::takeUrl()
{
    const bool pasted = m_url->text().size() > m_urlBefore.size() + 1;
    m_urlBefore = m_url->text();
    m_answer->hide(); // it was another target's
    if (pasted)
        takeCurl();
    emit edited();
}

void TargetRow::takeCurl()
{
    if (looksLikeCurl(m_url->text()))
        emit curlGiven(m_url->text());
}

bool TargetRow::isBlank() const
{
    return m_url->text().trimmed().isEmpty();
}

bool TargetRow::isDisabled() const
{
    return m_disabled;
}

QString TargetRow::missingSecret(const Target &target) const
{
    for (const Secret &secret : m_secrets)
        for (const Header &header : target.headers)
            if (header.name == secret.header && header.value.isEmpty())
                return secret.header;
    return QString();
}

void TargetRow::clearProblems()
{
    m_name->setProblem(QString());
    m_details->clearProblems();
}

void TargetRow::place(const QString &field, const QString &text)
{
    if (m_details->place(field, text))
        showDetails(true);
    else
        m_url->setProblem(text);
}

QString TargetRow::problem() const
{
    return m_details->problem();
}

void TargetRow::setNameHint(const QString &text)
{
    m_name->edit()->setPlaceholderText(text);
}

void TargetRow::focusUrl()
{
    m_url->edit()->setFocus(Qt::OtherFocusReason);
}

void TargetRow::showDetails(bool shown)
{
    m_more->setChecked(shown);
    m_details->setVisible(shown);
    showSummary(target());
}

void TargetRow::showSummary(const Target &target)
{
    QStringList parts;
    if (m_disabled)
        parts += tr("left out of the run");
    if (const QString text = m_details->summary(target); !text.isEmpty() && !m_more->isChecked())
        parts += text;
    m_summary->setText(parts.join(u"; "_s));
    m_summary->setVisible(!parts.isEmpty());
}

void TargetRow::showAnswer(const ProbeAnswer &answer)
{
    QStringList tip = answer.headers;
    if (!answer.start.isEmpty())
        tip += u'\n' + QString::fromUtf8(answer.start.left(600));
    const bool wrong = !answer.problem.isEmpty() || !answer.expected;
    m_answer->setText(tr("Answer: %1").arg(probeText(answer)));
    m_answer->setToolTip(u"<pre>%1</pre>"_s.arg(tip.join(u'\n').toHtmlEscaped()));
    m_answer->setProperty("problem", wrong);
    m_answer->setProperty("muted", !wrong);
    m_answer->setStyleSheet(QString()); // polishes it anew
    m_answer->show();
}

QWidget *TargetRow::urlEdit() const
{
    return m_url->edit();
}

QWidget *TargetRow::nameEdit() const
{
    return m_name->edit();
}

std::vector<QWidget *> TargetRow::otherControls() const
{
    std::vector<QWidget *> controls{m_test, m_more, m_menu};
    const std::vector<QWidget *> details = m_details->controls();
    controls.insert(controls.end(), details.begin(), details.end());
    return controls;
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
    m_swatch->setEnabled(!m_disabled);
    // Level with the line edit, below its title.
    m_swatch->setContentsMargins(0, m_url->title()->sizeHint().height() + 10, 0, 0);
}

} // namespace sweepbench
