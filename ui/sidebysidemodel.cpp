// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebysidemodel.h"

#include "core/model/format.h"
#include "core/stats/measured.h"

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString figureText(const Summary &summary, Metric metric)
{
    const bool hasError = summary.n >= 2;
    switch (metric) {
    case Metric::Rps: return formatWithError(summary.mean, summary.se, hasError);
    case Metric::RuntimeS: return formatRunTime(summary.mean, summary.se, hasError);
    case Metric::BytesPerS: return formatBytesPerSecond(summary.mean);
    default: return formatLatencyWithError(summary.mean, summary.se, hasError);
    }
}

} // namespace

void SideBySideModel::setLevel(std::shared_ptr<const Session> session, const Analysis &analysis, int level)
{
    beginResetModel();
    m_session = std::move(session);
    m_analysis = analysis;
    m_level = level;
    m_metrics.clear();
    m_columns.clear();
    const int targets = int(m_session->plan.targets.size());
    for (const Metric metric : metricsOf(m_session->plan)) {
        bool known = false;
        for (int target = 0; target < targets; ++target)
            if (const CellSummary *cell = m_analysis.cell(target, level))
                known = known || cell->metrics.contains(metric);
        if (known)
            m_metrics.push_back(metric);
    }
    m_columns.push_back({Column::Figure, m_analysis.baseline});
    for (int target = 0; target < targets; ++target)
        if (target != m_analysis.baseline)
            for (const auto kind : {Column::Figure, Column::Ratio, Column::P})
                m_columns.push_back({kind, target});
    endResetModel();
}

void SideBySideModel::clear()
{
    beginResetModel();
    m_session.reset();
    m_metrics.clear();
    m_columns.clear();
    endResetModel();
}

QString SideBySideModel::asText() const
{
    QString result;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList line;
        for (int column = 0; column < columnCount(); ++column)
            line += row < 0 ? headerData(column, Qt::Horizontal).toString() : data(index(row, column)).toString();
        result += line.join(u'\t') + u'\n';
    }
    return result;
}

int SideBySideModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_metrics.size());
}

int SideBySideModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_columns.empty() ? 0 : int(m_columns.size()) + 1;
}

const Comparison *SideBySideModel::comparison(Metric metric, int candidate) const
{
    for (const Comparison &one : m_analysis.comparisons)
        if (one.metric == metric && one.level == m_level && one.candidate == candidate)
            return &one;
    return nullptr;
}

QString SideBySideModel::text(Metric metric, const Column &column) const
{
    if (column.kind == Column::Figure) {
        const CellSummary *cell = m_analysis.cell(column.target, m_level);
        const auto found = cell ? cell->metrics.find(metric) : decltype(cell->metrics.find(metric)){};
        return cell && found != cell->metrics.end() && found->second.n > 0 ? figureText(found->second, metric) : noDataText();
    }
    const Comparison *one = comparison(metric, column.target);
    if (!one || !one->ratio)
        return noDataText();
    if (column.kind == Column::P)
        return !one->p ? noDataText() : *one->p < 0.001 ? u"< 0.001"_s : formatNumber(*one->p, 2);
    const QString ratio = formatNumber(*one->ratio, 3);
    return one->ciLow && one->ciHigh ? tr("%1 (%2 to %3)").arg(ratio, formatNumber(*one->ciLow, 3), formatNumber(*one->ciHigh, 3)) : ratio;
}

QVariant SideBySideModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Metric metric = m_metrics[std::size_t(index.row())];
    const bool name = index.column() == 0;
    switch (role) {
    case Qt::DisplayRole:
        return name ? metricTitle(metric, isOpenLoop(m_session->plan)) : text(metric, m_columns[std::size_t(index.column()) - 1]);
    case Qt::ToolTipRole:
        if (name && metric == m_session->plan.primaryMetric)
            return tr("The verdicts are on this figure; the others are exploratory");
        return {};
    case Qt::TextAlignmentRole: return int(Qt::AlignVCenter) | int(name ? Qt::AlignLeft : Qt::AlignRight);
    case Qt::AccessibleTextRole: return headerData(index.column(), Qt::Horizontal).toString() + u": "_s + data(index).toString();
    default: return {};
    }
}

QVariant SideBySideModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(section == 0 ? Qt::AlignLeft : Qt::AlignRight);
    if (role == Qt::ToolTipRole && section > 0 && m_columns[std::size_t(section) - 1].kind == Column::Ratio)
        return tr("Of the candidate to the baseline, from the pairs, with its plain 95 % interval");
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return tr("Figure");
    const Column &column = m_columns[std::size_t(section) - 1];
    switch (column.kind) {
    case Column::Figure: return targetLabel(m_session->plan, column.target);
    case Column::Ratio: return tr("Ratio (95 %)");
    case Column::P: return tr("p");
    }
    return {};
}

} // namespace sweepbench
