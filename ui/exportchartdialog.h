// SPDX-License-Identifier: GPL-3.0-or-later
// Which chart leaves the program, and how: format, size, scale. Works on values; the file is written by exportChartTo().
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"
#include "ui/settings.h"

#include <QDialog>

#include <memory>
#include <optional>

class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace sweepbench {

class Field;

struct ChartExport
{
    ChartKind kind = ChartKind::Sweep;
    RenderOptions options;
};

class ExportChartDialog : public QDialog
{
    Q_OBJECT
public:
    ExportChartDialog(std::shared_ptr<const Session> session, const Analysis &analysis, ChartKind kind, QWidget *parent = nullptr);

    /// As chosen; absent while something is wrong.
    std::optional<ChartExport> choice() const { return m_choice; }

private:
    void evaluate();
    void preview();

    std::shared_ptr<const Session> m_session;
    Analysis m_analysis;
    std::optional<ChartExport> m_choice;
    QComboBox *m_kind;
    QComboBox *m_format;
    QComboBox *m_theme;
    Field *m_size;
    Field *m_scale;
    QLabel *m_preview;
    QDialogButtonBox *m_buttons;
};

} // namespace sweepbench
