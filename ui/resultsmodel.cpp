// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/resultsmodel.h"

#include "core/model/format.h"
#include "core/stats/histogram.h"
#include "ui/charts/loadtext.h"

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

QString metricText(const Summary &summary, Metric metric, bool openLoop)
{
    const bool hasError = summary.n >= 2;
    switch (metric) {
    case Metric::Rps: return formatWithError(summary.mean, summary.se, hasError);
    case Metric::RuntimeS: return formatRunTime(summary.mean, summary.se, hasError);
    case Metric::BytesPerS: return formatBytesPerSecond(summary.mean);
    // Of a closed loop it is the requests per second turned over: their error is its error.
    case Metric::MeanNs: return openLoop ? formatLatencyWithError(summary.mean, summary.se, hasError) : formatLatency(summary.mean);
    default: return formatLatencyWithError(summary.mean, summary.se, hasError);
    }
}

/// "Service time: mean 1.2 ms, p99 3.4 ms, at most 5 ms", of all requests together; empty without any.
QString spanTip(const QString &name, const Distribution &span)
{
    if (span.count == 0)
        return QString();
    const auto word = [](std::optional<double> ns) { return ns ? formatLatency(*ns) : noDataText(); };
    return ResultsModel::tr("%1: mean %2, p99 %3, at most %4")
        .arg(name, word(meanNs(span)), word(quantileNs(span, 0.99)), word(quantileNs(span, 1)));
}

} // namespace

void ResultsModel::setSession(const Session &session, const Analysis &analysis)
{
    beginResetModel();
    m_rows.clear();
    m_axis = session.plan.sweep.axis;
    m_openLoop = isOpenLoop(session.plan);
    m_timed = !requestsPerTrial(session.plan);
    for (const CellSummary &cell : analysis.cells) {
        Row row;
        row.cell = cell;
        row.name = targetLabel(session.plan, cell.target);
        for (const TrialPtr &trial : session.trials) {
            if (trial->target != cell.target || levelOf(*trial, m_axis) != cell.level)
                continue;
            row.errors += trial->errors;
            row.connectionsOpened += trial->connectionsOpened;
            if (row.errorDetail.isEmpty())
                row.errorDetail = trial->errorDetail;
            if (isUnfit(*trial))
                continue;
            row.service = merged(row.service, trial->service);
            row.slip = merged(row.slip, trial->slip);
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
        return metricText(*summary, *metric, m_openLoop);
    }
    switch (column) {
    case TargetColumn:
        return row.name;
    case LevelColumn:
        return levelNumber(row.cell.level);
    case ErrorsColumn:
        return row.cell.tellsErrors ? formatCount(row.cell.errors) : noDataText();
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
    case LevelColumn: return row.cell.level;
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
    if (column == LevelColumn && row.connectionsOpened > 0)
        return tr("Connections opened: %1 in %2 trials").arg(formatCount(row.connectionsOpened), formatCount(row.cell.trials));
    QStringList lines;
    if (const auto metric = metricOf(column))
        lines += summaryTip(row, *metric);
    if (column == MeanColumn || column == P99Column) {
        lines += spanTip(tr("Service time, from sending to the last byte"), row.service);
        lines += spanTip(tr("Slip, from the instant a request was due to sending it"), row.slip);
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString ResultsModel::summaryTip(const Row &row, Metric metric) const
{
    const Summary *summary = summaryOf(row.cell, metric);
    if (!summary || summary->n < 2)
        return QString();
    const auto word = [&](double value) { Summary one; one.mean = value; return metricText(one, metric, m_openLoop); };
    return tr("mean %1, standard error %2; %3 trials: median %4, from %5 to %6")
        .arg(word(summary->mean), word(summary->se), QString::number(summary->n), word(summary->median), word(summary->min),
             word(summary->max));
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
    if (role == Qt::DisplayRole) {
        if (section == LevelColumn)
            return m_axis == SweepAxis::Connections ? tr(titles[section]) : tr("Rate due");
        const auto metric = metricOf(Column(section));
        return m_openLoop && metric && isRequestTime(*metric) ? metricTitle(*metric, true) : tr(titles[section]);
    }
    if (role == Qt::ToolTipRole) {
        if (section == LevelColumn && m_axis == SweepAxis::Rate)
            return tr("Requests per second that were due, whatever the server did");
        if (m_openLoop && section == MeanColumn)
            return tr("Mean of the trials' mean response times: from the instant a request was due to its last byte");
        if (m_openLoop && section == P99Column)
            return tr("Mean of the trials' 99th percentiles: from the instant a request was due to its last byte");
        return tr(tips[section]);
    }
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
