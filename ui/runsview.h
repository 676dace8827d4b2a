// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a level that is chosen, to read and to copy, and below them the levels of each target, best first.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/stats/runstable.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTableView;

namespace sweepbench {

class ChoiceBox;
class RunsModel;

class RunsView : public QWidget
{
    Q_OBJECT
public:
    explicit RunsView(QWidget *parent = nullptr);

    /// Keeps the level that was chosen where there still is one.
    void setSession(const Session &session, const Analysis &analysis);
    void clear();
    RunsModel *model() const { return m_model; }

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeTop();
    void showLevel(int index);

    Plan m_plan;
    std::vector<RunsTable> m_tables;
    RunsModel *m_model;
    ChoiceBox *m_level = nullptr;
    QTableView *m_table;
    QLabel *m_caption;
    QLabel *m_ranking;
};

} // namespace sweepbench
