// SPDX-License-Identifier: GPL-3.0-or-later
// A plan that is accepted survives being written: it reads back the same, but for the secrets, which are never written.
#include "core/model/httpurl.h"
#include "core/session/planjson.h"
#include "tests/fuzz/finding.h"

#include <QJsonDocument>
#include <QRegularExpression>

#include <cstdint>

using namespace sweepbench;
using namespace sweepbench::fuzz;
using namespace Qt::StringLiterals;

namespace {

QByteArray textOf(const Plan &plan)
{
    return QJsonDocument(planToJson(plan)).toJson();
}

/// As planToJson() leaves it; a field that holds a secret has its line here.
Plan withoutSecrets(Plan plan)
{
    for (Target &target : plan.targets) {
        target.url = urlWithoutPassword(target.url);
        target.proxy = urlWithoutPassword(target.proxy);
        for (Header &header : target.headers)
            if (isSecretHeader(header.name))
                header.value.clear();
    }
    return plan;
}

/// Seen by a pattern of its own, since withoutSecrets() finds no more than the writer does.
bool hasPassword(const QString &url)
{
    static const QRegularExpression password(uR"(^\s*(?:[a-zA-Z0-9+.-]*:(?=//))?/*[^/?#:]*:([^/?#]*)@)"_s);
    return password.match(url).capturedLength(1) > 0;
}

void checkProblem(const Problem &problem)
{
    const QString line = problem.line();
    require(!problem.text.isEmpty(), "a refusal says why");
    for (const QChar c : line)
        require(c.category() != QChar::Other_Control, "a refusal is one line without control characters", line);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto plan = planFromJsonText(QByteArray(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size)));
    if (!plan) {
        checkProblem(plan.problem());
        return 0;
    }
    const QByteArray written = textOf(*plan);
    const auto again = planFromJsonText(written);
    require(again.ok(), "a written plan is accepted", again.ok() ? QString() : again.problem().line());
    require(textOf(*again) == written, "a plan that was read is written as it was", QString::fromUtf8(textOf(*again)));
    require(*again == withoutSecrets(*plan), "a written plan reads back the same", QString::fromUtf8(written));

    for (const Target &target : again->targets)
        for (const QString &url : {target.url, target.proxy})
            require(!hasPassword(url), "no password is written", url);

    for (const PlanLimits &limits : {PlanLimits{}, PlanLimits{1 << 20, 0, 4096}})
        for (const Problem &problem : checkPlan(*plan, limits))
            require(!problem.field.isEmpty() && !problem.text.isEmpty(), "a plan's problem says what of and why");
    planNotes(*plan);
    depthOf(*plan);
    estimatedTime(*plan, plan->repeats);
    return 0;
}
