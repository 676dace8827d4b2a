// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/findingsview.h"

#include "core/stats/rankedfindings.h"
#include "ui/charts/chart.h"
#include "ui/theme.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QLabel *richLabel(const QString &name, const QString &accessibleName)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setAccessibleName(accessibleName);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString paragraph(const QColor &color, const QString &word, const QString &text)
{
    return u"<p style='margin:0 0 5px 0'><span style='color:%1'><b>%2</b></span>&nbsp; %3</p>"_s.arg(color.name(), word, text.toHtmlEscaped());
}

QString findingParagraph(const ThemeColors &colors, const Finding &finding)
{
    switch (finding.severity) {
    case Severity::Unfit:
        return paragraph(colors.problem, FindingsView::tr("Left out"), finding.text);
    case Severity::Doubt:
        return paragraph(colors.doubt, FindingsView::tr("Doubt"), finding.text);
    case Severity::Note:
        break;
    }
    return paragraph(colors.muted, FindingsView::tr("Note"), finding.text);
}

} // namespace

FindingsView::FindingsView(QWidget *parent)
    : QWidget(parent)
    , m_notes(richLabel(u"notes"_s, tr("Reasons to doubt, and notes")))
    , m_more(new QPushButton)
    , m_measured(richLabel(u"measured"_s, tr("How it was measured")))
{
    m_more->setObjectName(u"moreNotes"_s);
    m_more->setProperty("quiet", true);
    m_more->setAccessibleName(tr("Show or fold the other findings"));
    m_more->setCheckable(true);
    connect(m_more, &QPushButton::toggled, this, &FindingsView::showFindings);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(5);
    layout->addWidget(m_notes);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    layout->addWidget(m_measured);
    layout->addStretch(1);
}

void FindingsView::setSession(std::shared_ptr<const Session> session, const Analysis &analysis)
{
    m_session = std::move(session);
    m_analysis = analysis;
    m_more->setChecked(false);
    showFindings();
}

void FindingsView::showFindings()
{
    if (!m_session)
        return;
    const ThemeColors colors = themeColors(QApplication::palette());
    const FoldedFindings findings = foldedFindings(rankedFindings(*m_session, m_analysis));
    const bool all = m_more->isChecked();
    QString html;
    for (const Finding &finding : findings.shown)
        html += findingParagraph(colors, finding);
    if (all)
        for (const Finding &finding : findings.folded)
            html += findingParagraph(colors, finding);
    m_notes->setText(html);
    m_notes->setVisible(!html.isEmpty());
    m_more->setVisible(!findings.folded.empty());
    m_more->setText(all ? tr("Show fewer") : tr("Show %1").arg(findings.foldedText()));
    m_measured->setText(paragraph(colors.muted, tr("Measured"), chartCaption(ChartKind::Sweep, *m_session, m_analysis)));
}

void FindingsView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        showFindings();
    QWidget::changeEvent(event);
}

} // namespace sweepbench
