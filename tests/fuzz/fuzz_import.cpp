// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tools, in any format: what is read can be saved with a plan, analysed and exported without a figure that is none, and reads back
// the same; what is refused says so in one line.
#include "core/import/assembly.h"
#include "core/session/export.h"
#include "core/session/importedjson.h"
#include "core/session/planjson.h"
#include "core/stats/analysis.h"
#include "tests/fuzz/finding.h"

#include <QJsonDocument>

#include <cmath>
#include <cstdint>

using namespace sweepbench;
using namespace sweepbench::fuzz;
using namespace Qt::StringLiterals;

namespace {

void checkLine(const QString &line)
{
    require(!line.isEmpty(), "a refusal says why");
    for (const QChar c : line)
        require(c.category() != QChar::Other_Control, "a text is one line without control characters", line);
}

void checkFigures(const Trial &trial)
{
    const QString json = QString::fromUtf8(QJsonDocument(importedToJson(*trial.imported)).toJson());
    const auto again = importedFromJson(json);
    require(again && *again == *trial.imported, "a report's figures survive being written", json);
    for (const Metric metric : allMetrics)
        if (const auto value = metricValue(trial, metric))
            require(std::isfinite(*value) && *value >= 0, "a figure is a number", metricId(metric));
    for (const QString &text : {trial.imported->tool, trial.errorDetail})
        if (!text.isEmpty())
            checkLine(text);
    for (const Finding &finding : trial.findings)
        checkLine(finding.text);
}

void checkSession(const Session &session)
{
    const auto plan = planFromJsonText(QJsonDocument(planToJson(session.plan)).toJson());
    require(plan.ok(), "an imported plan can be saved", plan.ok() ? QString() : plan.problem().line());
    const Analysis analysis = analyse(session);
    for (const ExportFormat format : {ExportFormat::Csv, ExportFormat::Json})
        for (const ExportedFile &file : exportSession(session, analysis, format, u"run"_s))
            require(format != ExportFormat::Json || !QJsonDocument::fromJson(file.content).isNull(), "an export can be read");
    terminalTable(session, analysis, {true, true, true});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    auto runs = readResults(QByteArray(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size)));
    if (!runs) {
        checkLine(runs.problem().line());
        return 0;
    }
    constexpr std::size_t most = 20; // more of them tell nothing new, and cost time
    if (runs->size() > most)
        runs->resize(most);
    const QString path = u"/tmp/report"_s; // not opened
    Assembly assembly({path});
    for (ImportedRun &run : *runs) {
        checkFigures(run.trial);
        if (const auto problem = assembly.add(run, path)) {
            checkLine(problem->line());
            return 0;
        }
    }
    const auto session = assembly.session();
    if (session)
        checkSession(*session);
    else
        checkLine(session.problem().line());
    return 0;
}
