// SPDX-License-Identifier: GPL-3.0-or-later
// sessionwriter FILE append|create: saves until it is killed, and says on standard output what it has been promised is safe.
#include "core/session/sessionfile.h"
#include "samples.h"

#include <QCoreApplication>

#include <cstdio>

using namespace sweepbench;

namespace {

int fail(const Problem &problem)
{
    std::fprintf(stderr, "%s\n", qPrintable(problem.line()));
    return 1;
}

void say(int number)
{
    std::printf("%d\n", number);
    std::fflush(stdout);
}

int append(const QString &path)
{
    auto file = SessionFile::open(path);
    if (!file)
        return fail(file.problem());
    say(0);
    for (int order = 0; order < 100'000; ++order) {
        if (const auto problem = file->appendTrial(samples::largeTrial(order)))
            return fail(*problem);
        say(order + 1);
    }
    return 0;
}

/// Replaces the whole file again and again, each time with one trial more.
int create(const QString &path)
{
    Session session = samples::session();
    session.trials.clear();
    say(0);
    for (int order = 0; order < 100'000; ++order) {
        session.trials.push_back(samples::shared(samples::largeTrial(order)));
        const auto file = SessionFile::create(path, session);
        if (!file)
            return fail(file.problem());
        say(order + 1);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 3)
        return 2;
    return arguments[2] == QLatin1String("append") ? append(arguments[1]) : create(arguments[1]);
}
