// SPDX-License-Identifier: GPL-3.0-or-later
// The results table: one row per target and level, as the session's analysis has them.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/charttheme.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace sweepbench {

class ResultsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TargetColumn, LevelColumn, RpsColumn, RuntimeColumn, MeanColumn, P99Column, BytesColumn,
                  ErrorsColumn, RepeatsColumn, ColumnCount };
    /// The raw number (or name) behind a cell; invalid where there is no data.
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void setSession(const Session &session, const Analysis &analysis);
    void clear();
    void setTheme(ChartTheme theme);
    /// The whole table as lines with tab stops, headings first.
    QString asText() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        CellSummary cell;
        QString name;
        ErrorCounts errors;
        QString errorDetail;
        qint64 connectionsOpened = 0;
        Distribution service; ///< of the fit trials of an open loop
        Distribution slip;
    };

    QString text(const Row &row, Column column) const;
    QVariant number(const Row &row, Column column) const;
    QString toolTip(const Row &row, Column column) const;
    QString summaryTip(const Row &row, Metric metric) const;

    std::vector<Row> m_rows;
    ChartTheme m_theme = ChartTheme::Light;
    SweepAxis m_axis = SweepAxis::Connections;
    bool m_openLoop = false;
    bool m_timed = false; ///< trials stop after a time, not after a number of requests
};

/// Sorts by SortRole; rows without data stay at the end in either direction.
class ResultsSorter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit ResultsSorter(QObject *parent = nullptr);
    /// In two lines, so that the columns stay narrow.
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
};

} // namespace sweepbench
