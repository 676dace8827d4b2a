// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions differ, they are never faster: between two of them more changes than the server.
#include "core/stats/acrossparts.h"
#include "core/stats/errorrate.h"
#include "core/stats/wording.h"

#include "core/model/format.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

class Words
{
public:
    Words(const AcrossComparison &comparison, const AcrossSessions &across, const std::vector<NamedSession> &sessions)
        : m_comparison(comparison), m_across(across), m_measured{comparison.metric, across.openLoop}
    {
        const AcrossSubject &subject = across.subjects[static_cast<std::size_t>(comparison.subject)];
        m_baseline = subjectIn(subject, 0, sessions);
        m_candidate = subjectIn(subject, comparison.session, sessions);
    }

    QString sentence() const
    {
        if (!m_comparison.ratio)
            return begin(u"nothing"_s) + u" can be said of %1 in %2 %3: %4"_s.arg(metricNoun(m_measured), whichSessions(), level(), m_comparison.missing);
        if (!m_comparison.primary)
            return exploratory();
        if (!m_comparison.pHolm)
            return begin(u"no"_s) + u" word on whether %1 differ %2: %3; %4"_s.arg(whichSessions(), level(), ratio(), m_comparison.missing);
        if (agrees(m_comparison))
            return begin(whichSessions()) + u" agree within %1 in %2 %3: %4 %5"_s.arg(wholePercent(qRound(acrossMargin * 100)), metricNoun(m_measured),
                                                                                     level(), ratio(), evidence(true));
        if (m_comparison.differ)
            return begin(whichSessions()) + u" differ: %1 %2 %3"_s.arg(ratio(), level(), evidence(false));
        return begin(u"no"_s) + u" clear difference between %1 in the %2 of %3 %4 %5"_s.arg(
                   whichSessions(), metricNoun(m_measured), subjectName(), level(), evidence(true));
    }

private:
    /// With a capital letter, or after what the figures are related to.
    QString begin(const QString &start) const
    {
        if (m_comparison.relative)
            return u"Relative to %1, %2"_s.arg(m_across.common()->name, start);
        return start.first(1).toUpper() + start.sliced(1);
    }

    QString whichSessions() const
    {
        if (m_across.sessions.size() == 2)
            return u"these two sessions"_s;
        return u"the sessions %1 and %2"_s.arg(m_across.sessions.front(), m_across.sessions[m_comparison.session]);
    }

    QString subjectName() const { return m_across.subjects[static_cast<std::size_t>(m_comparison.subject)].name; }
    QString level() const { return atLevel(m_across.axis, m_comparison.level); }
    QString ratio() const { return ratioStatement(m_measured, m_candidate, m_baseline, *m_comparison.ratio); }

    QString basis() const
    {
        const QString what = m_comparison.relative ? u"pairs"_s : u"trials"_s;
        return u"%1 and %2 %3"_s.arg(formatCount(m_comparison.baselineValues), formatCount(m_comparison.candidateValues), what);
    }

    /// \a alone: not beside a statement that gives the direction.
    QString evidence(bool alone) const
    {
        QString interval = u"too wide to give"_s;
        if (m_comparison.simultaneousLow && m_comparison.simultaneousHigh) {
            const Interval bounds{*m_comparison.simultaneousLow, *m_comparison.simultaneousHigh};
            interval = alone ? intervalTextAlone(m_comparison.metric, bounds) : intervalText(m_comparison.metric, bounds, *m_comparison.ratio);
        }
        return u"(simultaneous %1 interval %2, %3)"_s.arg(confidenceText(1 - usualErrorRate), interval, basis());
    }

    QString exploratory() const
    {
        QString interval;
        if (m_comparison.ciLow && m_comparison.ciHigh)
            interval = u"%1 interval %2, "_s.arg(wholePercent(95), intervalText(m_comparison.metric, {*m_comparison.ciLow, *m_comparison.ciHigh},
                                                                              *m_comparison.ratio));
        return u"Exploratory: "_s + (m_comparison.relative ? u"relative to %1, "_s.arg(m_across.common()->name) : QString())
            + u"%1 %2 (%3%4)"_s.arg(ratio(), level(), interval, basis());
    }

    const AcrossComparison &m_comparison;
    const AcrossSessions &m_across;
    MeasuredAs m_measured;
    QString m_baseline;
    QString m_candidate;
};

} // namespace

QString acrossSentence(const AcrossComparison &comparison, const AcrossSessions &across, const std::vector<NamedSession> &sessions)
{
    return Words(comparison, across, sessions).sentence();
}

} // namespace sweepbench
