// SPDX-License-Identifier: GPL-3.0-or-later
// How the plan page is put together; planpage.cpp holds what it does.
#include "ui/advancedoptions.h"
#include "ui/choicebox.h"
#include "ui/field.h"
#include "ui/planpage.h"
#include "ui/plan/targetrow.h"
#include "ui/theme.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int columnWidth = 960;

QLabel *mutedLabel(const QString &text)
{
    auto *label = new QLabel(text);
    label->setProperty("muted", true);
    label->setWordWrap(true);
    return label;
}

} // namespace

PlanPage::PlanPage(const PlanLimits &limits, QWidget *parent)
    : QWidget(parent)
    , m_limits(limits)
{
    auto *title = new QLabel(tr("Which server is faster?"));
    scaleFont(title, 1.8, true);
    auto *column = new QWidget;
    column->setMaximumWidth(columnWidth);
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(24, 28, 24, 24);
    layout->setSpacing(10);
    layout->addWidget(title);
    layout->addWidget(mutedLabel(tr("Type two URLs and press Compare. Both servers are put under the same load in turns, several times over, "
                                    "and you get a verdict with its uncertainty.")));
    layout->addSpacing(6);
    layout->addWidget(makeTargets());
    layout->addWidget(makeActions());
    layout->addSpacing(10);
    layout->addWidget(makeLoad());
    layout->addStretch(1);

    auto *sheet = new QWidget;
    sheet->setProperty("page", true);
    auto *centred = new QHBoxLayout(sheet);
    centred->setContentsMargins({});
    centred->addStretch(1);
    centred->addWidget(column, 100);
    centred->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(sheet);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins({});
    outer->addWidget(scroll);

    Plan plan;
    applyDepth(plan, Depth::Quick);
    setPlan(plan);
}

QWidget *PlanPage::makeTargets()
{
    auto *card = new QFrame;
    card->setProperty("card", true);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(18, 16, 18, 10);
    m_rowLayout = new QVBoxLayout;
    m_rowLayout->setSpacing(4);
    layout->addLayout(m_rowLayout);
    m_add = new QPushButton(tr("+ Add another target"));
    m_add->setObjectName(u"addTarget"_s);
    m_add->setProperty("quiet", true);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addRow()->focusUrl();
        evaluate();
    });
    layout->addWidget(m_add, 0, Qt::AlignLeft);
    return card;
}

QWidget *PlanPage::makeActions()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->setSpacing(12);
    m_compare = new QPushButton;
    m_compare->setObjectName(u"compare"_s);
    m_compare->setProperty("primary", true);
    scaleFont(m_compare, 1.1, true);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (m_plan && !m_running)
            emit compareRequested(measuredPlan(*m_plan));
    });
    m_demo = new QPushButton(tr("Try the demo"));
    m_demo->setObjectName(u"demo"_s);
    m_demo->setToolTip(tr("Compares two small servers inside this program, one of them with a known extra delay"));
    connect(m_demo, &QPushButton::clicked, this, &PlanPage::demoRequested);
    m_reasonLabel = mutedLabel(QString());
    m_reasonLabel->setObjectName(u"reason"_s);
    layout->addWidget(m_compare);
    layout->addWidget(m_demo);
    layout->addWidget(m_reasonLabel, 1);
    return row;
}

QWidget *PlanPage::makeLoad()
{
    auto *card = new QFrame;
    card->setProperty("card", true);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(18, 14, 18, 14);
    layout->setSpacing(12);

    auto *top = new QHBoxLayout;
    auto *title = new QLabel(tr("How hard, how long"));
    scaleFont(title, 1.1, true);
    top->addWidget(title);
    top->addStretch(1);
    m_depths = new QButtonGroup(this);
    const std::pair<Depth, std::pair<QString, QString>> depths[] = {
        {Depth::Quick, {tr("Quick"), tr("5 repeats of 1 s, 0.2 s warm-up")}},
        {Depth::Standard, {tr("Standard"), tr("5 repeats of 5 s, 1 s warm-up")}},
        {Depth::Publish, {tr("Publish"), tr("10 repeats of 10 s, 1 s warm-up")}},
    };
    for (const auto &[depth, texts] : depths) {
        auto *button = new QPushButton(texts.first);
        button->setObjectName(u"depth_"_s + depthId(depth));
        button->setAccessibleDescription(texts.second);
        button->setCheckable(true);
        button->setProperty("segment", true);
        m_depths->addButton(button, int(depth));
        connect(button, &QPushButton::clicked, this, [this, chosen = depth] { setDepth(chosen); });
        top->addWidget(button);
    }
    layout->addLayout(top);

    m_trialKind = new ChoiceBox(u"trialKind"_s, tr("A trial ends after a time or a number of requests"), {tr("time"), tr("requests")});
    connect(m_trialKind, &QComboBox::currentIndexChanged, this, &PlanPage::switchTrialKind);
    m_axis = new ChoiceBox(u"axis"_s, tr("What varies from level to level"), {tr("connections"), tr("request rate")});
    m_axis->setToolTip(tr("Connections: as many requests as each server answers (closed loop).\n"
                          "Request rate: the same number of requests per second for each server, due by a schedule (open loop)."));
    connect(m_axis, &QComboBox::currentIndexChanged, this, &PlanPage::switchAxis);
    m_levels = new Field(tr("Connections at once"), u"levels"_s, m_axis);
    m_connections = new Field(tr("Connections"), u"connections"_s);
    m_connections->setHint(tr("at most, at once"));
    m_trial = new Field(tr("Each trial lasts"), u"trial"_s, m_trialKind);
    m_trial->setHint(tr("5s or 250ms; or requests"));
    m_repeats = new Field(tr("Repeats"), u"repeats"_s);
    m_warmup = new Field(tr("Warm-up"), u"warmup"_s);
    m_warmup->setHint(tr("before each trial, not counted"));
    m_fields = new QGridLayout;
    m_fields->setHorizontalSpacing(16);
    int at = 0;
    for (Field *field : loadFields()) {
        connect(field, &Field::edited, this, &PlanPage::evaluate);
        connect(field->edit(), &QLineEdit::returnPressed, this, &PlanPage::submit);
        m_fields->addWidget(field, 0, at++);
    }
    layout->addLayout(m_fields);
    m_summary = mutedLabel(QString());
    m_summary->setObjectName(u"summary"_s);
    m_summary->setTextFormat(Qt::PlainText);
    layout->addWidget(m_summary);
    m_more = new QPushButton;
    m_more->setObjectName(u"advanced"_s);
    m_more->setAccessibleDescription(tr("Pacing, stop rule, transport, client, order"));
    m_more->setToolTip(tr("Pacing, stop rule, transport, client, order"));
    m_more->setProperty("quiet", true);
    m_more->setCheckable(true);
    connect(m_more, &QPushButton::toggled, this, &PlanPage::showAdvanced);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    m_advanced = new AdvancedOptions;
    m_advanced->setObjectName(u"advancedOptions"_s);
    connect(m_advanced, &AdvancedOptions::edited, this, &PlanPage::evaluate);
    connect(m_advanced, &AdvancedOptions::submitted, this, &PlanPage::submit);
    layout->addWidget(m_advanced);
    return card;
}

} // namespace sweepbench
