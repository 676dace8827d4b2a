// SPDX-License-Identifier: GPL-3.0-or-later
// What the page does with what is typed; planpagelayout.cpp builds it.
#include "ui/planpage.h"

#include "core/model/againstitself.h"
#include "core/model/curlcommand.h"
#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "ui/advancedoptions.h"
#include "ui/charts/loadtext.h"
#include "ui/field.h"
#include "ui/fieldname.h"
#include "ui/plantext.h"
#include "ui/plan/targetrow.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t fewestRows = 2;
enum TrialKind { ByTime, ByRequests };

/// False where a path stands for a pipe or a device: looking into it might never end, and would take from it.
bool namesOnlyFiles(const Plan &plan)
{
    const auto isSpecial = [](const QString &path) {
        const QFileInfo file(path);
        return file.exists() && !file.isFile() && !file.isDir();
    };
    return std::none_of(plan.targets.begin(), plan.targets.end(), [&](const Target &target) {
        return isSpecial(target.tls.caFile) || isSpecial(target.tls.certificateFile) || isSpecial(target.tls.keyFile);
    });
}

/// What is wrong with what stands in place of a URL; a curl command that is being typed is told how to go on.
QString wrongUrlText(const QString &text, const Problem &problem)
{
    if (!looksLikeCurl(text))
        return problem.text;
    const auto curl = targetFromCurl(text);
    return curl ? PlanPage::tr("press Enter to make a target of this curl command") : curl.problem().line();
}

} // namespace

TargetRow *PlanPage::addRow()
{
    auto *row = new TargetRow(int(m_rows.size()));
    m_rows.push_back(row);
    m_rowLayout->addWidget(row);
    connect(row, &TargetRow::edited, this, &PlanPage::evaluate);
    connect(row, &TargetRow::submitted, this, &PlanPage::submit);
    connect(row, &TargetRow::removeRequested, this, [this, row] { removeRow(row); });
    connect(row, &TargetRow::duplicateRequested, this, [this, row] { duplicateRow(row); });
    connect(row, &TargetRow::moveRequested, this, [this, row](int by) { moveRow(row, by); });
    connect(row, &TargetRow::testRequested, this, [this, row] { testRow(row); });
    connect(row, &TargetRow::curlGiven, this, [this, row](const QString &command) { takeCurl(row, command); });
    numberRows();
    return row;
}

void PlanPage::removeRow(TargetRow *row)
{
    const auto index = std::find(m_rows.begin(), m_rows.end(), row) - m_rows.begin();
    m_rows.erase(m_rows.begin() + index);
    dropRow(row);
    numberRows();
    evaluate();
    m_rows.back()->focusUrl();
}

/// Its controls leave the page at once, the row itself when its signal has been dealt with.
void PlanPage::dropRow(TargetRow *row)
{
    m_rowLayout->removeWidget(row);
    row->hide();
    row->setParent(nullptr);
    row->deleteLater();
}

std::vector<Target> PlanPage::targets() const
{
    std::vector<Target> targets;
    for (const TargetRow *row : m_rows)
        targets.push_back(row->target());
    return targets;
}

void PlanPage::setTargets(const std::vector<Target> &targets)
{
    const std::size_t count = std::max(fewestRows, targets.size());
    while (m_rows.size() < count)
        addRow();
    while (m_rows.size() > count) {
        dropRow(m_rows.back());
        m_rows.pop_back();
    }
    numberRows();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i]->setTarget(i < targets.size() ? targets[i] : Target());
}

void PlanPage::duplicateRow(TargetRow *row)
{
    const auto at = std::size_t(std::find(m_rows.begin(), m_rows.end(), row) - m_rows.begin());
    std::vector<Target> all = targets();
    Target copy = all[at];
    if (!copy.name.isEmpty())
        copy.name = tr("%1 (copy)").arg(copy.name);
    all.insert(all.begin() + std::ptrdiff_t(at) + 1, copy);
    setTargets(all);
    m_rows[at + 1]->showDetails(true); // a copy is there to differ in something
    evaluate();
    m_rows[at + 1]->focusUrl();
}

void PlanPage::moveRow(TargetRow *row, int by)
{
    const auto at = std::find(m_rows.begin(), m_rows.end(), row) - m_rows.begin();
    const auto to = at + by;
    if (to < 0 || to >= std::ptrdiff_t(m_rows.size()))
        return;
    std::vector<Target> all = targets();
    std::swap(all[std::size_t(at)], all[std::size_t(to)]);
    setTargets(all);
    evaluate();
    m_rows[std::size_t(to)]->focusUrl();
}

void PlanPage::testRow(TargetRow *row)
{
    auto *probe = new TargetProbe(row);
    connect(probe, &TargetProbe::finished, row, [row, probe](const ProbeAnswer &answer) {
        row->showAnswer(answer);
        probe->deleteLater();
    });
    const Target target = row->target();
    probe->start(target, overridden(m_typed.load, target.load));
}

void PlanPage::takeCurl(TargetRow *row, const QString &command)
{
    const auto curl = targetFromCurl(command);
    if (!curl)
        return; // the URL's own problem says what is wrong: evaluate()
    Target target = curl->target;
    const Target before = row->target();
    target.name = before.name;
    target.load = before.load;
    row->setTarget(target);
    evaluate();
}

void PlanPage::addTarget(const Target &target)
{
    const auto blank = std::find_if(m_rows.begin(), m_rows.end(), [](const TargetRow *row) { return row->isBlank(); });
    (blank != m_rows.end() ? *blank : addRow())->setTarget(target);
    evaluate();
}

void PlanPage::numberRows()
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setPlace(int(i), int(m_rows.size()), m_rows.size() > fewestRows);
    }
    for (QLineEdit *edit : findChildren<QLineEdit *>())
        edit->installEventFilter(this);
    for (QPlainTextEdit *edit : findChildren<QPlainTextEdit *>())
        edit->installEventFilter(this);
    // From URL to URL: names and buttons are for later.
    QWidget *before = nullptr;
    const auto chain = [&before](QWidget *next) {
        if (before)
            QWidget::setTabOrder(before, next);
        before = next;
    };
    for (const TargetRow *row : m_rows)
        chain(row->urlEdit());
    for (const TargetRow *row : m_rows)
        chain(row->nameEdit());
    for (const TargetRow *row : m_rows)
        for (QWidget *control : row->otherControls())
            chain(control);
    chain(m_add);
}

void PlanPage::setPlan(const Plan &plan)
{
    m_base = plan;
    setTargets(plan.targets);
    setSweepFields(plan);
    setTimeFields(plan);
    m_stopRule = plan.untilPrecise.has_value();
    m_otherRepeats = m_stopRule ? u"5"_s : u"30"_s;
    m_advanced->setPlan(plan);
    showAdvanced(false);
    evaluate();
    m_history.start(draft());
}

SweepAxis PlanPage::axis() const
{
    return SweepAxis(m_axis->currentIndex());
}

void PlanPage::setSweepFields(const Plan &plan)
{
    const QSignalBlocker blocker(m_axis);
    m_axis->setCurrentIndex(int(plan.sweep.axis));
    m_levels->setText(levelsText(plan.sweep.levels));
    m_otherLevels = plan.sweep.axis == SweepAxis::Connections ? u"500,1000,2000"_s : u"1,10,100"_s;
    m_metricFollowed = false;
    m_connections->setText(QString::number(plan.load.connections));
    showAxis();
}

void PlanPage::setTimeFields(const Plan &plan)
{
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
    m_base.sweep.axis = axis(); // rates stay as they are
    m_base.untilPrecise.reset();
    applyDepth(m_base, depth);
    const QString most = m_repeats->text();
    if (axis() == SweepAxis::Connections)
        m_levels->setText(levelsText(m_base.sweep.levels));
    setTimeFields(m_base);
    if (m_stopRule) { // the rule decides; the depth's number of repeats is for when there is none
        m_otherRepeats = m_repeats->text();
        m_repeats->setText(most);
    }
    evaluate();
}

void PlanPage::switchTrialKind()
{
    const QString text = m_trial->text();
    m_trial->setText(m_otherTrialText);
    m_otherTrialText = text;
    evaluate();
}

void PlanPage::switchAxis()
{
    const QString text = m_levels->text();
    m_levels->setText(m_otherLevels);
    m_otherLevels = text;
    m_advanced->followAxis(axis());
    // At a rate that all can serve, all serve the same number of requests: what tells them apart is how long it takes.
    if (axis() == SweepAxis::Rate && m_advanced->metric() == Metric::Rps) {
        m_advanced->setMetric(Metric::P99Ns);
        m_metricFollowed = true;
    } else if (m_metricFollowed) {
        if (m_advanced->metric() == Metric::P99Ns)
            m_advanced->setMetric(Metric::Rps);
        m_metricFollowed = false;
    }
    showAxis();
    evaluate();
}

/// With a stop rule the box of repeats is for the most of them: each kind keeps its own number.
void PlanPage::followStopRule()
{
    if (m_advanced->stopsWhenPrecise() != m_stopRule) {
        m_stopRule = !m_stopRule;
        const QString text = m_repeats->text();
        m_repeats->setText(m_otherRepeats);
        m_otherRepeats = text;
    }
    const QString title = m_stopRule ? tr("Repeats at most") : tr("Repeats");
    m_repeats->title()->setText(title);
    m_repeats->edit()->setAccessibleName(title);
    m_repeats->setHint(m_stopRule ? tr("fewer once it is precise") : tr("trials of each target at each level"));
}

void PlanPage::showAxis()
{
    const bool rates = axis() == SweepAxis::Rate;
    const QString title = rates ? tr("Requests per second due") : tr("Connections at once");
    m_levels->title()->setText(title);
    m_levels->edit()->setAccessibleName(title);
    m_levels->setHint(rates ? tr("500,1000,2000 or 100-500:100") : tr("1,10,100 or 10-50:10"));
    m_connections->setVisible(rates);
    // Those with a box beside them are wider; no room is left for one that is not there.
    const int stretches[] = {7, rates ? 2 : 0, 5, 3, 3};
    for (int column = 0; column < 5; ++column)
        m_fields->setColumnStretch(column, stretches[column]);
    for (const Depth depth : allDepths) {
        QAbstractButton *button = m_depths->button(int(depth));
        const QString times = button->accessibleDescription();
        button->setToolTip(rates ? times : tr("Connections 1, 10 and 100; %1").arg(times));
    }
}

void PlanPage::showAdvanced(bool shown)
{
    m_advanced->setVisible(shown);
    m_more->setText(shown ? tr("▾ Advanced") : tr("▸ Advanced"));
    m_more->setChecked(shown);
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
    followStopRule();
    for (Field *field : loadFields())
        field->setProblem(QString());
    m_advanced->clearProblems();
    Plan plan = m_base;
    readTargets(plan);
    const QString targetReason = std::exchange(m_reason, {});
    readLoad(plan);
    for (const Problem &problem : m_advanced->read(plan))
        note(problem.line());
    m_typed = plan;
    m_loadReason = m_reason;
    if (!targetReason.isEmpty())
        m_reason = targetReason;
    checkWhole(plan);
    if (m_advanced->hasProblem())
        showAdvanced(true);
    if (m_reason.isEmpty())
        m_plan = plan;
    showResult(measuredPlan(plan));
    m_history.note(draft());
}

Result<Plan> PlanPage::planWithItself() const
{
    const TargetRow *first = m_rows.front();
    if (first->isBlank())
        return Problem{QString(), tr("type the URL of the first target")};
    if (!m_loadReason.isEmpty())
        return Problem{QString(), m_loadReason};
    if (const QString header = first->missingSecret(first->target()); !header.isEmpty())
        return Problem{QString(), tr("give the value of %1 for target 1").arg(header)};
    for (const QString &url : {first->target().url, m_typed.targets.front().proxy})
        if (lacksPassword(url))
            return Problem{QString(), tr("the password of %1 is kept in no file: type it again").arg(url)};
    Plan plan = m_typed;
    if (first->target().name.isEmpty())
        plan.targets.front().name.clear(); // the URL says more than "A"
    plan = againstItself(std::move(plan));
    if (const auto problems = checkPlan(plan, m_limits); !problems.empty())
        return problems.front();
    if (namesOnlyFiles(plan))
        if (const auto problems = checkPlanFiles(plan); !problems.empty())
            return problems.front();
    return plan;
}

void PlanPage::readTargets(Plan &plan)
{
    for (TargetRow *row : m_rows)
        row->clearProblems();
    plan.targets = targets();
    nameTargets(plan);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        TargetRow *row = m_rows[i];
        row->setNameHint(plan.targets[i].name);
        row->showSummary(plan.targets[i]);
        const auto url = parseHttpUrl(plan.targets[i].url);
        const QString wrong = row->isBlank() || url.ok() ? QString() : wrongUrlText(plan.targets[i].url, url.problem());
        row->setUrlProblem(wrong);
        if (row->isDisabled() && !row->isBlank())
            continue;
        if (row->isBlank())
            note(i == 0 ? tr("Type the URL of the first target") : tr("Type the URL of target %1 to compare with").arg(i + 1));
        else if (!url.ok())
            note(tr("URL of target %1: %2").arg(i + 1).arg(wrong));
        else if (lacksPassword(plan.targets[i].url))
            placeAtTarget(i, u"url"_s, tr("the password is kept in no file: type it again after the \":\", or leave the \":\" out"));
        if (const QString header = row->missingSecret(plan.targets[i]); !header.isEmpty())
            note(tr("Give the value of %1 for target %2").arg(header).arg(i + 1));
        if (const QString text = row->problem(); !text.isEmpty())
            note(tr("Details of target %1: %2").arg(i + 1).arg(text));
    }
    if (std::all_of(plan.targets.begin(), plan.targets.end(), [](const Target &target) { return target.disabled; }))
        note(tr("Every target is left out of the run: take one in again"));
}

void PlanPage::readLoad(Plan &plan)
{
    readSweep(plan);
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

void PlanPage::readSweep(Plan &plan)
{
    plan.sweep.axis = axis();
    if (const auto levels = parseLevels(m_levels->text(), axis()); levels.ok()) {
        plan.sweep.levels = *levels;
    } else {
        m_levels->setProblem(levels.problem().text);
        note(Problem{levelTitle(axis()), levels.problem().text}.line());
    }
    if (axis() == SweepAxis::Connections)
        return;
    if (const auto connections = parseWhole(m_connections->text(), u"connections"_s, 1, 1'000'000); connections.ok())
        plan.load.connections = int(*connections);
    else
        place(connections.problem());
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
    const Plan run = measuredPlan(plan);
    for (std::size_t i = 0; i < run.targets.size(); ++i)
        if (lacksPassword(run.targets[i].proxy))
            place({u"targets[%1].proxy"_s.arg(i), tr("its password is kept in no file: type it again after the \":\", or leave the \":\" out")});
    for (const Problem &problem : checkPlan(run, m_limits))
        place(problem);
    if (m_reason.isEmpty() && namesOnlyFiles(run))
        for (const Problem &problem : checkPlanFiles(run))
            place(problem);
}

void PlanPage::place(const Problem &problem)
{
    static const QRegularExpression targetField(u"^targets\\[(\\d+)\\]\\.(.+)$"_s);
    const auto match = targetField.match(problem.field);
    if (match.hasMatch()) {
        placeAtTarget(rowOfTarget(match.captured(1).toULongLong()), match.captured(2), problem.text);
        return;
    }
    const bool rates = axis() == SweepAxis::Rate;
    const std::pair<QStringView, Field *> fields[] = {
        {u"connections", rates ? m_connections : m_levels}, {u"requests", m_trial}, {u"duration", m_trial},
        {u"requestsandduration", m_trial}, {u"requestsorduration", m_trial},
        {u"repeats", m_repeats}, {u"warmup", m_warmup}, {u"rates", m_levels}, {u"levels", m_levels},
    };
    note(problem.line());
    const QString name = bareFieldName(problem.field);
    const auto found = std::find_if(std::begin(fields), std::end(fields), [&name](const auto &entry) { return entry.first == name; });
    if (found == std::end(fields))
        m_advanced->place(problem);
    else if (found->second->problem().isEmpty())
        found->second->setProblem(problem.text);
}

void PlanPage::placeAtTarget(std::size_t index, const QString &part, const QString &text)
{
    note(tr("%1 of target %2: %3").arg(part == u"url" ? u"URL"_s : part).arg(index + 1).arg(text));
    if (index >= m_rows.size())
        return;
    if (part == u"name")
        m_rows[index]->setNameProblem(text);
    else if (part == u"url")
        m_rows[index]->setUrlProblem(text);
    else
        m_rows[index]->place(part, text);
}

/// Problems number the targets that are run.
std::size_t PlanPage::rowOfTarget(std::size_t target) const
{
    std::size_t left = target;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (!m_rows[row]->isDisabled() && left-- == 0)
            return row;
    return m_rows.size();
}

PlanDraft PlanPage::draft() const
{
    PlanDraft draft = draftOf(*this);
    draft.texts[u"~otherLevels"_s] = m_otherLevels;
    draft.texts[u"~otherTrial"_s] = m_otherTrialText;
    draft.texts[u"~otherRepeats"_s] = m_otherRepeats;
    for (const Target &target : m_typed.targets) // one for each row: evaluate() has read them
        draft.rows.push_back({target.disabled, target.headers});
    return draft;
}

void PlanPage::restore(const PlanDraft &draft)
{
    std::vector<Target> rows = targets();
    rows.resize(draft.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].disabled = draft.rows[i].leftOut;
        rows[i].headers = draft.rows[i].headers;
    }
    setTargets(rows);
    restoreControls(*this, draft);
    m_otherLevels = draft.texts[u"~otherLevels"_s];
    m_otherTrialText = draft.texts[u"~otherTrial"_s];
    m_otherRepeats = draft.texts[u"~otherRepeats"_s];
    m_stopRule = m_advanced->stopsWhenPrecise();
    showAxis();
    evaluate();
}

bool PlanPage::eventFilter(QObject *watched, QEvent *event)
{
    // Undo is the page's, over all fields, not that of the one that has the keyboard.
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void PlanPage::showResult(const Plan &plan)
{
    const bool ready = m_plan.has_value() && !m_running;
    const QString reason = m_running ? tr("A comparison is running: stop it first, or wait for its end") : m_reason;
    m_compare->setEnabled(ready);
    // The price is known as soon as the load is, with or without URLs.
    const std::vector<Field *> fields = loadFields();
    const bool priced = std::all_of(fields.begin(), fields.end(), [](const Field *field) { return field->problem().isEmpty(); });
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
