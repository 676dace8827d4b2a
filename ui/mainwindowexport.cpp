// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/session/export.h"
#include "core/session/readmetext.h"
#include "ui/banner.h"
#include "ui/chartclipboard.h"
#include "ui/comparepage.h"
#include "ui/exportchartdialog.h"
#include "ui/filename.h"
#include "ui/render.h"
#include "ui/report/reportfile.h"
#include "ui/resultspage.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString filterOf(ChartFormat format)
{
    switch (format) {
    case ChartFormat::Png: return MainWindow::tr("PNG pictures (*.png)");
    case ChartFormat::Svg: return MainWindow::tr("SVG pictures (*.svg)");
    case ChartFormat::Pdf: break;
    }
    return MainWindow::tr("PDF pictures (*.pdf)");
}

/// One chart and where it goes.
struct ChartFile
{
    ChartKind kind;
    QString path;
};

/// The names of files that writing would replace, other than the one that was asked about already.
QStringList presentFiles(const std::vector<ChartFile> &files, bool csv, const QString &asked)
{
    QStringList present;
    for (const ChartFile &file : files) {
        if (file.path != asked && QFileInfo::exists(file.path))
            present += QFileInfo(file.path).fileName();
        if (csv && QFileInfo::exists(csvPathBeside(file.path)))
            present += QFileInfo(csvPathBeside(file.path)).fileName();
    }
    return present;
}

} // namespace

void MainWindow::exportChart(ChartKind kind)
{
    if (m_document.isEmpty())
        return;
    ChartExport start;
    start.kind = kind;
    start.options.view = shownView();
    auto *dialog = new ExportChartDialog(m_document.shared(), m_document.analysis(), start, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const auto choice = dialog->choice())
            exportChartAs(*choice);
    });
    dialog->open();
}

void MainWindow::exportChartAs(const ChartExport &choice)
{
    const auto write = [this, choice, session = m_document.shared(), analysis = m_document.analysis()](const std::vector<ChartFile> &files) {
        for (const ChartFile &file : files)
            if (const auto problem = exportChartTo(file.path, file.kind, *session, analysis, choice.options, choice.csv)) {
                showProblem(tr("The chart could not be written: %1").arg(problem->line()));
                return;
            }
    };
    const QString base = asFileName(m_document.title());
    if (choice.all) {
        askForFolder(tr("Export all charts"), u"chart"_s, [this, choice, base, write](const QString &folder) {
            std::vector<ChartFile> files;
            for (const ChartKind kind : allChartKinds)
                files.push_back({kind, QDir(folder).filePath(chartFileName(base, kind, choice.options.format))});
            askToReplace(presentFiles(files, choice.csv, {}), [write, files] { write(files); });
        });
        return;
    }
    askForSavePath(tr("Export the chart"), u"chart"_s, chartFileName(base, choice.kind, choice.options.format), {filterOf(choice.options.format)},
                   [this, choice, write](const QString &path, int) {
                       const std::vector<ChartFile> files{{choice.kind, path}};
                       askToReplace(presentFiles(files, choice.csv, path), [write, files] { write(files); });
                   });
}

ChartKind MainWindow::shownChart() const
{
    return m_pages->currentWidget() == m_compare ? m_compare->currentChart() : m_results->currentChart();
}

ChartView MainWindow::shownView() const
{
    return m_pages->currentWidget() == m_compare ? m_compare->chartView() : m_results->chartView();
}

/// The picture has to be a file for Markdown to name it; its name alone, as README and picture lie side by side most often.
void MainWindow::copyForReadme()
{
    if (m_document.isEmpty())
        return;
    const auto copy = [this, session = m_document.shared(), analysis = m_document.analysis()](const QString &path, int) {
        RenderOptions options;
        options.format = chartFormatFromId(QFileInfo(path).suffix().toLower()).value_or(ChartFormat::Svg);
        if (const auto problem = exportChartTo(path, ChartKind::Sweep, *session, analysis, options, false)) {
            showProblem(tr("The picture could not be written: %1").arg(problem->line()));
            return;
        }
        QApplication::clipboard()->setText(readmeText(*session, analysis, QFileInfo(path).fileName()));
        m_banner->showMessage(tr("Verdicts, picture and table are on the clipboard as Markdown; the picture is %1").arg(QDir::toNativeSeparators(path)));
    };
    askForSavePath(tr("Picture for the README"), u"chart"_s, chartFileName(asFileName(m_document.title()), ChartKind::Sweep, ChartFormat::Svg),
                   {filterOf(ChartFormat::Svg), filterOf(ChartFormat::Png)}, copy);
}

void MainWindow::copyChart()
{
    if (m_document.isEmpty())
        return;
    RenderOptions options;
    options.scale = 2;
    options.theme = themeOf(palette()); // as it is seen
    options.view = shownView();
    sweepbench::copyChart(shownChart(), m_document.session(), m_document.analysis(), options);
}

void MainWindow::exportReport()
{
    if (m_document.isEmpty())
        return;
    const auto write = [this, session = m_document.shared(), analysis = m_document.analysis()](const QString &path, int) {
        if (const auto problem = exportReportTo(path, *session, analysis))
            showProblem(tr("The report could not be written: %1").arg(problem->line()));
    };
    askForSavePath(tr("Export the report"), u"report"_s, asFileName(m_document.title()) + u".html"_s, {tr("Web pages (*.html)")}, write);
}

void MainWindow::exportNumbers()
{
    if (m_document.isEmpty())
        return;
    const QStringList filters{tr("CSV table (*.csv)"),       tr("JSON, everything (*.json)"), tr("Plot data, one file per server (*.dat)"),
                              tr("Gnuplot script (*.gnuplot)"), tr("Markdown table (*.md)"),   tr("Org table (*.org)")};
    static_assert(allExportFormats.size() == 6);
    askForSavePath(tr("Export the numbers"), u"numbers"_s, asFileName(m_document.title()) + u".csv"_s, filters,
                   [this](const QString &path, int format) { exportNumbersTo(path, format); });
}

void MainWindow::exportNumbersTo(const QString &path, int format)
{
    const QFileInfo chosen(path);
    const QString base = chosen.completeBaseName();
    const auto files = exportSession(m_document.session(), m_document.analysis(), allExportFormats[std::size_t(format)], base);
    std::vector<std::pair<QString, QByteArray>> outputs;
    QStringList present;
    for (const ExportedFile &file : files) {
        const QString name = file.suffix.isEmpty() ? path : chosen.dir().filePath(base + file.suffix);
        if (name != path && QFileInfo::exists(name))
            present += QFileInfo(name).fileName();
        outputs.emplace_back(name, file.content);
    }
    const auto write = [this, outputs] {
        for (const auto &[name, content] : outputs) {
            if (const auto problem = writeFile(name, content)) {
                showProblem(tr("The numbers could not be written: %1").arg(problem->line()));
                return;
            }
        }
    };
    askToReplace(present, write);
}

void MainWindow::askToReplace(const QStringList &present, std::function<void()> write)
{
    if (present.isEmpty()) {
        write();
        return;
    }
    // The file dialog has asked for the chosen name alone.
    auto *box = new QMessageBox(QMessageBox::Question, tr("Replace files?"), tr("These files are there already: %1").arg(present.join(u", "_s)),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(u"replaceQuestion"_s);
    connect(box->addButton(tr("Replace"), QMessageBox::AcceptRole), &QPushButton::clicked, this, std::move(write));
    box->open();
}

} // namespace sweepbench
