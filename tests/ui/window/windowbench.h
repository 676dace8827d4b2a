// SPDX-License-Identifier: GPL-3.0-or-later
// A window with two servers to compare, and the hands of a user.
// Thread contract: the main thread of a test; one at a time.
#pragma once

#include "core/demo/demoserver.h"
#include "ui/mainwindow.h"
#include "ui/settings.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sweepbench::test {

using namespace Qt::StringLiterals;

/// A window with its own settings and data folder, two servers, and hands to use it with.
class Bench
{
public:
    Bench()
        : store(dir.filePath(u"settings.ini"_s), QSettings::IniFormat)
        , settings(store)
        , a(DemoServerOptions{})
        , b(DemoServerOptions{QHostAddress(QHostAddress::LocalHost), 0, std::chrono::milliseconds(2)})
    {
        qputenv("XDG_DATA_HOME", QFile::encodeName(dir.path()));
        settings.setFolderOf(u"session"_s, file(u"x"_s));
        settings.setFolderOf(u"chart"_s, file(u"x"_s));
        settings.setFolderOf(u"numbers"_s, file(u"x"_s));
        portA = a.start().value();
        portB = b.start().value();
        window = std::make_unique<MainWindow>(settings, PlanLimits{1024, 64, 2});
        window->show();
    }

    QString file(const QString &name) const { return dir.filePath(name); }
    template<typename T>
    T *child(const QString &name) const
    {
        T *found = window->findChild<T *>(name);
        if (!found)
            qFatal("no child named %s", qPrintable(name));
        return found;
    }
    void type(const QString &name, const QString &text)
    {
        auto *edit = child<QLineEdit>(name);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    void typePlan(const QString &levels, const QString &trial, const QString &repeats)
    {
        type(u"url0"_s, u"http://127.0.0.1:%1/"_s.arg(portA));
        type(u"url1"_s, u"http://127.0.0.1:%1/"_s.arg(portB));
        type(u"name0"_s, u"fast"_s);
        type(u"name1"_s, u"slow"_s);
        type(u"levels"_s, levels);
        type(u"trial"_s, trial);
        type(u"repeats"_s, repeats);
        type(u"warmup"_s, u"20ms"_s);
    }
    void press(const QString &name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
    void trigger(const QString &name) { child<QAction>(name)->trigger(); }
    bool isRunning() const { return child<QAction>(u"actionStop"_s)->isEnabled(); }
    QString banner() const { auto *l = child<QLabel>(u"bannerText"_s); return l->parentWidget()->isHidden() ? QString() : l->text(); }
    int page() const { return child<QStackedWidget>(u"pages"_s)->currentIndex(); }
    QAbstractItemModel *table() const { return child<QTableView>(u"resultsTable"_s)->model(); }
    QList<QStringList> rows() const
    {
        QList<QStringList> all;
        for (int row = 0; row < table()->rowCount(); ++row) {
            QStringList line;
            for (int column = 0; column < table()->columnCount(); ++column)
                line += table()->index(row, column).data().toString();
            all += line;
        }
        return all;
    }
    QStringList verdicts() const
    {
        QStringList all;
        for (const auto *label : window->findChildren<QLabel *>())
            if (label->objectName().startsWith(u"verdict_"_s))
                all += label->text();
        return all;
    }
    /// Gives the open file dialog a name, as a user types it.
    bool answerFileDialog(const QString &name, const QString &path)
    {
        QFileDialog *dialog = nullptr;
        if (!QTest::qWaitFor([&] { return (dialog = window->findChild<QFileDialog *>(name)) && dialog->isVisible(); }))
            return false;
        auto *edit = dialog->findChild<QLineEdit *>(u"fileNameEdit"_s);
        edit->setText(path);
        QTest::keyClick(edit, Qt::Key_Return);
        return QTest::qWaitFor([&] { return !window->findChild<QFileDialog *>(name); });
    }
    bool exportChart(int format, const QString &path)
    {
        trigger(u"actionExportChart"_s);
        auto *dialog = child<QDialog>(u"exportChartDialog"_s);
        dialog->findChild<QComboBox *>(u"exportFormat"_s)->setCurrentIndex(format);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"exportSave"_s), Qt::LeftButton);
        return answerFileDialog(u"saveDialog"_s, path) && QFile::exists(path);
    }

    QTemporaryDir dir;
    QSettings store;
    Settings settings;
    DemoServer a;
    DemoServer b;
    quint16 portA = 0;
    quint16 portB = 0;
    std::unique_ptr<MainWindow> window;
};

} // namespace sweepbench::test
