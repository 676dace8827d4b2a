// SPDX-License-Identifier: GPL-3.0-or-later
// Every trial of a session in the order really run, with its figures, whether it stands apart, and what was found.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/session.h"
#include "core/stats/measured.h"
#include "ui/charts/charttheme.h"

#include <QAbstractTableModel>

#include <memory>
#include <map>

namespace sweepbench {

class TrialsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { OrderColumn, TargetColumn, LevelColumn, RepeatColumn, RpsColumn, MeanColumn, P50Column, P99Column, RequestsColumn,
                  ErrorsColumn, CpuColumn, FindingsColumn, ColumnCount };
    static constexpr int SortRole = Qt::UserRole; ///< the raw number (or name); invalid where there is none

    using QAbstractTableModel::QAbstractTableModel;

    void setSession(std::shared_ptr<const Session> session);
    void clear();
    void setTheme(ChartTheme theme);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant number(const Trial &trial, Column column) const;
    QString text(const Trial &trial, Column column) const;
    QString toolTip(const Trial &trial, Column column) const;
    const MeasuredTrial *measured(const Trial &trial) const;
    bool isOutlier(const Trial &trial) const;
    QString markOf(const Trial &trial, Column column) const;

    std::shared_ptr<const Session> m_session;
    std::map<const Trial *, MeasuredTrial> m_measured; ///< figures of those that count
    ChartTheme m_theme = ChartTheme::Light;
};

} // namespace sweepbench
