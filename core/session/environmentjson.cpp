// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/environmentjson.h"

#include "core/session/jsonobject.h"

#include <cmath>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct TextField
{
    const char16_t *key;
    QString Environment::*member;
};

constexpr TextField textFields[] = {
    {u"program", &Environment::program},    {u"qt_version", &Environment::qtVersion},
    {u"host_name", &Environment::hostName}, {u"cpu_model", &Environment::cpuModel},
    {u"governor", &Environment::governor},  {u"kernel", &Environment::kernel},
    {u"os", &Environment::os},              {u"port_range", &Environment::portRange},
    {u"time_zone", &Environment::timeZone},
};

constexpr std::pair<const char16_t *, double Environment::*> ceilingFields[] = {
    {u"socket_ceiling_rps", &Environment::socketCeilingRps},
    {u"qnam_ceiling_rps", &Environment::qnamCeilingRps},
};

} // namespace

QJsonObject environmentToJson(const Environment &environment)
{
    QJsonObject object;
    for (const TextField &field : textFields)
        if (const QString &text = environment.*field.member; !text.isEmpty())
            object.insert(QStringView(field.key), text);
    if (environment.cpuCores > 0)
        object.insert(u"cpu_cores"_s, environment.cpuCores);
    if (environment.memoryBytes > 0)
        object.insert(u"memory_bytes"_s, environment.memoryBytes);
    if (std::isfinite(environment.loadAverage) && environment.loadAverage > 0)
        object.insert(u"load_average_1min"_s, environment.loadAverage);
    if (environment.descriptorLimit > 0)
        object.insert(u"descriptor_limit"_s, environment.descriptorLimit);
    for (const auto &[key, member] : ceilingFields)
        if (const double rps = environment.*member; std::isfinite(rps) && rps > 0)
            object.insert(QStringView(key), rps);
    return object;
}

Result<Environment> environmentFromJson(const QJsonObject &object)
{
    Environment environment;
    std::optional<Problem> problem;
    JsonFields fields(object, QString(), problem);
    for (const TextField &field : textFields)
        environment.*field.member = fields.text(QString::fromUtf16(field.key)).value_or(QString());
    constexpr qint64 most = std::numeric_limits<qint64>::max();
    environment.cpuCores = static_cast<int>(fields.whole(u"cpu_cores"_s, 0, 1'000'000).value_or(0));
    environment.memoryBytes = fields.whole(u"memory_bytes"_s, 0, most).value_or(0);
    environment.loadAverage = fields.number(u"load_average_1min"_s, 0, 1e9).value_or(0);
    environment.descriptorLimit = fields.whole(u"descriptor_limit"_s, 0, most).value_or(0);
    for (const auto &[key, member] : ceilingFields)
        environment.*member = fields.number(QString::fromUtf16(key), 0, 1e12).value_or(0);
    fields.finish();
    if (problem)
        return *problem;
    return environment;
}

} // namespace sweepbench
