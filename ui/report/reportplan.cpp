// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "core/model/missingsecrets.h"
#include "core/session/planjson.h"
#include "ui/charts/charttext.h"
#include "ui/report/reporthtml.h"
#include "ui/report/reportparts.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

const QString planName = u"comparison.plan.json"_s;
const QString againName = u"again.sweep"_s;

/// One word of a shell's line: quoted where a shell would read more into it (POSIX.1-2017, Shell Command Language, 2.2.2).
QString shellWord(const QString &text)
{
    const QString clean = cleanText(text);
    const auto isPlain = [](QChar c) { return (c.unicode() < 0x80 && c.isLetterOrNumber()) || QStringView(u"_./:@%+-").contains(c); };
    if (!clean.isEmpty() && std::all_of(clean.begin(), clean.end(), isPlain) && !clean.startsWith(u'-'))
        return clean;
    return u'\'' + QString(clean).replace(u'\'', u"'\\''"_s) + u'\'';
}

/// Hosts that are only pressed when they are named, each once.
QStringList hostsToAllow(const Plan &plan)
{
    QStringList hosts;
    const auto add = [&hosts](const Result<HttpUrl> &url) {
        if (url.ok() && !isLoopbackOrPrivateHost(url->host) && !hosts.contains(url->host))
            hosts << url->host;
    };
    for (const Target &target : plan.targets) {
        add(parseHttpUrl(target.url));
        if (!target.proxy.isEmpty())
            add(parseProxyUrl(target.proxy));
    }
    return hosts;
}

QStringList commandLines(const Session &session)
{
    QString run = u"sweepbench-cli run %1 -o %2"_s.arg(planName, againName);
    for (const QString &host : hostsToAllow(session.plan))
        run += u" --allow-host "_s + shellWord(host);
    QStringList lines{run};
    QString judge;
    if (session.judging.baseline != 0)
        judge += u" --baseline "_s + shellWord(shownName(session.plan, session.judging.baseline));
    if (session.judging.leaveOutOutliers)
        judge += u" --outliers leave-out"_s;
    if (!judge.isEmpty())
        lines << u"sweepbench-cli judge "_s + againName + judge;
    return lines;
}

} // namespace

QString repeatSection(const Session &session)
{
    if (session.plan.targets.empty())
        return {};
    const QByteArray json = QJsonDocument(planToJson(session.plan)).toJson(QJsonDocument::Indented);
    QString html = u"<p>Save the plan below as <code>%1</code> "
                   "(<a download=\"%1\" href=\"data:application/json;base64,%2\">or as a file from here</a>), then:</p>\n"_s.arg(
                       planName, QString::fromLatin1(json.toBase64()));
    html += u"<pre><code>%1</code></pre>\n"_s.arg(htmlLines(commandLines(session).join(u'\n')));
    // What the file of a plan lacks is missing in this one too, whether the open session has it or not.
    const auto stored = planFromJsonText(json);
    if (!stored.ok() || !missingSecrets(*stored).empty())
        html += u"<p>Passwords and the values of secret headers are left out of the plan: give them with <code>--header</code> and "
                "<code>--user</code>.</p>\n"_s;
    html += u"<pre class=\"plan\"><code>%1</code></pre>\n"_s.arg(htmlLines(QString::fromUtf8(json).trimmed()));
    return htmlSection(u"repeat"_s, u"How to repeat it"_s, html);
}

} // namespace sweepbench
