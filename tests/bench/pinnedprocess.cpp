// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/pinnedprocess.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sweepbench::bench {

namespace {

void pinTo(const std::vector<int> &cpus)
{
    if (cpus.empty())
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : cpus)
        CPU_SET(static_cast<std::size_t>(cpu), &set);
    ::sched_setaffinity(0, sizeof set, &set);
}

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

[[noreturn]] void becomeProgram(const std::vector<char *> &arguments, const std::vector<int> &cpus, int output)
{
    pinTo(cpus);
    ::dup2(output, STDOUT_FILENO);
    const int null = ::open("/dev/null", O_WRONLY);
    ::dup2(null, STDERR_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
}

} // namespace

ProcessUse runPinned(const QStringList &command, const std::vector<int> &cpus)
{
    std::vector<QByteArray> words;
    for (const QString &word : command)
        words.push_back(word.toLocal8Bit());
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    int pipeEnds[2];
    if (::pipe2(pipeEnds, O_CLOEXEC) != 0)
        return {};
    const pid_t child = ::fork();
    if (child == 0)
        becomeProgram(arguments, cpus, pipeEnds[1]);
    ::close(pipeEnds[1]);
    ProcessUse use;
    char buffer[16384];
    for (ssize_t count; (count = ::read(pipeEnds[0], buffer, sizeof buffer)) > 0;)
        use.output.append(buffer, static_cast<qsizetype>(count));
    ::close(pipeEnds[0]);
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    use.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    use.peakMemoryBytes = static_cast<double>(usage.ru_maxrss) * 1024; // the kernel counts in KiB
    use.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return use;
}

} // namespace sweepbench::bench
