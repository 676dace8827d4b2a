// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/phasesmodel.h"

#include "core/model/format.h"
#include "core/stats/histogram.h"
#include "core/stats/phases.h"
#include "ui/charts/loadtext.h"

#include <QApplication>
#include <QFont>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// A span of time that a trial's requests or connections had, with its name and what it is.
struct Span
{
    QString name;
    QString tip;
    Distribution times;
};

QString tipOf(Phase phase)
{
    switch (phase) {
    case Phase::NameLookup: return PhasesModel::tr("Once in a run, before the first trial of the target");
    case Phase::Connect: return PhasesModel::tr("TCP, and a proxy's tunnel, of every connection that came about");
    case Phase::Tls: return PhasesModel::tr("The handshake of every connection that has one");
    case Phase::FirstByte: return PhasesModel::tr("From a ready connection to the first byte of the answer");
    case Phase::Body: break;
    }
    return PhasesModel::tr("From the first byte of the answer to its last");
}

/// What all of these trials had together.
std::vector<Span> spansOf(const std::vector<TrialPtr> &trials, bool openLoop)
{
    const QString service = PhasesModel::tr("From sending a request to its last byte");
    std::vector<Span> spans{
        {openLoop ? PhasesModel::tr("Response time") : PhasesModel::tr("Latency"),
         openLoop ? PhasesModel::tr("From the instant that a request was due to its last byte") : service, {}},
        {PhasesModel::tr("Service time"), service, {}},
        {PhasesModel::tr("Slip"), PhasesModel::tr("From the instant that a request was due to sending it: waiting for a free connection"), {}}};
    for (const Phase phase : allPhases)
        spans.push_back({phaseTitle(phase), tipOf(phase), {}});
    const auto add = [](Span &span, const Distribution &more) {
        if (more.count > 0)
            span.times = merged(span.times, more);
    };
    for (const TrialPtr &trial : trials) {
        add(spans[0], trial->latency);
        add(spans[1], trial->service);
        add(spans[2], trial->slip);
        for (std::size_t i = 0; i < allPhases.size(); ++i)
            add(spans[3 + i], phaseOf(*trial, allPhases[i]));
    }
    std::erase_if(spans, [](const Span &span) { return span.times.count == 0; });
    return spans;
}

} // namespace

void PhasesModel::setSession(const Session &session, const Analysis &analysis)
{
    beginResetModel();
    m_rows.clear();
    for (const CellSummary &cell : analysis.cells)
        if (cell.trials > 0)
            addCell(session, cell);
    endResetModel();
}

void PhasesModel::addCell(const Session &session, const CellSummary &cell)
{
    const SweepAxis axis = session.plan.sweep.axis;
    std::vector<TrialPtr> fit;
    qint64 opened = 0;
    for (const TrialPtr &trial : session.trials) {
        if (trial->target != cell.target || levelOf(*trial, axis) != cell.level || isUnfit(*trial))
            continue;
        opened += trial->connectionsOpened;
        fit.push_back(trial);
    }
    const bool known = std::size_t(cell.target) < session.plan.targets.size();
    Row heading;
    heading.target = cell.target;
    const bool rates = axis == SweepAxis::Rate;
    heading.cell = tr("%1 at %2").arg(known ? session.plan.targets[std::size_t(cell.target)].name : QString::number(cell.target + 1),
                                      rates ? levelShortText(axis, cell.level) : levelText(axis, cell.level));
    if (cell.unfit == cell.trials)
        heading.cell += tr(" (no fit trial)");
    else if (opened > 0)
        heading.cell += tr(" (%1 opened)").arg(rates ? levelText(SweepAxis::Connections, int(opened)) : formatCount(opened));
    m_rows.push_back(heading);
    for (Span &span : spansOf(fit, isOpenLoop(session.plan))) {
        Row row = heading;
        row.phase = span.name;
        row.tip = tr("%1; %2 of them").arg(span.tip, formatCount(qint64(span.times.count)));
        row.times = std::move(span.times);
        m_rows.push_back(std::move(row));
    }
}

void PhasesModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void PhasesModel::setTheme(ChartTheme theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        emit dataChanged(index(0, PhaseColumn), index(rowCount() - 1, PhaseColumn), {Qt::DecorationRole});
}

QString PhasesModel::asText() const
{
    QStringList line{tr("Cell")};
    for (int column = 0; column < ColumnCount; ++column)
        line += headerData(column, Qt::Horizontal).toString();
    line += tr("Count");
    QString text = line.join(u'\t') + u'\n';
    for (const Row &row : m_rows) {
        if (row.phase.isEmpty())
            continue;
        line = {row.cell, row.phase};
        for (int column = MinColumn; column < ColumnCount; ++column)
            line += figure(row, Column(column));
        line += formatCount(qint64(row.times.count));
        text += line.join(u'\t') + u'\n';
    }
    return text;
}

QStringList PhasesModel::phaseNames() const
{
    QStringList names;
    for (const Row &row : m_rows)
        if (!row.phase.isEmpty() && !names.contains(row.phase))
            names += row.phase;
    return names;
}

int PhasesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int PhasesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString PhasesModel::figure(const Row &row, Column column)
{
    const auto word = [](std::optional<double> ns) { return ns ? formatLatency(*ns) : noDataText(); };
    switch (column) {
    case MinColumn: return formatLatency(double(row.times.minNs));
    case MeanColumn: return word(meanNs(row.times));
    case P50Column: return word(quantileNs(row.times, 0.5));
    case P99Column: return word(quantileNs(row.times, 0.99));
    case MaxColumn: return formatLatency(double(row.times.maxNs));
    case PhaseColumn:
    case ColumnCount: break;
    }
    return row.phase;
}

QVariant PhasesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    const bool heading = row.phase.isEmpty();
    const auto column = Column(index.column());
    const QString text = !heading ? figure(row, column) : column == PhaseColumn ? row.cell : QString();
    switch (role) {
    case Qt::DisplayRole:
        return text;
    case Qt::ToolTipRole:
        return heading ? row.cell : row.tip;
    case Qt::DecorationRole:
        return heading && column == PhaseColumn ? QVariant(targetSwatch(row.target, m_theme, 14)) : QVariant();
    case Qt::FontRole:
        if (heading) {
            QFont bold = QApplication::font();
            bold.setWeight(QFont::DemiBold);
            return bold;
        }
        return {};
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(column == PhaseColumn ? Qt::AlignLeft : Qt::AlignRight);
    case Qt::AccessibleTextRole:
        return heading ? row.cell : u"%1, %2, %3: %4"_s.arg(row.cell, row.phase, headerData(column, Qt::Horizontal).toString(), text);
    default:
        return {};
    }
}

Qt::ItemFlags PhasesModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && isHeading(index.row()) ? flags & ~Qt::ItemIsSelectable : flags;
}

QVariant PhasesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(section == PhaseColumn ? Qt::AlignLeft : Qt::AlignRight);
    static const char *const titles[] = {QT_TR_NOOP("Phase"), QT_TR_NOOP("Min"), QT_TR_NOOP("Mean"),
                                         QT_TR_NOOP("p50"),   QT_TR_NOOP("p99"), QT_TR_NOOP("Max")};
    if (role == Qt::DisplayRole)
        return tr(titles[section]);
    if (role == Qt::ToolTipRole)
        return tr("All requests or connections of the fit trials of a cell together");
    return {};
}

} // namespace sweepbench
