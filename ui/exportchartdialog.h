// SPDX-License-Identifier: GPL-3.0-or-later
// Which chart leaves the program, and how: format, size, look and words, with a picture that follows. Works on values; files are
// written by exportChartTo().
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QDialog>
#include <QTimer>

#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace sweepbench {

class Field;

struct ChartExport
{
    ChartKind kind = ChartKind::Sweep; ///< of several, the one that the preview shows
    bool all = false;                  ///< every chart, into a folder
    RenderOptions options;
    bool csv = false;                  ///< the data beside it
};

class ExportChartDialog : public QDialog
{
    Q_OBJECT
public:
    /// \a start has the chart that is seen, and what of its options the dialog does not show.
    ExportChartDialog(std::shared_ptr<const Session> session, const Analysis &analysis, const ChartExport &start, QWidget *parent = nullptr);

    /// As chosen; absent while something is wrong.
    std::optional<ChartExport> choice() const { return m_choice; }

private:
    QVBoxLayout *makeForm();
    QWidget *makeSizes();
    QVBoxLayout *makeWords();
    QVBoxLayout *makePreview();
    void makeButtons();
    void kindChosen();
    void presetChosen();
    void showOwnWords();
    void evaluate();
    void readWords(ChartWords &words) const;
    void preview();
    void copy();

    std::shared_ptr<const Session> m_session;
    Analysis m_analysis;
    const ChartExport m_start;
    std::optional<ChartExport> m_choice;
    ChartOwnWords m_own; ///< of the chart that the preview shows
    QTimer m_previewTimer;
    QComboBox *m_kind;
    QComboBox *m_format;
    QComboBox *m_preset;
    QComboBox *m_theme;
    Field *m_size;
    Field *m_scale;
    QCheckBox *m_transparent;
    QCheckBox *m_outlines;
    QCheckBox *m_csv;
    QLineEdit *m_title;
    QLineEdit *m_subtitle;
    QPlainTextEdit *m_caption;
    QPushButton *m_ownWords;
    QLabel *m_preview;
    QLabel *m_previewNote;
    QPushButton *m_copy = nullptr;
    QDialogButtonBox *m_buttons;
};

} // namespace sweepbench
