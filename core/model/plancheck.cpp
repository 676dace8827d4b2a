// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/model/plancheckparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostThreads = 256;
constexpr qint64 mostTrials = 1'000'000;
constexpr qint64 mostRequests = 1'000'000'000'000;

/// File descriptors that a number of connections at once takes.
qint64 descriptorsFor(qint64 connections, const Load &load)
{
    if (load.transport == TransportKind::Socket)
        return connections;
    // QNetworkAccessManager groups connections by six, and groups and threads cost some; streams of HTTP/2 share connections.
    constexpr qint64 overhead = 16;
    return overhead + connections / 6 + (load.http == HttpVersion::Http1 ? connections : 0);
}

class LoadChecker
{
public:
    /// The plan's own load, or the one that the target at \a target has.
    LoadChecker(const Plan &plan, const PlanLimits &limits, int target = -1)
        : m_plan(plan), m_load(loadOf(plan, target)), m_limits(limits), m_target(target)
    {
    }

    std::vector<Problem> run()
    {
        checkLevels();
        checkPacing();
        checkLength();
        checkTransport();
        checkClient();
        return std::move(m_problems);
    }

private:
    void add(const QString &field, const QString &text) { m_problems.push_back({field, text}); }

    void checkLevels()
    {
        const std::vector<int> &levels = m_plan.sweep.levels;
        const bool overRates = m_plan.sweep.axis == SweepAxis::Rate;
        const QString field = overRates ? u"rates"_s : u"connections"_s;
        if (levels.empty())
            add(field, u"no level was given; write whole numbers with commas, like 1,10,100"_s);
        for (const int level : levels)
            if (level < 1)
                add(field, u"%1 is below 1"_s.arg(level));
            else if (level > highestLevel)
                add(field, u"%1 is above %2"_s.arg(level).arg(highestLevel));
        if (overRates && m_load.rate)
            add(u"rate"_s, u"%1 is given beside a sweep over rates; leave one of them out"_s.arg(*m_load.rate));
        if (overRates && (m_load.connections < 1 || m_load.connections > highestLevel))
            add(u"connections"_s, u"%1 is not from 1 to %2"_s.arg(m_load.connections).arg(highestLevel));
        if (overRates || !levels.empty())
            checkDescriptors(overRates ? m_load.connections : *std::max_element(levels.begin(), levels.end()));
    }

    void checkDescriptors(qint64 connections)
    {
        const qint64 available = m_limits.descriptors - m_limits.reservedDescriptors;
        if (descriptorsFor(connections, m_load) > available)
            add(u"connections"_s, u"%1 need more than the %2 file descriptors that are left of this process's limit of %3; "
                                  "lower the level or raise the limit (ulimit -n)"_s.arg(connections).arg(available).arg(m_limits.descriptors));
    }

    void checkPacing()
    {
        if (m_load.rate && (*m_load.rate < 1 || *m_load.rate > highestLevel))
            add(u"rate"_s, u"%1 is not a whole number of requests per second from 1 to %2"_s.arg(*m_load.rate).arg(highestLevel));
        if (m_load.arrivals != Arrivals::Uniform && !isOpenLoop(m_plan))
            add(u"arrivals"_s, u"%1 was given without a rate; each connection asks again when it has its answer"_s.arg(arrivalsId(m_load.arrivals)));
        if (m_load.thinkTime.count() < 0)
            add(u"think time"_s, u"a negative time was given; 0s is none"_s);
        else if (m_load.thinkTime.count() > 0 && isOpenLoop(m_plan))
            add(u"think time"_s, u"%1 was given beside a rate, which alone says when requests are due; leave one of them out"_s
                                     .arg(durationText(m_load.thinkTime)));
        if (m_load.rampUp.count() < 0)
            add(u"ramp-up"_s, u"a negative time was given; 0s is none"_s);
        if (m_load.warmup.count() < 0)
            add(u"warm-up"_s, u"a negative time was given; 0s is none"_s);
    }

    void checkLength()
    {
        if (m_load.requests && m_load.duration)
            add(u"requests and duration"_s, u"both were given; a trial stops after one of them"_s);
        if (!m_load.requests && !m_load.duration)
            add(u"requests or duration"_s, u"neither was given; a trial needs one of them"_s);
        if (m_load.requests && (*m_load.requests < 1 || *m_load.requests > mostRequests))
            add(u"requests"_s, u"%1 is not from 1 to %2"_s.arg(*m_load.requests).arg(mostRequests));
        if (m_load.duration && m_load.duration->count() < 1'000'000)
            add(u"duration"_s, u"%1 is too short; a trial needs at least 1ms"_s.arg(durationText(*m_load.duration)));
        if (m_load.timeout.count() < 1'000'000)
            add(u"timeout"_s, u"%1 is too short; at least 1ms is needed"_s.arg(durationText(m_load.timeout)));
        if (m_plan.primaryMetric == Metric::RuntimeS && !m_load.requests)
            add(u"primary_metric"_s, u"runtime_s needs trials that stop after a number of requests"_s);
    }

    /// Only QNetworkAccessManager brings these along.
    void checkTransport()
    {
        const bool http2 = m_load.http == HttpVersion::Http2;
        if (m_load.requestsPerConnection < 0)
            add(u"keep-alive"_s, u"%1 requests per connection were given; write on, off or a number from 1"_s.arg(m_load.requestsPerConnection));
        if (m_load.transport == TransportKind::Socket) {
            if (http2)
                add(u"http"_s, u"HTTP/2 needs the qnam transport; the socket transport speaks HTTP/1.1"_s);
            if (m_load.followRedirects)
                add(u"redirects"_s, u"following redirects needs the qnam transport; the socket transport counts them as answers"_s);
            if (m_load.cookies)
                add(u"cookies"_s, u"keeping cookies needs the qnam transport; with the socket transport, send a Cookie header"_s);
            return;
        }
        if (http2 && m_load.requestsPerConnection > 0)
            add(u"keep-alive"_s, u"%1 was given, and HTTP/2 connections always stay open; write on, or use HTTP/1.1"_s.arg(keepAliveText(m_load)));
        for (std::size_t i = 0; i < m_plan.targets.size() && http2; ++i)
            if (m_target < 0 ? !m_plan.targets[i].load.has(LoadField::Http) : m_target == static_cast<int>(i))
                checkHttp2(m_plan.targets[i], i);
    }

    void checkHttp2(const Target &target, std::size_t index)
    {
        // RFC 9113, 3.3: prior knowledge is a matter between client and server; a proxy in between would have to share it.
        const auto url = parseHttpUrl(target.url);
        if (url && !url->tls && !target.proxy.isEmpty())
            add(u"targets[%1].proxy"_s.arg(index), u"HTTP/2 without TLS can't go through a proxy; use https, HTTP/1.1 or no proxy"_s);
    }

    void checkClient()
    {
        if (m_load.threads < 0 || m_load.threads > mostThreads)
            add(u"threads"_s, u"%1 is not from 1 to %2 (or auto)"_s.arg(m_load.threads).arg(mostThreads));
        for (const int cpu : m_load.clientCpus)
            if (cpu < 0 || cpu >= m_limits.cpus)
                add(u"client CPUs"_s, u"this machine has no CPU %1; they are numbered 0 to %2"_s.arg(cpu).arg(m_limits.cpus - 1));
    }

    const Plan &m_plan;
    const Load m_load;
    const PlanLimits &m_limits;
    const int m_target;
    std::vector<Problem> m_problems;
};

void checkStopRule(const Plan &plan, std::vector<Problem> &problems)
{
    if (!plan.untilPrecise)
        return;
    const UntilPrecise &rule = *plan.untilPrecise;
    if (!(rule.within >= leastPrecision && rule.within <= mostPrecision))
        problems.push_back({u"until-precision"_s, u"%1 % is not from 0.01 % to 100 %"_s.arg(rule.within * 100)});
    if (rule.leastRepeats < 2)
        problems.push_back({u"repeats"_s, u"%1 is too few for an interval; the least is 2"_s.arg(rule.leastRepeats)});
    else if (rule.leastRepeats > plan.repeats)
        problems.push_back({u"repeats"_s, u"the least, %1, is above the most, %2"_s.arg(rule.leastRepeats).arg(plan.repeats)});
    if (rule.timeLimit && rule.timeLimit->count() <= 0)
        problems.push_back({u"time-limit"_s, u"a time above 0 is needed"_s});
    if (plan.targets.size() < 2)
        problems.push_back({u"until-precision"_s, u"a ratio needs two targets, and the plan has %1"_s.arg(plan.targets.size())});
    if (plan.order == TrialOrder::Sequential)
        problems.push_back({u"order"_s, u"sequential order has no blocks to stop after; use blocks"_s});
}

} // namespace

namespace {

/// What a target must not have of its own, since the levels or the other targets decide it.
void checkOwnFields(const Plan &plan, std::size_t index, std::vector<Problem> &problems)
{
    const LoadOverride &own = plan.targets[index].load;
    const QString where = u"targets[%1].load."_s.arg(index);
    if (own.has(LoadField::Connections) && plan.sweep.axis == SweepAxis::Connections)
        problems.push_back({where + u"connections"_s, u"given beside a sweep over connections, whose levels all targets share"_s});
    if (own.has(LoadField::Rate) && (plan.sweep.axis == SweepAxis::Rate || !plan.load.rate))
        problems.push_back({where + u"rate"_s, u"given for one target alone; a target has its own rate only where the plan has one rate for the others"_s});
    if (plan.primaryMetric == Metric::RuntimeS && own.has(LoadField::Length) && own.values.requests && !requestsPerTrial(plan))
        problems.push_back({where + u"requests"_s, u"runtime_s compares trials of the same number of requests; give all targets the same"_s});
}

} // namespace

std::vector<Problem> checkLoad(const Plan &plan, const PlanLimits &limits)
{
    std::vector<Problem> problems = LoadChecker(plan, limits).run();
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        if (plan.targets[i].load.isEmpty())
            continue;
        const std::vector<Problem> shared = problems;
        for (Problem &problem : LoadChecker(plan, limits, static_cast<int>(i)).run()) {
            if (std::find(shared.begin(), shared.end(), problem) != shared.end())
                continue; // the plan's load has it too
            if (!problem.field.startsWith(u"targets["))
                problem.field.prepend(u"targets[%1].load."_s.arg(i));
            problems.push_back(std::move(problem));
        }
        checkOwnFields(plan, i, problems);
    }
    return problems;
}

std::vector<Problem> checkPlan(const Plan &plan, const PlanLimits &limits)
{
    if (plan.imported)
        return {{u"plan"_s, u"of results that another tool measured, and nobody knows how; to measure these targets, make a plan of your own (compare)"_s}};
    std::vector<Problem> problems = checkTargets(plan.targets);
    for (Problem &problem : checkLoad(plan, limits))
        problems.push_back(std::move(problem));
    if (plan.repeats < 1 || plan.repeats > mostRepeats)
        problems.push_back({u"repeats"_s, u"%1 is not from 1 to %2"_s.arg(plan.repeats).arg(mostRepeats)});
    checkStopRule(plan, problems);
    const qint64 trials = static_cast<qint64>(plan.targets.size() * plan.sweep.levels.size()) * plan.repeats;
    if (problems.empty() && trials > mostTrials)
        problems.push_back({u"repeats"_s, u"targets x levels x repeats make %1 trials; at most %2 fit into one session"_s.arg(trials).arg(mostTrials)});
    return problems;
}

} // namespace sweepbench
