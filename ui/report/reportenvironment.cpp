// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "ui/charts/charttext.h"
#include "ui/report/reporthtml.h"
#include "ui/report/reportmark.h"
#include "ui/report/reportparts.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString countOrNothing(qint64 value)
{
    return value > 0 ? formatCount(value) : QString();
}

QString ceilingText(double rps)
{
    return rps > 0 ? formatNumber(rps, 3) + u" requests per second"_s : QString();
}

QString headersText(const Target &target)
{
    QStringList texts;
    for (const Header &header : target.headers)
        texts << header.name + u": "_s + (isSecretHeader(header.name) ? u"(hidden)"_s : header.value);
    return texts.join(u"; "_s);
}

/// The addresses that were connected to.
QString addressesText(const Session &session, int target)
{
    QStringList addresses;
    for (const TrialPtr &trial : session.trials)
        if (trial->target == target && !trial->address.isEmpty() && !addresses.contains(trial->address))
            addresses << trial->address;
    return addresses.join(u"; "_s);
}

std::vector<std::pair<QString, QString>> factsOf(const Session &session, int index)
{
    const Target &target = session.plan.targets[static_cast<std::size_t>(index)];
    return {{u"URL"_s, target.method + u' ' + urlWithoutPassword(target.url)},
            {u"Address"_s, addressesText(session, index)},
            {u"Version"_s, target.version},
            {u"Headers"_s, headersText(target)},
            {u"Body"_s, target.body.isEmpty() ? QString() : formatCount(target.body.size()) + u" bytes"_s},
            {u"Expected status"_s, target.expectedStatus.isDefault() ? QString() : target.expectedStatus.text()},
            {u"Proxy"_s, urlWithoutPassword(target.proxy)},
            {u"Certificate"_s, target.tls.insecure ? u"not verified"_s : QString()},
            {u"Notes"_s, target.notes}};
}

} // namespace

QString targetsSection(const Session &session)
{
    QString html;
    for (int target = 0; target < static_cast<int>(session.plan.targets.size()); ++target) {
        const QString baseline = target == session.judging.baseline && session.plan.targets.size() > 1 ? u" <small>baseline</small>"_s : QString();
        html += u"<h3>%1\u00A0<bdi>%2</bdi>%3</h3>\n"_s.arg(targetMark(target), htmlText(shownName(session.plan, target)), baseline)
                + htmlFacts(factsOf(session, target));
    }
    return htmlSection(u"targets"_s, u"Targets"_s, html);
}

QString environmentSection(const Session &session)
{
    const Environment &e = session.environment;
    constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
    const QString memory = e.memoryBytes > 0 ? formatNumber(static_cast<double>(e.memoryBytes) / gibibyte, 3) + u" GiB"_s : QString();
    const QString html = htmlFacts({{u"Program"_s, e.program},
                                    {u"Qt"_s, e.qtVersion},
                                    {u"Processor"_s, e.cpuModel},
                                    {u"Cores"_s, countOrNothing(e.cpuCores)},
                                    {u"Clock governor"_s, e.governor},
                                    {u"Memory"_s, memory},
                                    {u"Kernel"_s, e.kernel},
                                    {u"System"_s, e.os},
                                    {u"Host"_s, e.hostName},
                                    {u"Load average before"_s, e.loadAverage > 0 ? formatNumber(e.loadAverage, 3) : QString()},
                                    {u"Open files allowed"_s, countOrNothing(e.descriptorLimit)},
                                    {u"Local ports"_s, e.portRange},
                                    {u"Time zone"_s, e.timeZone},
                                    {u"Most that the socket client does"_s, ceilingText(e.socketCeilingRps)},
                                    {u"Most that the qnam client does"_s, ceilingText(e.qnamCeilingRps)}});
    return htmlSection(u"environment"_s, u"Environment"_s, html);
}

} // namespace sweepbench
