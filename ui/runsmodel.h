// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of one level: a row for each repeat, a column for each target, mean ± standard error in the last row.
// Thread contract: the GUI thread.
#pragma once

#include "core/session/runstext.h"
#include "ui/charts/charttheme.h"

#include <QAbstractTableModel>

#include <optional>

namespace sweepbench {

class RunsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(const RunsTable &table, const Plan &plan);
    void clear();
    void setTheme(ChartTheme theme);
    bool isFoot(int row) const { return row == rowCount() - 1; }
    /// The whole table as lines with tab stops, headings first, the foot in full precision.
    QString asText() const;
    /// The same to paste into notes.
    QString asMarkdown() const { return runsAsMarkdown(m_text); }
    QString asOrg() const { return runsAsOrg(m_text); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const RunFigure &figure(int row, int column) const;
    QString cell(int row, int column) const;
    QString tip(int row, int column) const;

    RunsTable m_table;
    RunsText m_text;             ///< in full precision; without titles while there is no table
    QStringList m_foot;          ///< the same as m_text.foot, to the digits that are meaningful
    ChartTheme m_theme = ChartTheme::Light;
};

} // namespace sweepbench
