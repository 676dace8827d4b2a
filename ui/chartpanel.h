// SPDX-License-Identifier: GPL-3.0-or-later
// Several charts of one session, of which one is shown, with what can be chosen for it: level, metric, trial and so on.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chartview.h"

#include <QWidget>

#include <memory>
#include <span>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace sweepbench {

class ChartWidget;
class ChoiceBox;

class ChartPanel : public QWidget
{
    Q_OBJECT
public:
    /// \a name begins the object names of tabs and boxes: "chartTabs" (or, of many charts, the box "chartKind"), "chartLevel".
    ChartPanel(std::span<const ChartKind> kinds, const QString &name, QWidget *parent = nullptr);

    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);
    void clear();
    ChartKind currentChart() const;
    const ChartView &view() const { return m_view; }

signals:
    void exportWanted(sweepbench::ChartKind kind);

private:
    QWidget *makeChoices(const QString &name);
    QCheckBox *makeCheck(const QString &text, const QString &name, bool ChartView::*flag);
    QWidget *makeSelector(const QString &name);
    void select(int index);
    void fillLevels();
    void fillMetrics();
    void fillCandidates();
    void fillTrials();
    void showChoices();
    void choose();
    void applyView();

    const std::vector<ChartKind> m_kinds;
    std::shared_ptr<const Session> m_session;
    ChartView m_view;
    QStackedWidget *m_pages; ///< by kind
    std::vector<ChartWidget *> m_charts;
    QPushButton *m_export = nullptr;
    QWidget *m_choices = nullptr;
    struct Choice { QLabel *label; ChoiceBox *box; };
    Choice m_level{};
    Choice m_metric{};
    Choice m_candidate{};
    Choice m_trial{};
    std::vector<Metric> m_metrics;   ///< of m_metric's items
    std::vector<int> m_levels;       ///< of m_level's items, after "all" where there is that
    std::vector<int> m_candidates;
    QCheckBox *m_dots = nullptr;
    QCheckBox *m_twoAxes = nullptr;
    QCheckBox *m_smooth = nullptr;
};

} // namespace sweepbench
