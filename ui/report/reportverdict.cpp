// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/rankedfindings.h"
#include "ui/report/reporthtml.h"
#include "ui/report/reportmark.h"
#include "ui/report/reportparts.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString verdictMark(const Comparison &comparison)
{
    switch (comparison.verdict) {
    case Verdict::Faster: return targetMark(comparison.candidate);
    case Verdict::Slower: return targetMark(comparison.baseline);
    case Verdict::Equivalent: return u"<span class=\"sign\" aria-hidden=\"true\">=</span>"_s;
    case Verdict::Inconclusive:
    case Verdict::NotCompared: break;
    }
    return u"<span class=\"sign\" aria-hidden=\"true\">?</span>"_s;
}

QString whyNoVerdict(const Session &session)
{
    if (session.trials.empty())
        return u"Nothing was measured."_s;
    if (session.plan.targets.size() < 2)
        return u"One target was measured: there is nothing to compare it with."_s;
    return u"No level has trials of both targets: there is nothing to compare."_s;
}

QString findingList(const std::vector<Finding> &findings)
{
    QString html;
    for (const Finding &finding : findings)
        html += u"<li class=\"%1\" dir=\"auto\"><b>%1</b> %2</li>\n"_s.arg(severityId(finding.severity), htmlText(finding.text));
    return html.isEmpty() ? QString() : u"<ul class=\"findings\">\n%1</ul>\n"_s.arg(html);
}

} // namespace

QString verdictSection(const Session &session, const Analysis &analysis)
{
    QString html;
    for (const Comparison &comparison : session.trials.empty() ? std::vector<Comparison>() : analysis.verdicts()) {
        QString other;
        if (!comparison.otherSentence.isEmpty())
            other = u"<br/><small>%1 %2</small>"_s.arg(comparison.pairsLeftOut > 0 ? u"With the outliers:"_s : u"Without the outliers:"_s,
                                                       htmlText(comparison.otherSentence));
        html += u"<li class=\"%1\" dir=\"auto\">%2<span>%3%4</span></li>\n"_s.arg(verdictId(comparison.verdict), verdictMark(comparison),
                                                                              htmlText(comparison.sentence), other);
    }
    if (html.isEmpty())
        return htmlSection(u"verdict"_s, u"Verdict"_s, u"<p>%1</p>\n"_s.arg(htmlText(whyNoVerdict(session))));
    return htmlSection(u"verdict"_s, u"Verdict"_s, u"<ul class=\"verdicts\">\n%1</ul>\n"_s.arg(html));
}

QString doubtsSection(const Session &session, const Analysis &analysis)
{
    const FoldedFindings findings = foldedFindings(rankedFindings(session, analysis));
    QString html = findingList(findings.shown);
    if (!findings.folded.empty())
        html += u"<details>\n<summary>%1</summary>\n%2</details>\n"_s.arg(htmlText(findings.foldedText()), findingList(findings.folded));
    return htmlSection(u"doubts"_s, u"What to know"_s, html);
}

} // namespace sweepbench
