// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench/arguments.h"
#include "core/model/environment.h"
#include "core/monitor/environment.h"
#include "ui/mainwindow.h"
#include "ui/settings.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QSettings>
#include <QTimer>

#include <cstdio>
using namespace Qt::StringLiterals;
using namespace sweepbench;

namespace {

constexpr int exitUsage = 2;

void print(std::FILE *stream, const QString &text)
{
    std::fputs(qUtf8Printable(text), stream);
}

int fail(const QString &line)
{
    print(stderr, u"sweepbench: "_s + line + u'\n');
    return exitUsage;
}

int render(int argc, char **argv, const RenderRequest &request)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const auto written = renderToFiles(request);
    if (!written.ok())
        return fail(written.problem().line());
    print(stdout, written->join(u'\n') + u'\n');
    return 0;
}

int report(int argc, char **argv, const ReportRequest &request)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    if (const auto problem = reportToFile(request))
        return fail(problem->line());
    print(stdout, request.out + u'\n');
    return 0;
}

bool hasDisplay()
{
    for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    return false;
}

int openWindow(int argc, char **argv, const Arguments &arguments)
{
    if (!hasDisplay())
        return fail(u"there is no display to open a window on; sweepbench-cli works without one"_s);
    QApplication application(argc, argv);
    QApplication::setOrganizationName(u"sweepbench"_s);
    QApplication::setApplicationName(u"sweepbench"_s);
    QApplication::setApplicationVersion(programVersion());
    QGuiApplication::setDesktopFileName(u"org.sweepbench.Sweepbench"_s);
    if (const QString icon = u":/icons/sweepbench.svg"_s; QFile::exists(icon))
        QApplication::setWindowIcon(QIcon(icon));

    QSettings store;
    Settings settings(store);
    MainWindow window(settings, machineLimits());
    if (!arguments.urls.isEmpty())
        window.setUrls(arguments.urls);
    window.show();
    if (!arguments.file.isEmpty())
        window.openFile(arguments.file);
    if (arguments.demo)
        QTimer::singleShot(0, &window, &MainWindow::startDemo);
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    // Before the first thread starts: workers then get Qt's poll dispatcher, which costs less per pass than glib's. The window's
    // own thread keeps glib, which desktop dialogs need.
    qputenv("QT_NO_THREADED_GLIB", "1");
    QStringList texts;
    for (int i = 1; i < argc; ++i)
        texts += QString::fromLocal8Bit(argv[i]);
    const auto arguments = parseArguments(texts);
    if (!arguments.ok())
        return fail(arguments.problem().line());
    switch (arguments->action) {
    case Arguments::Action::Help:
        print(stdout, helpText());
        return 0;
    case Arguments::Action::Version:
        print(stdout, u"sweepbench %1\n"_s.arg(programVersion()));
        return 0;
    case Arguments::Action::Render:
        return render(argc, argv, *arguments->render);
    case Arguments::Action::Report:
        return report(argc, argv, *arguments->report);
    case Arguments::Action::Window:
        break;
    }
    return openWindow(argc, argv, *arguments);
}
