// SPDX-License-Identifier: GPL-3.0-or-later
// How charts and reports leave the window: the dialog with its preview, the folder, the clipboard.
#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "tests/ui/window/windowbench.h"
#include "ui/chartclipboard.h"
#include "ui/chartpreset.h"
#include "ui/exportchartdialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

namespace {

/// The dialog on a made-up session, and hands for it.
struct Dialog
{
    Session session = sampleSession();
    Analysis analysis = analyse(session);
    ExportChartDialog dialog;

    explicit Dialog(ChartExport start = {})
        : dialog(std::make_shared<const Session>(session), analysis, start)
    {
    }
    template<typename T>
    T *child(const QString &name) const
    {
        T *found = dialog.findChild<T *>(name);
        if (!found)
            qFatal("no child named %s", qPrintable(name));
        return found;
    }
    void choose(const QString &name, int index) const { child<QComboBox>(name)->setCurrentIndex(index); }
    void type(const QString &name, const QString &text) const
    {
        auto *edit = child<QLineEdit>(name);
        edit->selectAll();
        if (text.isEmpty())
            QTest::keyClick(edit, Qt::Key_Delete);
        else
            QTest::keyClicks(edit, text);
    }
    QImage preview() const { return child<QLabel>(u"exportPreview"_s)->pixmap(Qt::ReturnByValue).toImage(); }
    QString note() const { return child<QLabel>(u"exportPreviewNote"_s)->text(); }
};

} // namespace

class TestExports : public GuardedTest
{
    Q_OBJECT

private slots:
    void presetsSetSizeAndScale()
    {
        const Dialog d;
        QCOMPARE(d.dialog.choice()->options.size, QSize(1200, 700));
        QCOMPARE(d.dialog.choice()->options.scale, 2.0);
        for (std::size_t i = 0; i < allChartPresets.size(); ++i) {
            d.choose(u"exportPreset"_s, int(i));
            QCOMPARE(d.dialog.choice()->options.size, presetSize(allChartPresets[i]));
            QCOMPARE(d.dialog.choice()->options.scale, presetScale(allChartPresets[i]));
            QCOMPARE(chartPresetFromId(chartPresetId(allChartPresets[i])), std::optional(allChartPresets[i]));
        }
        d.type(u"exportSize"_s, u"800x450"_s);
        QCOMPARE(d.child<QComboBox>(u"exportPreset"_s)->currentIndex(), int(allChartPresets.size()));
        QCOMPARE(d.dialog.choice()->options.size, QSize(800, 450));
        d.type(u"exportSize"_s, u"80x45"_s);
        QVERIFY(!d.dialog.choice());
        QVERIFY(!d.child<QPushButton>(u"exportSave"_s)->isEnabled());
    }

    void lookIsWhatIsChosen()
    {
        const Dialog d;
        QVERIFY(!d.child<QCheckBox>(u"exportOutlines"_s)->isEnabled()); // of a PNG
        d.choose(u"exportFormat"_s, 2);
        QCOMPARE(d.dialog.choice()->options.format, ChartFormat::Pdf);
        QVERIFY(!d.child<QLineEdit>(u"exportScale"_s)->isEnabled());
        for (const QString &name : {u"exportOutlines"_s, u"exportTransparent"_s, u"exportCsv"_s})
            d.child<QCheckBox>(name)->click();
        d.choose(u"exportTheme"_s, 1);
        const ChartExport choice = *d.dialog.choice();
        QVERIFY(choice.options.outlines && choice.options.transparent && choice.csv && !choice.all);
        QCOMPARE(choice.options.theme, ChartTheme::Dark);
        d.choose(u"exportFormat"_s, 0);
        QVERIFY(!d.dialog.choice()->options.outlines);
    }

    void wordsThatAreLeftStayTheCharts()
    {
        const Dialog d;
        QCOMPARE(d.child<QLineEdit>(u"exportTitle"_s)->text(), u"nginx vs Apache"_s);
        QVERIFY(d.dialog.choice()->options.words == ChartWords{});
        QVERIFY(!d.child<QPushButton>(u"exportOwnWords"_s)->isEnabled());
        const QString subtitle = d.child<QLineEdit>(u"exportSubtitle"_s)->text();
        d.type(u"exportTitle"_s, u"Mine"_s);
        d.child<QPlainTextEdit>(u"exportCaption"_s)->setPlainText(QString());
        ChartWords words = d.dialog.choice()->options.words;
        QCOMPARE(words.title, std::optional(u"Mine"_s));
        QCOMPARE(words.caption, std::optional(QString()));
        QVERIFY(!words.subtitle);

        d.choose(u"exportKind"_s, 1); // what was written stays, what was not becomes the other chart's
        QCOMPARE(d.child<QLineEdit>(u"exportTitle"_s)->text(), u"Mine"_s);
        QVERIFY(d.child<QLineEdit>(u"exportSubtitle"_s)->text() != subtitle);
        words = d.dialog.choice()->options.words;
        QCOMPARE(words.title, std::optional(u"Mine"_s));
        QVERIFY(!words.subtitle);
        QTest::mouseClick(d.child<QPushButton>(u"exportOwnWords"_s), Qt::LeftButton);
        QVERIFY(d.dialog.choice()->options.words == ChartWords{});
        QCOMPARE(d.child<QLineEdit>(u"exportTitle"_s)->text(), u"nginx vs Apache"_s);
    }

    void previewFollows()
    {
        const Dialog d;
        const QImage first = d.preview();
        QVERIFY(!first.isNull());
        QCOMPARE(d.note(), u"2400 × 1400 pixels"_s);
        d.type(u"exportTitle"_s, u"Another title"_s);
        QTRY_VERIFY(d.preview() != first);
        const QImage titled = d.preview();
        d.choose(u"exportTheme"_s, 1);
        QTRY_VERIFY(d.preview().pixelColor(2, 2).lightness() < 60);
        d.choose(u"exportFormat"_s, 1);
        d.choose(u"exportPreset"_s, int(ChartPreset::Paper));
        QTRY_COMPARE(d.note(), u"89 × 83 mm"_s);
        QCOMPARE(d.preview().height(), 400); // as large as there is room for
        QVERIFY(d.preview().size() != titled.size());
    }

    void allChartsGoIntoAFolder()
    {
        Bench bench;
        QVERIFY(SessionFile::create(bench.file(u"run.sweep"_s), sampleSession()).ok());
        bench.window->openFile(bench.file(u"run.sweep"_s));
        QVERIFY(QDir(bench.dir.path()).mkdir(u"charts"_s));
        for (const bool again : {false, true}) {
            bench.trigger(u"actionExportChart"_s);
            auto *dialog = bench.child<ExportChartDialog>(u"exportChartDialog"_s);
            dialog->findChild<QComboBox *>(u"exportKind"_s)->setCurrentIndex(int(allChartKinds.size()));
            dialog->findChild<QComboBox *>(u"exportFormat"_s)->setCurrentIndex(1);
            dialog->findChild<QCheckBox *>(u"exportCsv"_s)->setChecked(true);
            QVERIFY(dialog->choice()->all);
            QVERIFY(!dialog->findChild<QPushButton *>(u"exportCopy"_s)->isEnabled());
            QVERIFY(!dialog->findChild<QLineEdit *>(u"exportSubtitle"_s)->isEnabled()); // each chart has its own
            QTest::mouseClick(dialog->findChild<QPushButton *>(u"exportSave"_s), Qt::LeftButton);
            QVERIFY(bench.answerFileDialog(u"folderDialog"_s, bench.file(u"charts"_s)));
            if (!again)
                continue;
            auto *question = bench.child<QDialog>(u"replaceQuestion"_s); // everything is there already
            question->reject();
        }
        for (const ChartKind kind : allChartKinds)
            for (const QString &suffix : {u"svg"_s, u"csv"_s}) {
                const QString name = bench.file(u"charts/run-%1.%2"_s.arg(chartKindId(kind), suffix));
                QVERIFY2(QFile::exists(name), qPrintable(name));
            }
        QCOMPARE(bench.banner(), QString());
    }

    void reportIsWritten()
    {
        Bench bench;
        QVERIFY(!bench.child<QAction>(u"actionExportReport"_s)->isEnabled());
        QVERIFY(SessionFile::create(bench.file(u"run.sweep"_s), sampleSession()).ok());
        bench.settings.setFolderOf(u"report"_s, bench.file(u"x"_s));
        bench.window->openFile(bench.file(u"run.sweep"_s));
        bench.trigger(u"actionExportReport"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"report.html"_s)));
        QFile file(bench.file(u"report.html"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("<!DOCTYPE html>"));
        QCOMPARE(bench.banner(), QString());
    }

    void chartsAreCopied()
    {
        const Session session = sampleSession();
        RenderOptions options;
        options.size = {640, 400};
        options.scale = 2;
        for (const ChartKind kind : allChartKinds) {
            const auto data = chartMimeData(kind, session, analyse(session), options);
            QVERIFY(data && data->hasImage());
            QCOMPARE(qvariant_cast<QImage>(data->imageData()).size(), QSize(1280, 800));
            QVERIFY(data->data(u"image/svg+xml"_s).contains("<svg"));
        }
        options.size = {1, 1};
        QVERIFY(!chartMimeData(ChartKind::Sweep, session, analyse(session), options));

        Bench bench;
        QVERIFY(!bench.child<QAction>(u"actionCopyChart"_s)->isEnabled());
        QVERIFY(SessionFile::create(bench.file(u"run.sweep"_s), session).ok());
        bench.window->openFile(bench.file(u"run.sweep"_s));
        QGuiApplication::clipboard()->clear();
        bench.trigger(u"actionCopyChart"_s);
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        QVERIFY(QGuiApplication::clipboard()->mimeData()->data(u"image/svg+xml"_s).contains("<svg"));
    }
};

QTEST_MAIN(TestExports)
#include "tst_exports.moc"
