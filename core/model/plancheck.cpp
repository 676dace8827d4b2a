// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/model/plan.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostTargets = 100;
constexpr int mostRepeats = 10'000;
constexpr int mostThreads = 256;
constexpr qint64 mostTrials = 1'000'000;
constexpr qint64 mostRequests = 1'000'000'000'000;

/// A token of RFC 9110, 5.6.2: what methods and header names are made of.
bool isToken(const QString &text)
{
    static constexpr QStringView others = u"!#$%&'*+-.^_`|~";
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || others.contains(c);
    });
}

bool isHeaderValue(const QString &text)
{
    return std::none_of(text.begin(), text.end(), [](QChar c) { return c == u'\r' || c == u'\n' || c == u'\0'; });
}

class Checker
{
public:
    Checker(const Plan &plan, const PlanLimits &limits) : m_plan(plan), m_limits(limits) {}

    std::vector<Problem> run()
    {
        checkTargets();
        checkLevels();
        checkLoad();
        checkRepeats();
        return std::move(m_problems);
    }

private:
    void add(const QString &field, const QString &text) { m_problems.push_back({field, text}); }

    void checkTargets()
    {
        if (m_plan.targets.empty())
            add(u"targets"_s, u"none was given; at least one URL is needed"_s);
        if (m_plan.targets.size() > mostTargets)
            add(u"targets"_s, u"%1 were given; at most %2 can be compared at once"_s.arg(m_plan.targets.size()).arg(mostTargets));
        QSet<QString> names;
        for (std::size_t i = 0; i < m_plan.targets.size(); ++i) {
            const Target &target = m_plan.targets[i];
            const QString where = u"targets[%1]."_s.arg(i);
            const auto url = parseHttpUrl(target.url);
            if (!url)
                add(where + u"url"_s, url.problem().text);
            if (names.contains(target.name))
                add(where + u"name"_s, u"\"%1\" is the name of an earlier target too; names tell the results apart"_s.arg(target.name));
            names.insert(target.name);
            checkRequest(target, where);
        }
    }

    void checkRequest(const Target &target, const QString &where)
    {
        if (!isToken(target.method))
            add(where + u"method"_s, u"\"%1\" is not an HTTP method; write it like GET or POST"_s.arg(target.method));
        if (target.method == u"CONNECT")
            add(where + u"method"_s, u"CONNECT asks for a tunnel and can't be measured"_s);
        for (const Header &header : target.headers) {
            const QString name = header.name.toLower();
            if (!isToken(header.name))
                add(where + u"headers"_s, u"\"%1\" is not a header name"_s.arg(header.name));
            else if (name == u"content-length" || name == u"transfer-encoding" || name == u"connection")
                add(where + u"headers"_s, u"%1 is set by the program; use the body and keep-alive options"_s.arg(header.name));
            if (!isHeaderValue(header.value))
                add(where + u"headers"_s, u"the value of %1 has a line break in it"_s.arg(header.name));
        }
    }

    void checkLevels()
    {
        if (m_plan.sweep.levels.empty())
            add(u"connections"_s, u"no level was given; write whole numbers with commas, like 1,10,100"_s);
        for (int level : m_plan.sweep.levels)
            if (level < 1)
                add(u"connections"_s, u"%1 is below 1"_s.arg(level));
        if (m_plan.sweep.levels.empty())
            return;
        const qint64 most = *std::max_element(m_plan.sweep.levels.begin(), m_plan.sweep.levels.end());
        const qint64 available = m_limits.descriptors - m_limits.reservedDescriptors;
        if (most > available)
            add(u"connections"_s, u"%1 need more than the %2 file descriptors that are left of this process's limit of %3; "
                                  "lower the level or raise the limit (ulimit -n)"_s.arg(most).arg(available).arg(m_limits.descriptors));
    }

    void checkLoad()
    {
        const Load &load = m_plan.load;
        if (load.requests && load.duration)
            add(u"requests and duration"_s, u"both were given; a trial stops after one of them"_s);
        if (!load.requests && !load.duration)
            add(u"requests or duration"_s, u"neither was given; a trial needs one of them"_s);
        if (load.requests && (*load.requests < 1 || *load.requests > mostRequests))
            add(u"requests"_s, u"%1 is not from 1 to %2"_s.arg(*load.requests).arg(mostRequests));
        if (load.duration && load.duration->count() < 1'000'000)
            add(u"duration"_s, u"%1 is too short; a trial needs at least 1ms"_s.arg(durationText(*load.duration)));
        if (load.warmup.count() < 0)
            add(u"warm-up"_s, u"a negative time was given; 0s is none"_s);
        if (load.timeout.count() < 1'000'000)
            add(u"timeout"_s, u"%1 is too short; at least 1ms is needed"_s.arg(durationText(load.timeout)));
        if (load.requestsPerConnection < 0)
            add(u"keep-alive"_s, u"%1 requests per connection were given; write on, off or a number from 1"_s.arg(load.requestsPerConnection));
        if (load.threads < 0 || load.threads > mostThreads)
            add(u"threads"_s, u"%1 is not from 1 to %2 (or auto)"_s.arg(load.threads).arg(mostThreads));
        if (m_plan.primaryMetric == Metric::RuntimeS && !load.requests)
            add(u"primary_metric"_s, u"runtime_s needs trials that stop after a number of requests"_s);
        for (int cpu : load.clientCpus)
            if (cpu < 0 || cpu >= m_limits.cpus)
                add(u"client CPUs"_s, u"this machine has no CPU %1; they are numbered 0 to %2"_s.arg(cpu).arg(m_limits.cpus - 1));
    }

    void checkRepeats()
    {
        if (m_plan.repeats < 1 || m_plan.repeats > mostRepeats)
            add(u"repeats"_s, u"%1 is not from 1 to %2"_s.arg(m_plan.repeats).arg(mostRepeats));
        const qint64 trials = static_cast<qint64>(m_plan.targets.size() * m_plan.sweep.levels.size()) * m_plan.repeats;
        if (m_problems.empty() && trials > mostTrials)
            add(u"repeats"_s, u"targets x levels x repeats make %1 trials; at most %2 fit into one session"_s.arg(trials).arg(mostTrials));
    }

    const Plan &m_plan;
    const PlanLimits &m_limits;
    std::vector<Problem> m_problems;
};

} // namespace

std::vector<Problem> checkPlan(const Plan &plan, const PlanLimits &limits)
{
    return Checker(plan, limits).run();
}

} // namespace sweepbench
