// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/resultsmodel.h"

#include "core/model/format.h"

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

std::optional<Metric> metricOf(ResultsModel::Column column)
{
    switch (column) {
    case ResultsModel::RpsColumn: return Metric::Rps;
    case ResultsModel::RuntimeColumn: return Metric::RuntimeS;
    case ResultsModel::MeanColumn: return Metric::MeanNs;
    case ResultsModel::P99Column: return Metric::P99Ns;
    case ResultsModel::BytesColumn: return Metric::BytesPerS;
    default: return std::nullopt;
    }
}

const Summary *summaryOf(const CellSummary &cell, Metric metric)
{
    const auto found = cell.metrics.find(metric);
    return found == cell.metrics.end() || found->second.n == 0 ? nullptr : &found->second;
}

QString metricText(const Summary &summary, Metric metric)
{
    const bool hasError = summary.n >= 2;
    switch (metric) {
    case Metric::Rps: return formatWithError(summary.mean, summary.se, hasError);
    case Metric::RuntimeS: return formatRunTime(summary.mean, summary.se, hasError);
    case Metric::BytesPerS: return formatBytesPerSecond(summary.mean);
    // Of a closed loop it is the requests per second turned over: their error is its error.
    case Metric::MeanNs: return formatLatency(summary.mean);
    default: return formatLatencyWithError(summary.mean, summary.se, hasError);
    }
}

} // namespace

void ResultsModel::setSession(const Session &session, const Analysis &analysis)
{
    beginResetModel();
    m_rows.clear();
    m_timed = !session.plan.load.requests;
    for (const CellSummary &cell : analysis.cells) {
        Row row{cell, {}, {}, {}};
        if (std::size_t(cell.target) < session.plan.targets.size())
            row.name = session.plan.targets[std::size_t(cell.target)].name;
        for (const TrialPtr &trial : session.trials) {
            if (trial->target != cell.target || trial->connections != cell.level)
                continue;
            row.errors += trial->errors;
            if (row.errorDetail.isEmpty())
                row.errorDetail = trial->errorDetail;
        }
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

void ResultsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void ResultsModel::setTheme(ChartTheme theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        emit dataChanged(index(0, TargetColumn), index(rowCount() - 1, TargetColumn), {Qt::DecorationRole});
}

QString ResultsModel::asText() const
{
    QString result;
    QStringList line;
    for (int column = 0; column < ColumnCount; ++column)
        line += headerData(column, Qt::Horizontal).toString();
    result += line.join(u'\t') + u'\n';
    for (const Row &row : m_rows) {
        line.clear();
        for (int column = 0; column < ColumnCount; ++column)
            line += text(row, Column(column));
        result += line.join(u'\t') + u'\n';
    }
    return result;
}

int ResultsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ResultsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString ResultsModel::text(const Row &row, Column column) const
{
    if (const auto metric = metricOf(column)) {
        const Summary *summary = summaryOf(row.cell, *metric);
        if (column == P99Column && row.cell.quantileAtTimeout && !summary)
            return tr("at least the time-out");
        if (!summary)
            return noDataText();
        if (column == RuntimeColumn && m_timed) // the plan says how long trials run: their spread means nothing
            return formatRunTime(summary->mean, 0, false);
        return metricText(*summary, *metric);
    }
    switch (column) {
    case TargetColumn:
        return row.name;
    case ConnectionsColumn:
        return formatCount(row.cell.level);
    case ErrorsColumn:
        return formatCount(row.cell.errors);
    case RepeatsColumn:
        return row.cell.unfit > 0 ? tr("%1 of %2").arg(row.cell.trials - row.cell.unfit).arg(row.cell.trials)
                                  : formatCount(row.cell.trials);
    default:
        return QString();
    }
}

QVariant ResultsModel::number(const Row &row, Column column) const
{
    if (const auto metric = metricOf(column)) {
        const Summary *summary = summaryOf(row.cell, *metric);
        return summary ? QVariant(summary->mean) : QVariant();
    }
    switch (column) {
    case TargetColumn: return row.name;
    case ConnectionsColumn: return row.cell.level;
    case ErrorsColumn: return row.cell.errors;
    case RepeatsColumn: return row.cell.trials - row.cell.unfit;
    default: return {};
    }
}

QString ResultsModel::toolTip(const Row &row, Column column) const
{
    if (column == ErrorsColumn && row.cell.errors > 0) {
        QStringList lines;
        for (int i = 0; i < errorKindCount; ++i)
            if (const auto kind = ErrorKind(i); row.errors[kind] > 0)
                lines += errorKindText(kind) + u": "_s + formatCount(row.errors[kind]);
        if (!row.errorDetail.isEmpty())
            lines += tr("First: %1").arg(row.errorDetail);
        return lines.join(u'\n');
    }
    if (column == RepeatsColumn && row.cell.unfit > 0)
        return tr("%1 unfit trials are left out; the notes say why").arg(row.cell.unfit);
    if (const auto metric = metricOf(column)) {
        const Summary *summary = summaryOf(row.cell, *metric);
        if (summary && summary->n >= 2) {
            const auto word = [&](double value) { Summary one; one.mean = value; return metricText(one, *metric); };
            return tr("mean %1, standard error %2; %3 trials: median %4, from %5 to %6")
                .arg(word(summary->mean), word(summary->se), QString::number(summary->n), word(summary->median), word(summary->min),
                     word(summary->max));
        }
    }
    return QString();
}

QVariant ResultsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case SortRole:
        return number(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::DecorationRole:
        return column == TargetColumn ? QVariant(targetSwatch(row.cell.target, m_theme, 14)) : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(column == TargetColumn ? Qt::AlignLeft : Qt::AlignRight);
    case Qt::AccessibleTextRole:
        return headerData(column, Qt::Horizontal).toString() + u": "_s + text(row, column);
    default:
        return {};
    }
}

QVariant ResultsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(section == TargetColumn ? Qt::AlignLeft : Qt::AlignRight);
    static const char *const titles[] = {
        QT_TR_NOOP("Target"), QT_TR_NOOP("Connections"), QT_TR_NOOP("Requests per second"), QT_TR_NOOP("Run time"),
        QT_TR_NOOP("Mean latency"), QT_TR_NOOP("p99 latency"), QT_TR_NOOP("Data rate"), QT_TR_NOOP("Errors"),
        QT_TR_NOOP("Repeats"),
    };
    static const char *const tips[] = {
        QT_TR_NOOP("The server under test, with its mark in the charts"),
        QT_TR_NOOP("Connections at once"),
        QT_TR_NOOP("Complete, expected answers per second: mean of the trials ± standard error of the mean"),
        QT_TR_NOOP("Time for the trial's requests: mean of the trials"),
        QT_TR_NOOP("Mean of the trials' mean latencies. Closed loop: the time of service under the server's own load"),
        QT_TR_NOOP("Mean of the trials' 99th percentiles. Closed loop: the time of service under the server's own load"),
        QT_TR_NOOP("Bytes received per second: mean of the trials"),
        QT_TR_NOOP("Requests without a complete, expected answer, in all trials"),
        QT_TR_NOOP("Trials that the figures rest on"),
    };
    if (role == Qt::DisplayRole)
        return tr(titles[section]);
    if (role == Qt::ToolTipRole)
        return tr(tips[section]);
    return {};
}

ResultsSorter::ResultsSorter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(ResultsModel::SortRole);
}

QVariant ResultsSorter::headerData(int section, Qt::Orientation orientation, int role) const
{
    const QVariant value = QSortFilterProxyModel::headerData(section, orientation, role);
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return value;
    QString text = value.toString();
    const qsizetype blank = text.indexOf(u' ');
    return blank < 0 ? text : text.replace(blank, 1, u'\n');
}

bool ResultsSorter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant a = left.data(ResultsModel::SortRole);
    const QVariant b = right.data(ResultsModel::SortRole);
    if (a.isValid() != b.isValid())
        return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace sweepbench
