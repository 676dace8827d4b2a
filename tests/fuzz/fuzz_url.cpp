// SPDX-License-Identifier: GPL-3.0-or-later
// What people type: whatever is accepted can be sent as it is, and reads back from its own text as the same.
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/model/statusset.h"
#include "core/stats/threshold.h"
#include "tests/fuzz/finding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

using namespace sweepbench;
using namespace sweepbench::fuzz;
using namespace Qt::StringLiterals;

namespace {

bool isVisibleAscii(const QByteArray &bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

/// Only what goes on the wire is compared: a password, say, may be left out of the text.
void checkUrl(const QString &text)
{
    const auto url = parseHttpUrl(text);
    if (!url) {
        require(!url.problem().field.isEmpty() && !url.problem().text.isEmpty(), "a refusal says what of and why", text);
        return;
    }
    const QByteArray &target = url->requestTarget;
    require(target.startsWith('/') && isVisibleAscii(target) && !target.contains('#'), "the target of a request is fit to be sent",
            text + u" -> "_s + QString::fromLatin1(target));
    const QByteArray host = url->hostHeader();
    require(!url->host.isEmpty() && isVisibleAscii(host) && !host.contains('/') && !host.contains('@') && !host.contains(','),
            "the Host header is fit to be sent", text + u" -> "_s + QString::fromLatin1(host));
    require(url->port != 0, "a port is from 1 to 65535", text);

    const QString again = url->toString();
    const auto second = parseHttpUrl(again);
    require(second.ok(), "a URL's own text is accepted", text + u" -> "_s + again);
    require(second->host == url->host && second->port == url->port && second->requestTarget == target && second->hostHeader() == host
                && second->toString() == again,
            "a URL's own text means the same", text + u" -> "_s + again + u" -> "_s + second->toString());
    isLoopbackOrPrivateHost(url->host);
}

void checkLevels(const QString &text)
{
    const auto levels = parseLevels(text);
    if (!levels)
        return;
    const bool ascending = std::adjacent_find(levels->begin(), levels->end(), std::greater_equal<>()) == levels->end();
    require(!levels->empty() && levels->front() >= 1 && ascending, "levels are ascending numbers from 1", text);
    const auto again = parseLevels(levelsText(*levels));
    require(again.ok() && *again == *levels, "levels read back from their own text", text + u" -> "_s + levelsText(*levels));
}

void checkDuration(const QString &text)
{
    const auto duration = parseDuration(text, u"duration"_s);
    if (!duration)
        return;
    require(duration->count() >= 0, "no duration is negative", text);
    const auto again = parseDuration(durationText(*duration), u"duration"_s);
    require(again.ok() && *again == *duration, "a duration reads back from its own text", text + u" -> "_s + durationText(*duration));
}

void checkCpus(const QString &text)
{
    const auto cpus = parseCpuList(text);
    if (!cpus)
        return;
    const bool ascending = std::adjacent_find(cpus->begin(), cpus->end(), std::greater_equal<>()) == cpus->end();
    require(!cpus->empty() && cpus->front() >= 0 && ascending, "CPUs are ascending numbers from 0", text);
    const auto again = parseCpuList(cpuListText(*cpus));
    require(again.ok() && *again == *cpus, "CPUs read back from their own text", text + u" -> "_s + cpuListText(*cpus));
}

void checkStatuses(const QString &text)
{
    const auto set = parseStatusSet(text);
    if (!set)
        return;
    const auto again = parseStatusSet(set->text());
    require(again.ok() && *again == *set, "statuses read back from their own text", text + u" -> "_s + set->text());
    for (const int status : {-1, 0, 99, 1000})
        require(!set->contains(status), "statuses are from 100 to 999", text);
}

/// A threshold as plainly as it can be written.
QString plainText(const Threshold &threshold)
{
    constexpr std::array<const char16_t *, 4> operators{u"<", u"<=", u">", u">="}; // as ThresholdOperator has them
    QString text = threshold.target.isEmpty() ? QString() : threshold.target + u':';
    text += figureId(threshold) + (threshold.ratio ? u".ratio"_s : QString());
    if (threshold.level)
        text += u'@' + QString::number(*threshold.level);
    text += QString::fromUtf16(operators[static_cast<std::size_t>(threshold.op)]);
    const bool asPercent = threshold.figure == ThresholdFigure::ErrorRate && threshold.limit == 1; // a bare 1 is refused there
    return text + (asPercent ? u"100%"_s : QString::number(threshold.limit, 'g', 17));
}

void checkThreshold(const QString &text)
{
    const auto threshold = parseThreshold(text, u"--fail-if"_s);
    if (!threshold) {
        require(!threshold.problem().text.isEmpty(), "a refusal says why", text);
        return;
    }
    require(std::isfinite(threshold->limit) && threshold->limit >= 0, "a limit is a number from 0", text);
    if (threshold->limit != 0 && threshold->limit < 1e-300)
        return; // too small to be written with all its digits
    auto again = parseThreshold(plainText(*threshold), u"--fail-if"_s);
    require(again.ok(), "a threshold's plain text is accepted", text + u" -> "_s + plainText(*threshold));
    again->expression = threshold->expression;
    require(*again == *threshold, "a threshold's plain text means the same", text + u" -> "_s + plainText(*threshold));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    checkUrl(text);
    checkLevels(text);
    checkDuration(text);
    checkCpus(text);
    checkStatuses(text);
    checkThreshold(text);
    const auto whole = parseWhole(text, u"number"_s, 3, 5000);
    require(!whole || (*whole >= 3 && *whole <= 5000), "a number is within its range", text);
    return 0;
}
