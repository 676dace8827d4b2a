// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/childprocess.h"

#include <QByteArray>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace sweepbench::test {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Strings as execve() wants them; made before fork(), after which nothing may be allocated.
class StringArray
{
public:
    void add(const QByteArray &text) { m_strings.push_back(text); }
    /// After the last add().
    void seal()
    {
        for (QByteArray &text : m_strings)
            m_pointers.push_back(text.data());
        m_pointers.push_back(nullptr);
    }
    char *const *get() const { return m_pointers.data(); }

private:
    std::vector<QByteArray> m_strings;
    std::vector<char *> m_pointers;
};

/// Everything that the child needs, prepared before fork().
struct Launch
{
    QByteArray program;
    StringArray arguments;
    StringArray environment;
    int output = -1;
    std::optional<cpu_set_t> cpus;
    std::optional<std::pair<uid_t, gid_t>> user;
    std::function<int()> prepare;
    pid_t parent = 0;
    int report = -1; ///< gets the errno when the program can't be executed
};

int shellStatus(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Tells the parent why there is no program to run.
[[noreturn]] void fail(const Launch &launch, int reason)
{
    [[maybe_unused]] const ssize_t n = ::write(launch.report, &reason, sizeof reason);
    ::_exit(127);
}

/// What the child does between fork() and execve(): system calls only.
[[noreturn]] void becomeProgram(const Launch &launch)
{
    ::setpgid(0, 0);
    if (launch.prepare) {
        if (const int reason = launch.prepare())
            fail(launch, reason);
    }
    if (launch.user && (::setgroups(0, nullptr) != 0 || ::setgid(launch.user->second) != 0 || ::setuid(launch.user->first) != 0))
        ::_exit(127);
    // The program's main process then ends its workers itself, which SIGKILL would leave behind.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != launch.parent)
        ::_exit(127);
    if (launch.cpus)
        ::sched_setaffinity(0, sizeof *launch.cpus, &*launch.cpus);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int input = ::open("/dev/null", O_RDONLY);
    ::dup2(input, STDIN_FILENO);
    ::dup2(launch.output, STDOUT_FILENO);
    ::dup2(launch.output, STDERR_FILENO);
    ::execve(launch.program.constData(), launch.arguments.get(), launch.environment.get());
    fail(launch, errno);
}

} // namespace

ChildProcess::~ChildProcess()
{
    stop();
}

bool ChildProcess::start(const QString &program, const QStringList &arguments, const Options &options)
{
    stop();
    m_exit.reset();
    m_error.clear();
    m_startError = 0;

    Launch launch;
    launch.program = QFile::encodeName(program);
    launch.arguments.add(launch.program);
    for (const QString &argument : arguments)
        launch.arguments.add(argument.toLocal8Bit());
    for (char **entry = environ; *entry; ++entry)
        launch.environment.add(*entry);
    for (const QString &entry : options.environment)
        launch.environment.add(entry.toLocal8Bit());
    launch.arguments.seal();
    launch.environment.seal();
    if (options.cpu) {
        launch.cpus.emplace();
        CPU_ZERO(&*launch.cpus);
        CPU_SET(static_cast<std::size_t>(*options.cpu), &*launch.cpus);
    }
    if (!options.user.isEmpty()) {
        const passwd *entry = ::getpwnam(options.user.constData());
        if (!entry) {
            m_error = QStringLiteral("there is no user %1").arg(QString::fromLocal8Bit(options.user));
            return false;
        }
        launch.user = {entry->pw_uid, entry->pw_gid};
    }
    const QByteArray outputName = options.outputFile.isEmpty() ? QByteArray("/dev/null") : QFile::encodeName(options.outputFile);
    launch.output = ::open(outputName.constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    int report[2] = {-1, -1};
    if (launch.output < 0 || ::pipe2(report, O_CLOEXEC) != 0) {
        m_error = QStringLiteral("%1: %2").arg(program, QString::fromLocal8Bit(std::strerror(errno)));
        return false;
    }
    launch.prepare = options.prepare;
    launch.report = report[1];
    launch.parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0)
        becomeProgram(launch);
    ::close(report[1]);
    ::close(launch.output);
    int reason = child < 0 ? errno : 0;
    const bool failed = child < 0 || ::read(report[0], &reason, sizeof reason) == sizeof reason; // closed by execve()
    ::close(report[0]);
    if (failed) {
        if (child > 0)
            ::waitpid(child, nullptr, 0);
        m_startError = reason;
        m_error = QStringLiteral("%1: %2").arg(program, QString::fromLocal8Bit(std::strerror(reason)));
        return false;
    }
    m_pid = child;
    return true;
}

bool ChildProcess::isRunning()
{
    return !waitForExit(milliseconds(0)).has_value() && m_pid != 0;
}

std::optional<int> ChildProcess::waitForExit(milliseconds timeout)
{
    const Clock::time_point deadline = Clock::now() + timeout;
    while (m_pid != 0) {
        int status = 0;
        if (::waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_exit = shellStatus(status);
            ::kill(-m_pid, SIGKILL); // whatever it left behind in its group
            m_pid = 0;
            break;
        }
        if (Clock::now() >= deadline)
            return std::nullopt;
        std::this_thread::sleep_for(milliseconds(2));
    }
    return m_exit;
}

void ChildProcess::stop(milliseconds patience)
{
    if (m_pid == 0)
        return;
    ::kill(m_pid, SIGTERM);
    if (!waitForExit(patience))
        kill();
}

void ChildProcess::kill()
{
    if (m_pid == 0)
        return;
    ::kill(-m_pid, SIGKILL);
    waitForExit(std::chrono::seconds(5));
}

} // namespace sweepbench::test
