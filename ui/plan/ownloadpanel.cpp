// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/ownloadpanel.h"

#include "core/model/parse.h"
#include "ui/fieldname.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int asPlan = 0; ///< the first choice of each box

/// What a box says for a load; the second choice is 1.
int choiceOf(LoadField what, const Load &load)
{
    switch (what) {
    case LoadField::Transport: return load.transport == TransportKind::Socket ? 1 : 2;
    case LoadField::Http: return load.http == HttpVersion::Http1 ? 1 : 2;
    case LoadField::Redirects: return load.followRedirects ? 2 : 1;
    case LoadField::Cookies: return load.cookies ? 2 : 1;
    case LoadField::Arrivals: return load.arrivals == Arrivals::Uniform ? 1 : 2;
    default: return asPlan;
    }
}

void choose(LoadField what, int choice, Load &load)
{
    const bool second = choice == 2;
    switch (what) {
    case LoadField::Transport: load.transport = second ? TransportKind::Qnam : TransportKind::Socket; break;
    case LoadField::Http: load.http = second ? HttpVersion::Http2 : HttpVersion::Http1; break;
    case LoadField::Redirects: load.followRedirects = second; break;
    case LoadField::Cookies: load.cookies = second; break;
    case LoadField::Arrivals: load.arrivals = second ? Arrivals::Poisson : Arrivals::Uniform; break;
    default: break;
    }
}

} // namespace

OwnLoadPanel::OwnLoadPanel(QWidget *parent)
    : TargetPanel(parent)
{
    const QString same = tr("as the plan");
    const auto typed = [this](LoadField what, const QString &name, const QString &title, const QString &hint) {
        auto *field = new Field(title, QString());
        field->setHint(hint);
        field->edit()->setPlaceholderText(tr("as the plan"));
        connect(field, &Field::edited, this, &OwnLoadPanel::edited);
        connect(field->edit(), &QLineEdit::returnPressed, this, &OwnLoadPanel::submitted);
        m_typed.push_back({what, name, field});
    };
    const auto chosen = [this, &same](LoadField what, const QString &name, const QString &title, const QString &first, const QString &second) {
        auto *field = new ChoiceField(title, QString(), {same, first, second});
        connect(field, &ChoiceField::edited, this, &OwnLoadPanel::edited);
        m_chosen.push_back({what, name, title, field});
    };
    typed(LoadField::KeepAlive, u"ownKeepAlive"_s, tr("Keep-alive"), tr("on, off or requests per connection"));
    typed(LoadField::Length, u"ownLength"_s, tr("Each trial lasts"), tr("5s, or 5000 requests"));
    typed(LoadField::Warmup, u"ownWarmup"_s, tr("Warm-up"), tr("200ms; 0s is none"));
    typed(LoadField::Timeout, u"ownTimeout"_s, tr("Time-out"), tr("30s"));
    typed(LoadField::ThinkTime, u"ownThink"_s, tr("Think time"), tr("closed loop only"));
    typed(LoadField::RampUp, u"ownRamp"_s, tr("Ramp-up"), tr("over which connections open"));
    typed(LoadField::Connections, u"ownConnections"_s, tr("Connections"), tr("of a sweep over rates"));
    typed(LoadField::Rate, u"ownRate"_s, tr("Request rate"), tr("where the plan has one rate"));
    typed(LoadField::Threads, u"ownThreads"_s, tr("Worker threads"), tr("auto or a number"));
    typed(LoadField::ClientCpus, u"ownCpus"_s, tr("Client CPUs"), tr("like 0,2-3"));
    chosen(LoadField::Transport, u"ownTransport"_s, tr("Transport"), tr("socket"), tr("qnam"));
    chosen(LoadField::Http, u"ownHttp"_s, tr("HTTP version"), tr("HTTP/1.1"), tr("HTTP/2"));
    chosen(LoadField::Redirects, u"ownRedirects"_s, tr("Redirects"), tr("not followed"), tr("followed"));
    chosen(LoadField::Cookies, u"ownCookies"_s, tr("Cookies"), tr("not kept"), tr("kept within a trial"));
    chosen(LoadField::Arrivals, u"ownArrivals"_s, tr("Arrivals"), tr("uniform"), tr("Poisson"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    int at = 0;
    const auto add = [grid, &at](QWidget *field) {
        grid->addWidget(field, at / 5, at % 5);
        ++at;
    };
    for (const Typed &one : m_typed)
        add(one.field);
    for (const Chosen &one : m_chosen)
        add(one.field);
    for (int column = 0; column < 5; ++column)
        grid->setColumnStretch(column, 1);
}

void OwnLoadPanel::setIndex(int index)
{
    const QString number = QString::number(index);
    for (const Typed &one : m_typed) {
        one.field->edit()->setObjectName(one.name + number);
        one.field->edit()->setAccessibleName(tr("%1 of target %2 alone").arg(one.field->title()->text()).arg(index + 1));
        one.field->setProblemName(one.name + number + u"Problem"_s);
    }
    for (const Chosen &one : m_chosen)
        one.field->setName(one.name + number, tr("%1 of target %2 alone").arg(one.title).arg(index + 1));
}

QString OwnLoadPanel::typedText(LoadField what, const Load &load) const
{
    switch (what) {
    case LoadField::KeepAlive: return keepAliveText(load);
    case LoadField::Length: return load.requests ? tr("%1 requests").arg(*load.requests) : durationText(load.duration.value_or(std::chrono::seconds(1)));
    case LoadField::Warmup: return durationText(load.warmup);
    case LoadField::Timeout: return durationText(load.timeout);
    case LoadField::ThinkTime: return durationText(load.thinkTime);
    case LoadField::RampUp: return durationText(load.rampUp);
    case LoadField::Connections: return QString::number(load.connections);
    case LoadField::Rate: return QString::number(load.rate.value_or(1));
    case LoadField::Threads: return load.threads == 0 ? u"auto"_s : QString::number(load.threads);
    case LoadField::ClientCpus: return cpuListText(load.clientCpus);
    default: return {};
    }
}

namespace {

template<typename From, typename To>
std::optional<Problem> take(const Result<From> &read, To &into)
{
    if (!read)
        return read.problem();
    into = static_cast<To>(*read);
    return std::nullopt;
}

std::optional<Problem> readKeepAlive(const QString &text, Load &load)
{
    if (text == u"on" || text == u"off") {
        load.requestsPerConnection = text == u"on" ? 0 : 1;
        return std::nullopt;
    }
    if (!take(parseWhole(text, QString(), 1, 1'000'000'000), load.requestsPerConnection))
        return std::nullopt;
    return Problem{QString(), OwnLoadPanel::tr("\"%1\" is not on, off or a number of requests per connection").arg(text)};
}

std::optional<Problem> readLength(const QString &text, Load &load)
{
    const QString number = text.section(u' ', 0, 0);
    if (text.contains(u' ') && text.section(u' ', 1).trimmed().startsWith(u'r')) { // "5000 requests"
        qint64 requests = 0;
        if (const auto problem = take(parseWhole(number, QString(), 1, 1'000'000'000'000), requests))
            return problem;
        load.requests = requests;
        load.duration.reset();
        return std::nullopt;
    }
    load.requests.reset();
    return take(parseDuration(text, QString()), load.duration.emplace());
}

} // namespace

std::optional<Problem> OwnLoadPanel::readTyped(LoadField what, const QString &text, Load &load) const
{
    switch (what) {
    case LoadField::KeepAlive: return readKeepAlive(text, load);
    case LoadField::Length: return readLength(text, load);
    case LoadField::Warmup: return take(parseDuration(text, QString()), load.warmup);
    case LoadField::Timeout: return take(parseDuration(text, QString()), load.timeout);
    case LoadField::ThinkTime: return take(parseDuration(text, QString()), load.thinkTime);
    case LoadField::RampUp: return take(parseDuration(text, QString()), load.rampUp);
    case LoadField::Connections: return take(parseWhole(text, QString(), 1, highestLevel), load.connections);
    case LoadField::Rate: return take(parseWhole(text, QString(), 1, highestLevel), load.rate.emplace());
    case LoadField::Threads:
        load.threads = 0;
        return text == u"auto" ? std::nullopt : take(parseWhole(text, QString(), 1, 256), load.threads);
    case LoadField::ClientCpus: return take(parseCpuList(text), load.clientCpus);
    default: return std::nullopt;
    }
}

void OwnLoadPanel::setTarget(const Target &target)
{
    for (const Typed &one : m_typed)
        one.field->setText(target.load.has(one.what) ? typedText(one.what, target.load.values) : QString());
    for (const Chosen &one : m_chosen)
        one.field->setChoice(target.load.has(one.what) ? choiceOf(one.what, target.load.values) : asPlan);
}

void OwnLoadPanel::apply(Target &target)
{
    target.load = {};
    Load load;
    for (const Typed &one : m_typed) {
        const QString text = one.field->text().trimmed();
        if (text.isEmpty())
            continue;
        if (const auto problem = readTyped(one.what, text, load))
            one.field->setProblem(problem->text);
        else
            target.load.take(one.what, load);
    }
    for (const Chosen &one : m_chosen) {
        if (one.field->choice() == asPlan)
            continue;
        choose(one.what, one.field->choice(), load);
        target.load.take(one.what, load);
    }
}

bool OwnLoadPanel::place(const QString &field, const QString &text)
{
    if (!field.startsWith(u"load."))
        return false;
    static const std::pair<QStringView, LoadField> names[] = {
        {u"keepalive", LoadField::KeepAlive}, {u"requests", LoadField::Length},  {u"duration", LoadField::Length},   {u"requestsorduration", LoadField::Length},
        {u"warmup", LoadField::Warmup},       {u"timeout", LoadField::Timeout},  {u"thinktime", LoadField::ThinkTime}, {u"rampup", LoadField::RampUp},
        {u"connections", LoadField::Connections}, {u"rate", LoadField::Rate},    {u"threads", LoadField::Threads},   {u"clientcpus", LoadField::ClientCpus},
        {u"transport", LoadField::Transport}, {u"http", LoadField::Http},        {u"redirects", LoadField::Redirects}, {u"cookies", LoadField::Cookies},
        {u"arrivals", LoadField::Arrivals},   {u"primarymetric", LoadField::Length}};
    const QString wanted = bareFieldName(field.mid(5));
    for (const auto &[name, what] : names) {
        if (name != wanted)
            continue;
        for (const Typed &one : m_typed)
            if (one.what == what)
                one.field->setProblem(text);
        for (const Chosen &one : m_chosen)
            if (one.what == what)
                one.field->problemLabel().setProblem(text);
        return true;
    }
    return false;
}

void OwnLoadPanel::clearProblems()
{
    for (const Typed &one : m_typed)
        one.field->setProblem(QString());
    for (const Chosen &one : m_chosen)
        one.field->problemLabel().setProblem(QString());
}

QString OwnLoadPanel::problem() const
{
    for (const Typed &one : m_typed)
        if (!one.field->problem().isEmpty())
            return one.field->problem();
    for (const Chosen &one : m_chosen)
        if (!one.field->problem().isEmpty())
            return one.field->problem();
    return {};
}

QStringList OwnLoadPanel::summary(const Target &target) const
{
    return target.load.isEmpty() ? QStringList() : QStringList{loadOverrideText(target.load)};
}

} // namespace sweepbench
