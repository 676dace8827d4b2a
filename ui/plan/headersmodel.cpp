// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/headersmodel.h"

namespace sweepbench {

using namespace Qt::StringLiterals;

void HeadersModel::setHeaders(const std::vector<Header> &headers)
{
    if (headers == m_headers)
        return;
    beginResetModel();
    m_headers = headers;
    endResetModel();
}

int HeadersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_headers.size()) + 1;
}

int HeadersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant HeadersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (std::size_t(index.row()) >= m_headers.size()) {
        if (role == Qt::AccessibleTextRole)
            return index.column() == NameColumn ? tr("Name of a further header") : tr("Value of a further header");
        return role == Qt::DisplayRole || role == Qt::EditRole ? QVariant(QString()) : QVariant();
    }
    const Header &header = m_headers[std::size_t(index.row())];
    const bool name = index.column() == NameColumn;
    switch (role) {
    case Qt::EditRole:
        return name ? header.name : header.value;
    case Qt::DisplayRole:
        if (name)
            return header.name;
        return isSecretHeader(header.name) && !header.value.isEmpty() ? u"••••••"_s : header.value;
    case Qt::ToolTipRole:
        return isSecretHeader(header.name) ? tr("Kept in no file: it is asked for when the plan is opened again") : QVariant();
    case Qt::AccessibleTextRole:
        return name ? tr("Header %1").arg(header.name) : tr("Value of %1").arg(header.name);
    default:
        return {};
    }
}

QVariant HeadersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    return section == NameColumn ? tr("Header") : tr("Value");
}

Qt::ItemFlags HeadersModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool HeadersModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const auto row = std::size_t(index.row());
    const QString text = value.toString().trimmed();
    if (row == m_headers.size()) {
        if (text.isEmpty())
            return false;
        beginInsertRows({}, int(row) + 1, int(row) + 1);
        m_headers.emplace_back();
        endInsertRows();
    }
    Header &header = m_headers[row];
    QString &part = index.column() == NameColumn ? header.name : header.value;
    // "Accept: text/html", pasted as a whole.
    const auto colon = text.indexOf(u':');
    if (index.column() == NameColumn && colon > 0) {
        header.name = text.left(colon).trimmed();
        header.value = text.mid(colon + 1).trimmed();
    } else {
        part = text;
    }
    emit dataChanged(this->index(index.row(), NameColumn), this->index(index.row(), ValueColumn));
    if (header.name.isEmpty() && header.value.isEmpty())
        removeRows(index.row(), 1);
    return true;
}

bool HeadersModel::removeRows(int row, int count, const QModelIndex &parent)
{
    if (parent.isValid() || row < 0 || count < 1 || std::size_t(row + count) > m_headers.size())
        return false;
    beginRemoveRows({}, row, row + count - 1);
    m_headers.erase(m_headers.begin() + row, m_headers.begin() + row + count);
    endRemoveRows();
    return true;
}

} // namespace sweepbench
