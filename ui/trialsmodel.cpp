// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trialsmodel.h"

#include "core/model/format.h"

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

std::optional<Metric> metricOf(TrialsModel::Column column)
{
    switch (column) {
    case TrialsModel::RpsColumn: return Metric::Rps;
    case TrialsModel::MeanColumn: return Metric::MeanNs;
    case TrialsModel::P50Column: return Metric::P50Ns;
    case TrialsModel::P99Column: return Metric::P99Ns;
    default: return std::nullopt;
    }
}

} // namespace

void TrialsModel::setSession(std::shared_ptr<const Session> session)
{
    beginResetModel();
    m_session = std::move(session);
    m_measured.clear();
    for (const MeasuredCell &cell : measuredTrials(*m_session).cells)
        for (const MeasuredTrial &trial : cell.trials)
            m_measured[trial.trial] = trial;
    endResetModel();
}

void TrialsModel::clear()
{
    beginResetModel();
    m_session.reset();
    m_measured.clear();
    endResetModel();
}

void TrialsModel::setTheme(ChartTheme theme)
{
    m_theme = theme;
    if (rowCount() > 0)
        emit dataChanged(index(0, TargetColumn), index(rowCount() - 1, TargetColumn), {Qt::DecorationRole});
}

int TrialsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_session ? 0 : int(m_session->trials.size());
}

int TrialsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

const MeasuredTrial *TrialsModel::measured(const Trial &trial) const
{
    const auto found = m_measured.find(&trial);
    return found == m_measured.end() ? nullptr : &found->second;
}

bool TrialsModel::isOutlier(const Trial &trial) const
{
    const MeasuredTrial *one = measured(trial);
    return one && one->outlier;
}

QVariant TrialsModel::number(const Trial &trial, Column column) const
{
    if (const auto metric = metricOf(column)) {
        const MeasuredTrial *one = measured(trial);
        const auto figure = one ? one->figure(*metric) : std::nullopt;
        return figure ? QVariant(*figure) : QVariant();
    }
    switch (column) {
    case OrderColumn: return trial.order;
    case TargetColumn: return targetLabel(m_session->plan, trial.target);
    case LevelColumn: return levelOf(trial, m_session->plan.sweep.axis);
    case RepeatColumn: return trial.repeat;
    case RequestsColumn: return trial.requests;
    case ErrorsColumn: return trial.errors.total();
    case CpuColumn: return trial.busiestThread;
    case FindingsColumn: return int(trial.findings.size());
    default: return {};
    }
}

QString TrialsModel::text(const Trial &trial, Column column) const
{
    const QVariant value = number(trial, column);
    switch (column) {
    case OrderColumn: return QString::number(value.toInt() + 1);
    case RepeatColumn: return QString::number(value.toInt() + 1) + markOf(trial, column);
    case TargetColumn: return value.toString();
    case LevelColumn:
    case RequestsColumn:
    case ErrorsColumn: return formatCount(value.toLongLong());
    case RpsColumn: return value.isValid() ? formatNumber(value.toDouble()) + markOf(trial, column) : noDataText();
    case CpuColumn: return value.toDouble() > 0 ? formatPercent(value.toDouble()) : noDataText();
    case FindingsColumn: {
        QStringList parts;
        if (isUnfit(trial))
            parts += tr("left out");
        for (const Finding &finding : trial.findings)
            parts += finding.text;
        return parts.join(u"; "_s);
    }
    default: return value.isValid() ? formatLatency(value.toDouble()) + markOf(trial, column) : noDataText();
    }
}

/// Of a trial that stands apart, at the figure that it does so with: the plan's primary one, or beside the repeat where that has no column.
QString TrialsModel::markOf(const Trial &trial, Column column) const
{
    if (!isOutlier(trial))
        return {};
    Column at = RepeatColumn;
    for (int each = 0; each < ColumnCount; ++each)
        if (metricOf(Column(each)) == m_session->plan.primaryMetric)
            at = Column(each);
    return at == column ? u'\u00A0' + outlierMark() : QString();
}

QString TrialsModel::toolTip(const Trial &trial, Column column) const
{
    if (column == FindingsColumn)
        return text(trial, column);
    if (!markOf(trial, column).isEmpty())
        return tr("It stands apart from the others of its cell");
    if (column == ErrorsColumn && trial.errors.total() > 0) {
        QStringList lines;
        for (int i = 0; i < errorKindCount; ++i)
            if (const auto kind = ErrorKind(i); trial.errors[kind] > 0)
                lines += errorKindText(kind) + u": "_s + formatCount(trial.errors[kind]);
        return lines.join(u'\n');
    }
    return {};
}

QVariant TrialsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Trial &trial = *m_session->trials[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(trial, column);
    case SortRole: return number(trial, column);
    case Qt::ToolTipRole: return toolTip(trial, column);
    case Qt::DecorationRole: return column == TargetColumn ? QVariant(targetSwatch(trial.target, m_theme, 14)) : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(column == TargetColumn || column == FindingsColumn ? Qt::AlignLeft : Qt::AlignRight);
    case Qt::AccessibleTextRole: return headerData(column, Qt::Horizontal).toString() + u": "_s + text(trial, column);
    default: return {};
    }
}

QVariant TrialsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(section == TargetColumn || section == FindingsColumn ? Qt::AlignLeft : Qt::AlignRight);
    if (role != Qt::DisplayRole)
        return {};
    if (section == LevelColumn)
        return m_session ? levelTitle(m_session->plan.sweep.axis) : tr("Connections");
    const bool open = m_session && isOpenLoop(m_session->plan);
    if (const auto metric = metricOf(Column(section)))
        return metricTitle(*metric, open);
    switch (section) {
    case OrderColumn: return tr("Order");
    case TargetColumn: return tr("Target");
    case RepeatColumn: return tr("Repeat");
    case RequestsColumn: return tr("Requests");
    case ErrorsColumn: return tr("Errors");
    case CpuColumn: return tr("Client thread");
    default: return tr("Findings");
    }
}

} // namespace sweepbench
