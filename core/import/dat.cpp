// SPDX-License-Identifier: GPL-3.0-or-later
// The .dat files that this program exports: for each level of one target the means of its trials.
#include "core/import/importedrun.h"
#include "core/import/textlines.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr QByteArrayView datTarget = "# target:";

bool isDat(const FileContent &content)
{
    return content.text.startsWith(datTarget);
}

/// A level or a figure; \a known is false for "?", and the number absent for anything else than either.
struct DatNumber
{
    std::optional<double> number;
    bool known = true;
    bool ok() const { return number || !known; }
};

DatNumber datNumber(QByteArrayView text)
{
    if (text == "?")
        return {std::nullopt, false};
    bool ok = false;
    const double number = text.toDouble(&ok); // small figures have an exponent
    constexpr double most = 1e17;
    return ok && number >= 0 && number < most ? DatNumber{number, true} : DatNumber{};
}

Result<ImportedRun> runOfDat(const TextLines &lines, const QString &target, bool overRates)
{
    const QList<QByteArray> words = lines.line().toByteArray().simplified().split(' ');
    const DatNumber level = datNumber(words.value(0));
    const DatNumber rps = datNumber(words.value(1));
    const DatNumber p99 = datNumber(words.value(2));
    const double number = level.number.value_or(unknownLevel);
    if (words.size() != 3 || !level.ok() || !rps.ok() || !p99.ok() || number > highestLevel || number != static_cast<int>(number)
        || (level.known && number < 1) || p99.number.value_or(0) * 1e6 > mostImportedNs)
        return lines.problem(u"a level, requests per second and p99 in ms are expected, ? for none; %1 was given"_s.arg(shown(lines.line())));
    ImportedRun run = emptyRun(u"sweepbench"_s);
    run.target = target;
    if (overRates)
        run.rate = number;
    else
        run.trial.connections = static_cast<int>(number);
    ImportedFigures &figures = run.figures();
    figures.rps = rps.number;
    if (p99.number)
        figures.quantilesNs.emplace(0.99, *p99.number * 1e6);
    run.notes << u"a .dat file has means over the trials of a cell, and not how many those were: each stands for one run"_s;
    return run;
}

Result<ImportedRuns> readDat(const FileContent &content)
{
    ImportedRuns runs;
    TextLines lines(content.text);
    QString target;
    bool overRates = false;
    bool hasColumns = false;
    while (lines.next()) {
        const QByteArrayView line = lines.trimmed();
        if (const auto name = valueBehind(line, datTarget))
            target = cleanedUtf8(*name, 200);
        else if (line == "# connections rps p99_ms" || line == "# rate_due rps p99_ms") {
            hasColumns = true;
            overRates = line.startsWith("# rate_due");
        }
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        if (!hasColumns)
            return lines.problem(u"figures before the line that names their columns, \"# connections rps p99_ms\""_s);
        auto run = runOfDat(lines, target, overRates);
        if (!run)
            return run.problem();
        runs.push_back(std::move(run).value());
    }
    if (runs.empty())
        return lines.problem(u"there is no line with figures"_s);
    return runs;
}

} // namespace

const ResultReader datReader{"sweepbench .dat", isDat, readDat};

} // namespace sweepbench
