// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of requests and connections went: for each cell its phases, of all fit trials together. A heading row for
// each cell, then one row for each phase that it had.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/session.h"
#include "core/model/analysis.h"
#include "ui/charts/charttheme.h"

#include <QAbstractTableModel>

#include <vector>

namespace sweepbench {

class PhasesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { PhaseColumn, MinColumn, MeanColumn, P50Column, P99Column, MaxColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setSession(const Session &session, const Analysis &analysis);
    void clear();
    void setTheme(ChartTheme theme);
    bool isHeading(int row) const { return m_rows[std::size_t(row)].phase.isEmpty(); }
    QStringList phaseNames() const; ///< that are shown, for the width of their column
    /// The whole table as lines with tab stops, headings first, with the number of samples as last column.
    QString asText() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        int target = 0;
        QString cell;  ///< "nginx at 10 connections (50 opened)"
        QString phase; ///< empty in a heading
        QString tip;
        Distribution times;
    };

    void addCell(const Session &session, const CellSummary &cell);
    static QString figure(const Row &row, Column column);

    std::vector<Row> m_rows;
    ChartTheme m_theme = ChartTheme::Light;
};

} // namespace sweepbench
