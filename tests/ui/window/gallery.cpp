// SPDX-License-Identifier: GPL-3.0-or-later
// window_gallery FOLDER: the pages of the window with made-up plans and sessions, light and dark.
#include "core/stats/analysis.h"
#include "tests/support/publishedsession.h"
#include "tests/ui/window/sample.h"
#include "ui/acrossdialog.h"
#include "ui/comparepage.h"
#include "ui/exportchartdialog.h"
#include "ui/livepage.h"
#include "ui/planpage.h"
#include "ui/plantext.h"
#include "ui/resultspage.h"
#include "ui/selftestdialog.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

namespace {

constexpr PlanLimits limits{65536, 64, 2};

/// Takes a page's picture as it looks in the window.
class Photographer
{
public:
    Photographer(const QDir &folder, Appearance look) : m_folder(folder), m_look(look)
    {
        QApplication::setPalette(paletteFor(look));
        m_window.setStyleSheet(styleSheetFor(QApplication::palette()));
        m_window.resize(1280, 760);
        m_window.show();
    }
    void setPage(QWidget *page) { m_window.setCentralWidget(page); }
    void take(const QString &name)
    {
        QTest::qWait(250); // until the charts have drawn
        m_window.grab().save(m_folder.filePath(name + (m_look == Appearance::Dark ? u"-dark.png"_s : u".png"_s)));
    }

private:
    QDir m_folder;
    Appearance m_look;
    QMainWindow m_window;
};

Session rates()
{
    SampleOptions options;
    options.levels = {500, 1000, 2000};
    options.rates = true;
    Session session = sampleSession(options);
    for (TrialPtr &trial : session.trials) {
        if (trial->target != 1)
            continue;
        Trial changed = *trial;
        changed.findings = {{u"address"_s, Severity::Note, u"localhost stands for ::1 and 127.0.0.1; ::1 refused the connection and was left out"_s}};
        trial = std::make_shared<const Trial>(changed);
    }
    return session;
}

/// Ratios of 0.96 to 1.04: nothing is seen in five blocks.
Session undecided()
{
    Session session = sampleSession();
    for (TrialPtr &trial : session.trials) {
        Trial changed = *trial;
        if (trial->target == 1)
            changed.requests = changed.requests * 10 / 9 * (96 + 2 * trial->repeat) / 100;
        trial = std::make_shared<const Trial>(changed);
    }
    return session;
}

void photographPlans(Photographer &photographer)
{
    auto *page = new PlanPage(limits);
    photographer.setPage(page);
    Plan plan = rates().plan;
    page->setPlan(plan);
    photographer.take(u"plan-rates"_s);
    page->findChild<QPushButton *>(u"advanced"_s)->click();
    photographer.take(u"plan-advanced"_s);
    QScrollBar *bar = page->findChild<QScrollArea *>()->verticalScrollBar();
    bar->setValue(bar->maximum());
    photographer.take(u"plan-advanced-end"_s);
    plan.sweep = {SweepAxis::Connections, {1, 10, 100}};
    plan.load.rate = 2000;
    plan.load.transport = TransportKind::Qnam;
    plan.load.http = HttpVersion::Http2;
    plan.load.timeout = {};
    plan.untilPrecise = UntilPrecise{0.02, 8, std::chrono::minutes(10)};
    plan.repeats = 30;
    plan.targets[1].proxy = u"http://user:@127.0.0.1:3128"_s;
    plan.targets[1].tls.insecure = true;
    page->setPlan(plan);
    bar->setValue(bar->maximum());
    photographer.take(u"plan-mistakes"_s);
}

void photographSession(Photographer &photographer, const QString &name, const Session &made)
{
    const auto session = std::make_shared<const Session>(made);
    const Analysis analysis = analyse(made);
    auto *results = new ResultsPage;
    photographer.setPage(results);
    results->setSession(session, analysis);
    auto *kinds = results->findChild<QComboBox *>(u"chartKind"_s);
    for (int kind = 0; kind < kinds->count(); ++kind) {
        kinds->setCurrentIndex(kind);
        photographer.take(u"%1-results-%2"_s.arg(name, kinds->itemText(kind).toLower()));
    }
    auto *tables = results->findChild<QTabBar *>(u"resultsTables"_s);
    for (int table = 1; table < tables->count(); ++table) {
        tables->setCurrentIndex(table);
        photographer.take(u"%1-results-%2-table"_s.arg(name, tables->tabText(table).toLower()));
    }
    auto *compare = new ComparePage;
    photographer.setPage(compare);
    compare->setSession(session, analysis);
    auto *charts = compare->findChild<QTabBar *>(u"compareTabs"_s);
    for (int chart = 0; chart < charts->count(); ++chart) {
        charts->setCurrentIndex(chart);
        photographer.take(u"%1-compare-%2"_s.arg(name, charts->tabText(chart).toLower()));
    }
    auto *live = new LivePage;
    photographer.setPage(live);
    live->setSession(session, analysis);
    LiveState state;
    state.trialsDone = int(made.trials.size()) - 1;
    state.trialsTotal = int(made.trials.size());
    state.fraction = 0.9;
    state.running = true;
    state.now = u"Measuring %1"_s.arg(slotText(made.plan, {0, 2, 1, 3}));
    live->setState(state);
    photographer.take(name + u"-live"_s);
}

/// Sessions side by side, and three as a history.
void photographAcross(Photographer &photographer)
{
    std::vector<Session> sessions(3, sampleSession());
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        sessions[i].createdAt = QDateTime(QDate(2026, 3, 1 + int(i)), QTime(12, 0), Qt::UTC);
        sessions[i].environment.kernel = i == 1 ? u"Linux 6.5"_s : u"Linux 6.1"_s;
    }
    std::vector<NamedSession> named;
    for (const auto &[name, index] : {std::pair{u"February"_s, 0}, std::pair{u"March"_s, 1}, std::pair{u"April"_s, 2}}) {
        named.push_back({name, &sessions[std::size_t(index)]});
        if (named.size() < 2)
            continue;
        photographer.setPage(new AcrossDialog(compareSessions(named).value()));
        photographer.take(u"across-%1"_s.arg(named.size()));
    }
    photographer.setPage(new SelfTestDialog);
    photographer.take(u"selftest"_s);
}

/// The export dialog as it opens, and with everything changed.
void photographExports(Photographer &photographer)
{
    const auto session = std::make_shared<const Session>(sampleSession());
    photographer.setPage(new ExportChartDialog(session, analyse(*session), {}));
    photographer.take(u"export"_s);
    ChartExport start;
    start.all = true;
    auto *all = new ExportChartDialog(session, analyse(*session), start);
    for (QCheckBox *box : all->findChildren<QCheckBox *>())
        box->setChecked(true);
    all->findChild<QComboBox *>(u"exportFormat"_s)->setCurrentIndex(2);
    all->findChild<QComboBox *>(u"exportPreset"_s)->setCurrentIndex(2);
    photographer.setPage(all);
    photographer.take(u"export-all"_s);
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication app(argc, argv);
    const QDir folder(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"."_s);
    folder.mkpath(u"."_s);
    for (const Appearance look : {Appearance::Light, Appearance::Dark}) {
        Photographer photographer(folder, look);
        photographPlans(photographer);
        photographAcross(photographer);
        photographExports(photographer);
        photographSession(photographer, u"rates"_s, rates());
        photographSession(photographer, u"connections"_s, sampleSession());
        photographSession(photographer, u"undecided"_s, undecided());
        photographSession(photographer, u"outlier"_s, withOutlier(sampleSession({3, {1, 10, 100}, 9})));
        photographSession(photographer, u"published"_s, emacsSession());
    }
    return 0;
}
