// SPDX-License-Identifier: GPL-3.0-or-later
// The header fields of a request as an editable table; the last row is always empty, to type the next one into.
// Values of secret headers are hidden until they are edited.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"

#include <QAbstractTableModel>

#include <vector>

namespace sweepbench {

class HeadersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setHeaders(const std::vector<Header> &headers);
    /// Those that have a name or a value.
    const std::vector<Header> &headers() const { return m_headers; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    bool removeRows(int row, int count, const QModelIndex &parent = {}) override;

private:
    std::vector<Header> m_headers;
};

} // namespace sweepbench
