// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/progressline.h"

#include "core/model/format.h"
#include "core/session/textwidth.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString progressText(const Plan &plan, const RunProgress &progress)
{
    const auto target = static_cast<std::size_t>(progress.current.target);
    const auto level = static_cast<std::size_t>(progress.current.level);
    if (target >= plan.targets.size() || level >= plan.sweep.levels.size())
        return {};
    const QString most = progress.atMost ? u"at most "_s : QString();
    QString text = u"trial %1 of %2: %3, %4"_s.arg(QString::number(std::min(progress.trialsDone + 1, progress.trialsTotal)),
                                                  most + QString::number(progress.trialsTotal), printable(plan.targets[target].name),
                                                  levelText(plan.sweep.axis, plan.sweep.levels[level]));
    const Load load = loadOf(plan, progress.current.target);
    if (load.rate)
        text += u", "_s + levelText(SweepAxis::Rate, *load.rate);
    if (load.transport != TransportKind::Socket)
        text += u", "_s + transportText(load.transport, load.http);
    if (progress.timeLeft.count() >= 0)
        text += u", %1%2 left"_s.arg(most, formatTime(progress.timeLeft));
    return text;
}

ProgressLine::ProgressLine(bool quiet) : m_enabled(!quiet && ::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::show(const Plan &plan, const RunProgress &progress)
{
    if (m_enabled)
        showText(progressText(plan, progress));
}

void ProgressLine::showText(const QString &line)
{
    if (!m_enabled)
        return;
    winsize size{};
    const int columns = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    const QString text = line.left(columns - 1); // a wrapped line can't be written over
    std::fprintf(stderr, "\r\033[K%s", text.toUtf8().constData());
    std::fflush(stderr);
    m_shown = true;
}

void ProgressLine::clear()
{
    if (!m_shown)
        return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    m_shown = false;
}

} // namespace sweepbench
