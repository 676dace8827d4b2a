// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runsmodel.h"

#include <QApplication>
#include <QFont>

namespace sweepbench {

using namespace Qt::StringLiterals;

void RunsModel::setTable(const RunsTable &table, const Plan &plan)
{
    beginResetModel();
    m_table = table;
    m_text = runsText(table, plan);
    const RunsFormat format(table, plan);
    m_foot = QStringList{m_text.foot.front()};
    for (const RunsColumn &column : table.columns)
        m_foot += format.shortFoot(column.summary);
    endResetModel();
}

void RunsModel::clear()
{
    beginResetModel();
    m_table = {};
    m_text = {};
    m_foot.clear();
    endResetModel();
}

void RunsModel::setTheme(ChartTheme theme)
{
    m_theme = theme;
    if (columnCount() > 1)
        emit headerDataChanged(Qt::Horizontal, 1, columnCount() - 1);
}

QString RunsModel::asText() const
{
    QString text = m_text.titles.join(u'\t') + u'\n';
    for (const QStringList &line : m_text.lines)
        text += line.join(u'\t') + u'\n';
    return text + m_text.foot.join(u'\t') + u'\n';
}

int RunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_foot.isEmpty() ? 0 : int(m_text.lines.size()) + 1;
}

int RunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_text.titles.size());
}

const RunFigure &RunsModel::figure(int row, int column) const
{
    return m_table.columns[std::size_t(column - 1)].runs[std::size_t(row)];
}

QString RunsModel::cell(int row, int column) const
{
    return isFoot(row) ? m_foot[column] : m_text.lines[std::size_t(row)][column];
}

QString RunsModel::tip(int row, int column) const
{
    if (column == 0)
        return {};
    if (isFoot(row))
        return m_text.foot[column];
    const RunFigure &run = figure(row, column);
    if (run.unfit)
        return tr("The notes say why; it is not in the mean");
    if (run.leftOut)
        return tr("An outlier: left out with its pair, not in the mean");
    return run.outlier ? tr("An outlier: it stands apart from the other runs of its cell; kept") : QString();
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, column);
    case Qt::ToolTipRole:
        return tip(row, column);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(column == 0 ? Qt::AlignLeft : Qt::AlignRight);
    case Qt::FontRole:
        if (isFoot(row)) {
            QFont bold = QApplication::font();
            bold.setWeight(QFont::DemiBold);
            return bold;
        }
        return {};
    case Qt::AccessibleTextRole:
        return column == 0 ? cell(row, column) : u"%1, %2: %3"_s.arg(cell(row, 0), m_text.titles[column], cell(row, column));
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return m_text.titles[section];
    case Qt::ToolTipRole:
        return section == 0 ? tr("The block that the runs were in") : m_text.titles[section];
    case Qt::DecorationRole:
        return section == 0 ? QVariant() : QVariant(targetSwatch(section - 1, m_theme, 14));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(section == 0 ? Qt::AlignLeft : Qt::AlignRight);
    default:
        return {};
    }
}

} // namespace sweepbench
