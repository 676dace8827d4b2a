// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the phases, with a heading across for each cell.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QTableView>

namespace sweepbench {

class PhasesModel;

class PhasesView : public QTableView
{
    Q_OBJECT
public:
    explicit PhasesView(QWidget *parent = nullptr);

    void setSession(const Session &session, const Analysis &analysis);
    void clear();
    void copy() const; ///< the whole table, as text with tab stops

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();

    PhasesModel *m_model;
    int m_nameWidth = 0; ///< that shows every phase's name
};

} // namespace sweepbench
