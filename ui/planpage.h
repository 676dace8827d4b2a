// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: two URLs and one button; below, for who wants it, how long and how hard.
// Works on values alone: gives out a checked Plan, knows no engine.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/plan.h"
#include "ui/plan/planhistory.h"

#include <QWidget>

#include <optional>
#include <vector>

class QButtonGroup;
class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace sweepbench {

class AdvancedOptions;
class Field;
class TargetRow;

class PlanPage : public QWidget
{
    Q_OBJECT
public:
    explicit PlanPage(const PlanLimits &limits, QWidget *parent = nullptr);

    void setPlan(const Plan &plan);
    /// The plan as typed, names given, with the targets that are left out of a run; absent while something is wrong or missing.
    std::optional<Plan> plan() const { return m_plan; }
    /// The first target compared with itself, whatever the others are; a Problem says what is wrong or missing.
    Result<Plan> planWithItself() const;
    /// Why Compare can't be pressed; empty when it can.
    QString reason() const { return m_reason; }
    void setRunning(bool running);
    void focusFirst();
    /// Into the first row without a URL, or a new one.
    void addTarget(const Target &target);
    QUndoStack &history() { return m_history.stack(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    void compareRequested(const sweepbench::Plan &plan);
    void demoRequested();

private:
    QWidget *makeTargets();
    QWidget *makeActions();
    QWidget *makeLoad();
    TargetRow *addRow();
    void removeRow(TargetRow *row);
    void dropRow(TargetRow *row);
    void duplicateRow(TargetRow *row);
    void moveRow(TargetRow *row, int by);
    void testRow(TargetRow *row);
    void takeCurl(TargetRow *row, const QString &command);
    std::vector<Target> targets() const;
    void setTargets(const std::vector<Target> &targets);
    PlanDraft draft() const;
    void restore(const PlanDraft &draft);
    void numberRows();

    void evaluate();
    void readTargets(Plan &plan);
    void readLoad(Plan &plan);
    void readSweep(Plan &plan);
    void readTrial(Plan &plan);
    void checkWhole(Plan &plan);
    void place(const Problem &problem);
    std::size_t rowOfTarget(std::size_t target) const;
    void placeAtTarget(std::size_t index, const QString &part, const QString &text);
    void note(const QString &reason); ///< the first one stands
    void showResult(const Plan &plan);
    void submit();
    void setDepth(Depth depth);
    SweepAxis axis() const;
    void setSweepFields(const Plan &plan);
    void setTimeFields(const Plan &plan);
    void switchTrialKind();
    void switchAxis();
    void showAxis();
    void followStopRule();
    void showAdvanced(bool shown);
    std::vector<Field *> loadFields() const { return {m_levels, m_connections, m_trial, m_repeats, m_warmup}; }

    PlanLimits m_limits;
    PlanHistory m_history{[this](const PlanDraft &draft) { restore(draft); }};
    Plan m_base; ///< what the page does not show is carried along from here
    std::optional<Plan> m_plan;
    QString m_reason;
    Plan m_typed;         ///< as far as it could be read
    QString m_loadReason; ///< what is wrong with it beside the targets
    bool m_running = false;

    std::vector<TargetRow *> m_rows;
    QVBoxLayout *m_rowLayout = nullptr;
    QPushButton *m_add = nullptr;
    QPushButton *m_compare = nullptr;
    QPushButton *m_demo = nullptr;
    QLabel *m_reasonLabel = nullptr;
    QButtonGroup *m_depths = nullptr;
    QGridLayout *m_fields = nullptr;
    Field *m_levels = nullptr;
    QComboBox *m_axis = nullptr;
    QString m_otherLevels;         ///< what the box held for the axis that is not chosen
    bool m_metricFollowed = false; ///< the verdict's figure was changed along with the axis
    Field *m_connections = nullptr;
    Field *m_trial = nullptr;
    QComboBox *m_trialKind = nullptr;
    QString m_otherTrialText; ///< what the box held for the kind that is not chosen
    Field *m_repeats = nullptr;
    QString m_otherRepeats; ///< what the box held for a fixed number of repeats, or for the most with a stop rule
    bool m_stopRule = false; ///< the box holds the most
    Field *m_warmup = nullptr;
    QLabel *m_summary = nullptr;
    QPushButton *m_more = nullptr;
    AdvancedOptions *m_advanced = nullptr;
};

} // namespace sweepbench
