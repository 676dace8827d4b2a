// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advancedoptions.h"

#include "core/model/parse.h"
#include "ui/charts/loadtext.h"
#include "ui/choicebox.h"
#include "ui/fieldname.h"
#include "ui/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostRate = 1'000'000; ///< as the levels of a sweep

/// As people write a limit: "10m".
QString limitText(std::chrono::nanoseconds limit)
{
    constexpr std::chrono::nanoseconds minute = std::chrono::minutes(1);
    return limit.count() > 0 && limit % minute == std::chrono::nanoseconds(0) ? u"%1m"_s.arg(limit / minute) : durationText(limit);
}

int metricIndex(Metric metric)
{
    return int(std::find(allMetrics.begin(), allMetrics.end(), metric) - allMetrics.begin());
}

} // namespace

AdvancedOptions::AdvancedOptions(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(12);
    layout->addLayout(makeFields());
    for (Field *field : fields()) {
        connect(field, &Field::edited, this, &AdvancedOptions::edited);
        connect(field->edit(), &QLineEdit::returnPressed, this, &AdvancedOptions::submitted);
    }
    for (ChoiceField *field : {m_arrivals, m_transport, m_http, m_redirects, m_cookies, m_metric, m_order})
        connect(field, &ChoiceField::edited, this, &AdvancedOptions::edited);
}

QGridLayout *AdvancedOptions::makeFields()
{
    QStringList metrics;
    for (const Metric metric : allMetrics)
        metrics << metricTitle(metric);
    m_rate = new Field(tr("Request rate"), u"rate"_s);
    m_arrivals = new ChoiceField(tr("Arrivals"), u"arrivals"_s, {tr("uniform"), tr("Poisson")});
    m_think = new Field(tr("Think time"), u"think"_s);
    m_ramp = new Field(tr("Ramp-up"), u"ramp"_s);
    m_transport = new ChoiceField(tr("Transport"), u"transport"_s, {tr("socket"), tr("QNetworkAccessManager (qnam)")});
    m_http = new ChoiceField(tr("HTTP version"), u"http"_s, {tr("HTTP/1.1"), tr("HTTP/2")});
    m_redirects = new ChoiceField(tr("Redirects"), u"redirects"_s, {tr("not followed"), tr("followed")});
    m_cookies = new ChoiceField(tr("Cookies"), u"cookies"_s, {tr("not kept"), tr("kept within a trial")});
    m_keepAlive = new Field(tr("Keep-alive"), u"keepAlive"_s);
    m_timeout = new Field(tr("Time-out"), u"timeout"_s);
    m_threads = new Field(tr("Worker threads"), u"threads"_s);
    m_cpus = new Field(tr("Client CPUs"), u"clientCpus"_s);
    m_order = new ChoiceField(tr("Order"), u"order"_s, {tr("random blocks"), tr("target after target")});
    m_seed = new Field(tr("Seed of the order"), u"seed"_s);
    m_metric = new ChoiceField(tr("Verdict on"), u"metric"_s, metrics);
    m_precision = new Field(tr("Stop when precise"), u"untilPrecision"_s);
    m_least = new Field(tr("Repeats at least"), u"leastRepeats"_s);
    m_timeLimit = new Field(tr("Time limit"), u"timeLimit"_s);
    m_precision->setHint(tr("every ratio within, like 2%; empty: never"));
    m_ramp->setHint(tr("over which connections open"));
    m_transport->setHint(tr("what requests are sent with"));
    m_keepAlive->setHint(tr("on, off or requests per connection"));
    m_timeout->setHint(tr("of a request, connecting included"));
    m_threads->setHint(tr("auto or a number"));
    m_cpus->setHint(tr("like 0,2-3; empty: any"));
    m_order->setHint(tr("blocks meet the same conditions"));
    m_seed->setHint(tr("the same seed, the same order"));
    m_metric->setHint(tr("the other figures are exploratory"));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    QWidget *const all[] = {m_rate, m_arrivals, m_think, m_ramp, m_transport, m_http, m_redirects, m_cookies, m_keepAlive, m_timeout,
                            m_threads, m_cpus, m_order, m_seed, m_metric, nullptr, m_precision, m_least, m_timeLimit}; // the stop rule has a row of its own
    int at = 0;
    for (QWidget *field : all) {
        if (field)
            grid->addWidget(field, at / 4, at % 4);
        ++at;
    }
    for (int column = 0; column < 4; ++column)
        grid->setColumnStretch(column, 1);
    return grid;
}

void AdvancedOptions::setPlan(const Plan &plan)
{
    const Load &load = plan.load;
    m_rate->setText(load.rate ? QString::number(*load.rate) : QString());
    m_otherRate.clear();
    m_arrivals->setChoice(int(load.arrivals));
    m_think->setText(durationText(load.thinkTime));
    m_ramp->setText(durationText(load.rampUp));
    m_transport->setChoice(int(load.transport));
    m_http->setChoice(int(load.http));
    m_redirects->setChoice(load.followRedirects ? 1 : 0);
    m_cookies->setChoice(load.cookies ? 1 : 0);
    m_keepAlive->setText(keepAliveText(load));
    m_timeout->setText(durationText(load.timeout));
    m_threads->setText(load.threads == 0 ? u"auto"_s : QString::number(load.threads));
    m_cpus->setText(cpuListText(load.clientCpus));
    m_order->setChoice(plan.order == TrialOrder::Blocks ? 0 : 1);
    m_seed->setText(QString::number(plan.seed));
    setMetric(plan.primaryMetric);
    setStopRule(plan);
}

void AdvancedOptions::setStopRule(const Plan &plan)
{
    const UntilPrecise rule = plan.untilPrecise.value_or(UntilPrecise());
    m_precision->setText(plan.untilPrecise ? percentText(rule.within) : QString());
    m_least->setText(QString::number(rule.leastRepeats));
    m_timeLimit->setText(rule.timeLimit ? limitText(*rule.timeLimit) : QString());
}

bool AdvancedOptions::stopsWhenPrecise() const
{
    return !m_precision->text().trimmed().isEmpty();
}

void AdvancedOptions::followAxis(SweepAxis axis)
{
    if (axis == SweepAxis::Rate) {
        m_otherRate = m_rate->text();
        m_rate->setText(QString());
    } else if (m_rate->text().isEmpty()) {
        m_rate->setText(m_otherRate);
    }
}

Metric AdvancedOptions::metric() const
{
    return allMetrics[std::size_t(m_metric->choice())];
}

void AdvancedOptions::setMetric(Metric metric)
{
    m_metric->setChoice(metricIndex(metric));
}

std::vector<Problem> AdvancedOptions::read(Plan &plan)
{
    std::vector<Problem> problems;
    Load &load = plan.load;
    readRate(plan, problems);
    load.arrivals = Arrivals(m_arrivals->choice());
    readTimes(plan, problems);
    load.transport = TransportKind(m_transport->choice());
    load.http = HttpVersion(m_http->choice());
    load.followRedirects = m_redirects->choice() == 1;
    load.cookies = m_cookies->choice() == 1;
    readKeepAlive(plan, problems);
    readClient(load, problems);
    readOrder(plan, problems);
    plan.primaryMetric = metric();
    readStopRule(plan, problems);
    offerWhatHolds(plan);
    for (const Problem &problem : problems)
        place(problem);
    return problems;
}

void AdvancedOptions::readRate(Plan &plan, std::vector<Problem> &problems)
{
    plan.load.rate.reset();
    if (m_rate->text().trimmed().isEmpty())
        return;
    if (const auto rate = parseWhole(m_rate->text(), u"request rate"_s, 1, mostRate); rate.ok())
        plan.load.rate = int(*rate);
    else
        problems.push_back(rate.problem());
}

void AdvancedOptions::readTimes(Plan &plan, std::vector<Problem> &problems)
{
    struct Time { const Field *field; QString name; std::chrono::nanoseconds *into; };
    const Time times[] = {{m_think, u"think time"_s, &plan.load.thinkTime},
                          {m_ramp, u"ramp-up"_s, &plan.load.rampUp},
                          {m_timeout, u"time-out"_s, &plan.load.timeout}};
    for (const Time &time : times) {
        if (const auto span = parseDuration(time.field->text(), time.name); span.ok())
            *time.into = *span;
        else
            problems.push_back(span.problem());
    }
}

/// The most repeats are the plan's, which the page reads; least and time limit say nothing without a precision.
void AdvancedOptions::readStopRule(Plan &plan, std::vector<Problem> &problems)
{
    plan.untilPrecise.reset();
    if (!stopsWhenPrecise())
        return;
    UntilPrecise rule;
    if (const auto within = parsePercent(m_precision->text(), u"until-precision"_s, leastPrecision, mostPrecision); within.ok())
        rule.within = *within;
    else
        problems.push_back(within.problem());
    if (const auto least = parseWhole(m_least->text(), u"least repeats"_s, 2, mostRepeats); least.ok())
        rule.leastRepeats = int(*least);
    else
        problems.push_back(least.problem());
    if (!m_timeLimit->text().trimmed().isEmpty()) {
        if (const auto limit = parseDuration(m_timeLimit->text(), u"time-limit"_s); limit.ok())
            rule.timeLimit = *limit;
        else
            problems.push_back(limit.problem());
    }
    plan.untilPrecise = rule;
}

void AdvancedOptions::readKeepAlive(Plan &plan, std::vector<Problem> &problems)
{
    const QString text = m_keepAlive->text().trimmed();
    if (text == u"on" || text == u"off") {
        plan.load.requestsPerConnection = text == u"on" ? 0 : 1;
        return;
    }
    if (const auto count = parseWhole(text, u"keep-alive"_s, 1, 1'000'000'000); count.ok())
        plan.load.requestsPerConnection = int(*count);
    else
        problems.push_back({u"keep-alive"_s, tr("\"%1\" is not on, off or a number of requests per connection").arg(text)});
}

void AdvancedOptions::readClient(Load &load, std::vector<Problem> &problems)
{
    load.threads = 0;
    if (const QString text = m_threads->text().trimmed(); text != u"auto" && !text.isEmpty()) {
        if (const auto threads = parseWhole(text, u"threads"_s, 1, 256); threads.ok())
            load.threads = int(*threads);
        else
            problems.push_back({u"threads"_s, tr("\"%1\" is not auto or a number from 1 to 256").arg(text)});
    }
    load.clientCpus.clear();
    if (m_cpus->text().trimmed().isEmpty())
        return;
    if (const auto cpus = parseCpuList(m_cpus->text()); cpus.ok())
        load.clientCpus = *cpus;
    else
        problems.push_back(cpus.problem());
}

void AdvancedOptions::readOrder(Plan &plan, std::vector<Problem> &problems)
{
    plan.order = m_order->choice() == 0 ? TrialOrder::Blocks : TrialOrder::Sequential;
    bool ok = false;
    plan.seed = m_seed->text().trimmed().toULongLong(&ok);
    if (!ok)
        problems.push_back({u"seed"_s, tr("\"%1\" is not a whole number from 0 to 2^64 - 1").arg(m_seed->text())});
}

/// What has no effect can't be chosen, and says why; what was chosen can always be taken back.
void AdvancedOptions::offerWhatHolds(const Plan &plan)
{
    const Load &load = plan.load;
    const bool rates = plan.sweep.axis == SweepAxis::Rate;
    const bool open = isOpenLoop(plan);
    const bool qnam = load.transport == TransportKind::Qnam;
    const QString needsQnam = tr("needs the qnam transport");
    m_rate->setEnabled(!rates || load.rate);
    m_rate->setHint(rates ? tr("the levels are the rates") : tr("per second; empty: closed loop"));
    m_arrivals->setEnabled(open || load.arrivals != Arrivals::Uniform);
    m_arrivals->setHint(open ? tr("how requests spread over time") : tr("needs a request rate"));
    m_think->setEnabled(!open || load.thinkTime.count() != 0);
    m_think->setHint(open ? tr("closed loop only") : tr("pause after each answer"));
    m_http->setEnabled(qnam || load.http != HttpVersion::Http1);
    m_http->setHint(qnam ? tr("HTTP/2: levels count streams") : needsQnam);
    m_redirects->setEnabled(qnam || load.followRedirects);
    m_redirects->setHint(qnam ? QString() : needsQnam);
    m_cookies->setEnabled(qnam || load.cookies);
    m_cookies->setHint(qnam ? QString() : needsQnam);
    const bool stops = stopsWhenPrecise();
    const QString needsPrecision = tr("needs a precision to stop at");
    m_least->setEnabled(stops);
    m_least->setHint(stops ? tr("before precision is asked for") : needsPrecision);
    m_timeLimit->setEnabled(stops);
    m_timeLimit->setHint(stops ? tr("like 10m; empty: none") : needsPrecision);
    for (std::size_t i = 0; i < allMetrics.size(); ++i)
        m_metric->setItemText(int(i), metricTitle(allMetrics[i], open));
}

ProblemLabel *AdvancedOptions::labelOf(const QString &field)
{
    const QString wanted = bareFieldName(field);
    const std::pair<QStringView, ProblemLabel *> names[] = {
        {u"rate", &m_rate->problemLabel()}, {u"requestrate", &m_rate->problemLabel()}, {u"arrivals", &m_arrivals->problemLabel()},
        {u"think", &m_think->problemLabel()}, {u"thinktime", &m_think->problemLabel()},
        {u"ramp", &m_ramp->problemLabel()}, {u"rampup", &m_ramp->problemLabel()},
        {u"transport", &m_transport->problemLabel()}, {u"http", &m_http->problemLabel()}, {u"httpversion", &m_http->problemLabel()},
        {u"redirects", &m_redirects->problemLabel()}, {u"cookies", &m_cookies->problemLabel()},
        {u"keepalive", &m_keepAlive->problemLabel()}, {u"timeout", &m_timeout->problemLabel()},
        {u"primarymetric", &m_metric->problemLabel()}, {u"untilprecision", &m_precision->problemLabel()},
        {u"threads", &m_threads->problemLabel()}, {u"clientcpus", &m_cpus->problemLabel()},
        {u"order", &m_order->problemLabel()}, {u"seed", &m_seed->problemLabel()},
        {u"leastrepeats", &m_least->problemLabel()}, {u"timelimit", &m_timeLimit->problemLabel()},
    };
    for (const auto &[name, label] : names)
        if (name == wanted)
            return label;
    return nullptr;
}

std::vector<ProblemLabel *> AdvancedOptions::labels() const
{
    std::vector<ProblemLabel *> all;
    for (Field *field : fields())
        all.push_back(&field->problemLabel());
    for (ChoiceField *field : {m_arrivals, m_transport, m_http, m_redirects, m_cookies, m_metric, m_order})
        all.push_back(&field->problemLabel());
    return all;
}

bool AdvancedOptions::place(const Problem &problem)
{
    ProblemLabel *label = labelOf(problem.field);
    if (label && label->problem().isEmpty())
        label->setProblem(problem.text);
    return label != nullptr;
}

void AdvancedOptions::clearProblems()
{
    for (ProblemLabel *label : labels())
        label->setProblem(QString());
}

bool AdvancedOptions::hasProblem() const
{
    const std::vector<ProblemLabel *> all = labels();
    return std::any_of(all.begin(), all.end(), [](const ProblemLabel *label) { return !label->problem().isEmpty(); });
}

} // namespace sweepbench
