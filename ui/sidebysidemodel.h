// SPDX-License-Identifier: GPL-3.0-or-later
// One level, all figures: a row for each, the targets side by side, and for each candidate the ratio to the baseline.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace sweepbench {

class SideBySideModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setLevel(std::shared_ptr<const Session> session, const Analysis &analysis, int level);
    void clear();
    QString asText() const; ///< lines with tab stops, headings first

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Column
    {
        enum Kind { Figure, Ratio, P } kind = Figure;
        int target = 0;
    };
    const Comparison *comparison(Metric metric, int candidate) const;
    QString text(Metric metric, const Column &column) const;

    std::shared_ptr<const Session> m_session;
    Analysis m_analysis;
    int m_level = 0;
    std::vector<Metric> m_metrics;
    std::vector<Column> m_columns;
};

} // namespace sweepbench
