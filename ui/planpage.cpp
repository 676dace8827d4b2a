// SPDX-License-Identifier: GPL-3.0-or-later
// What the page does with what is typed; planpagelayout.cpp builds it.
#include "ui/planpage.h"

#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "ui/field.h"
#include "ui/plantext.h"
#include "ui/targetrow.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t fewestRows = 2;
enum TrialKind { ByTime, ByRequests };

} // namespace

TargetRow *PlanPage::addRow()
{
    auto *row = new TargetRow(int(m_rows.size()));
    m_rows.push_back(row);
    m_rowLayout->addWidget(row);
    connect(row, &TargetRow::edited, this, &PlanPage::evaluate);
    connect(row, &TargetRow::submitted, this, &PlanPage::submit);
    connect(row, &TargetRow::removeRequested, this, [this, row] { removeRow(row); });
    numberRows();
    return row;
}

void PlanPage::removeRow(TargetRow *row)
{
    std::erase(m_rows, row);
    row->hide();
    row->deleteLater();
    numberRows();
    evaluate();
    m_rows.back()->focusUrl();
}

void PlanPage::numberRows()
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setIndex(int(i));
        m_rows[i]->setRemovable(m_rows.size() > fewestRows);
    }
    // From URL to URL: the names are for later.
    QWidget *before = nullptr;
    for (QWidget *(TargetRow::*part)() const : {&TargetRow::urlEdit, &TargetRow::nameEdit, &TargetRow::removeButton}) {
        for (const TargetRow *row : m_rows) {
            QWidget *next = (row->*part)();
            if (before)
                QWidget::setTabOrder(before, next);
            before = next;
        }
    }
}

void PlanPage::setPlan(const Plan &plan)
{
    m_base = plan;
    while (m_rows.size() < std::max(fewestRows, plan.targets.size()))
        addRow();
    while (m_rows.size() > std::max(fewestRows, plan.targets.size())) {
        m_rows.back()->hide();
        m_rows.back()->deleteLater();
        m_rows.pop_back();
    }
    numberRows();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i]->setTarget(i < plan.targets.size() ? plan.targets[i] : Target());
    setLoadFields(plan);
    evaluate();
}

void PlanPage::setLoadFields(const Plan &plan)
{
    m_levels->setText(levelsText(plan.sweep.levels));
    m_repeats->setText(QString::number(plan.repeats));
    m_warmup->setText(durationText(plan.load.warmup));
    const QSignalBlocker blocker(m_trialKind);
    m_trialKind->setCurrentIndex(plan.load.requests ? ByRequests : ByTime);
    m_trial->setText(plan.load.requests ? QString::number(*plan.load.requests)
                                        : durationText(plan.load.duration.value_or(std::chrono::seconds(1))));
    m_otherTrialText = plan.load.requests ? u"1s"_s : u"5000"_s;
}

void PlanPage::setDepth(Depth depth)
{
    applyDepth(m_base, depth);
    setLoadFields(m_base);
    evaluate();
}

void PlanPage::switchTrialKind()
{
    const QString text = m_trial->text();
    m_trial->setText(m_otherTrialText);
    m_otherTrialText = text;
    evaluate();
}

void PlanPage::setRunning(bool running)
{
    m_running = running;
    evaluate();
}

void PlanPage::focusFirst()
{
    m_rows.front()->focusUrl();
}

void PlanPage::submit()
{
    if (m_compare->isEnabled()) {
        m_compare->click();
        return;
    }
    const auto blank = std::find_if(m_rows.begin(), m_rows.end(), [](const TargetRow *row) { return row->isBlank(); });
    if (blank != m_rows.end())
        (*blank)->focusUrl();
}

void PlanPage::note(const QString &reason)
{
    if (m_reason.isEmpty())
        m_reason = reason;
}

void PlanPage::evaluate()
{
    m_plan.reset();
    m_reason.clear();
    for (Field *field : {m_levels, m_trial, m_repeats, m_warmup})
        field->setProblem(QString());
    Plan plan = m_base;
    readTargets(plan);
    readLoad(plan);
    checkWhole(plan);
    if (m_reason.isEmpty())
        m_plan = plan;
    showResult(plan);
}

void PlanPage::readTargets(Plan &plan)
{
    plan.targets.clear();
    for (TargetRow *row : m_rows) {
        plan.targets.push_back(row->target());
        row->setNameProblem(QString());
    }
    nameTargets(plan);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        TargetRow *row = m_rows[i];
        row->setNameHint(plan.targets[i].name);
        const auto url = parseHttpUrl(plan.targets[i].url);
        row->setUrlProblem(row->isBlank() || url.ok() ? QString() : url.problem().text);
        if (row->isBlank())
            note(i == 0 ? tr("Type the URL of the first target") : tr("Type the URL of target %1 to compare with").arg(i + 1));
        else if (!url.ok())
            note(tr("URL of target %1: %2").arg(i + 1).arg(url.problem().text));
        if (const QString header = row->missingSecret(); !header.isEmpty())
            note(tr("Give the value of %1 for target %2").arg(header).arg(i + 1));
    }
}

void PlanPage::readLoad(Plan &plan)
{
    if (const auto levels = parseLevels(m_levels->text()); levels.ok())
        plan.sweep.levels = *levels;
    else
        place(levels.problem());
    readTrial(plan);
    if (const auto repeats = parseWhole(m_repeats->text(), u"repeats"_s, 1, 10'000); repeats.ok())
        plan.repeats = int(*repeats);
    else
        place(repeats.problem());
    if (const auto warmup = parseDuration(m_warmup->text(), u"warm-up"_s); warmup.ok())
        plan.load.warmup = *warmup;
    else
        place(warmup.problem());
}

void PlanPage::readTrial(Plan &plan)
{
    if (m_trialKind->currentIndex() == ByTime) {
        if (const auto duration = parseDuration(m_trial->text(), u"duration"_s); duration.ok()) {
            plan.load.duration = *duration;
            plan.load.requests.reset();
        } else {
            place(duration.problem());
        }
        return;
    }
    if (const auto requests = parseWhole(m_trial->text(), u"requests"_s, 1, 1'000'000'000'000); requests.ok()) {
        plan.load.requests = *requests;
        plan.load.duration.reset();
    } else {
        place(requests.problem());
    }
}

void PlanPage::checkWhole(Plan &plan)
{
    if (!m_reason.isEmpty())
        return;
    for (const Problem &problem : checkPlan(plan, m_limits))
        place(problem);
}

void PlanPage::place(const Problem &problem)
{
    static const QRegularExpression targetField(u"^targets\\[(\\d+)\\]\\.(\\w+)$"_s);
    const auto match = targetField.match(problem.field);
    if (match.hasMatch()) {
        const std::size_t index = match.captured(1).toULongLong();
        const QString part = match.captured(2);
        if (index < m_rows.size() && part == u"name")
            m_rows[index]->setNameProblem(problem.text);
        else if (index < m_rows.size() && part == u"url")
            m_rows[index]->setUrlProblem(problem.text);
        note(tr("%1 of target %2: %3").arg(part == u"url" ? u"URL"_s : part).arg(index + 1).arg(problem.text));
        return;
    }
    const std::pair<QStringView, Field *> fields[] = {
        {u"connections", m_levels}, {u"requests", m_trial}, {u"duration", m_trial},
        {u"requests and duration", m_trial}, {u"requests or duration", m_trial},
        {u"repeats", m_repeats}, {u"warm-up", m_warmup},
    };
    for (const auto &[name, field] : fields)
        if (problem.field == name && field->problem().isEmpty())
            field->setProblem(problem.text);
    note(problem.line());
}

void PlanPage::showResult(const Plan &plan)
{
    const bool ready = m_plan.has_value() && !m_running;
    const QString reason = m_running ? tr("A comparison is running: stop it first, or wait for its end") : m_reason;
    m_compare->setEnabled(ready);
    // The price is known as soon as the load is, with or without URLs.
    const Field *const loadFields[] = {m_levels, m_trial, m_repeats, m_warmup};
    const bool priced = std::all_of(std::begin(loadFields), std::end(loadFields), [](const Field *field) { return field->problem().isEmpty(); });
    m_compare->setText(priced ? tr("Compare (%1)").arg(costText(plan)) : tr("Compare"));
    m_compare->setToolTip(reason);
    m_compare->setAccessibleDescription(reason);
    m_demo->setEnabled(!m_running);
    m_reasonLabel->setText(reason);

    const auto depth = depthOf(plan);
    m_depths->setExclusive(false); // own settings: no depth is the chosen one
    for (Depth each : allDepths)
        m_depths->button(int(each))->setChecked(depth == each);
    m_depths->setExclusive(true);

    QStringList lines{sizeText(plan)};
    lines += planNotes(plan);
    lines += carriedText(plan);
    m_summary->setText(lines.join(u'\n'));
}

} // namespace sweepbench
