// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/verdictrow.h"

#include "ui/charts/charttheme.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int markSize = 18;

int winnerOf(const Comparison &comparison)
{
    if (comparison.verdict == Verdict::Faster)
        return comparison.candidate;
    return comparison.verdict == Verdict::Slower ? comparison.baseline : -1;
}

/// What leaving outliers out, or keeping them, would change.
QString otherVerdictText(const Comparison &comparison)
{
    return (comparison.pairsLeftOut > 0 ? VerdictRow::tr("With the outliers: %1") : VerdictRow::tr("Without the outliers: %1"))
        .arg(comparison.otherSentence);
}

} // namespace

VerdictRow::VerdictRow(const Comparison &comparison, QWidget *parent)
    : QWidget(parent)
    , m_verdict(comparison.verdict)
    , m_winner(winnerOf(comparison))
    , m_mark(new QLabel)
{
    auto *text = new QLabel(comparison.otherSentence.isEmpty() ? comparison.sentence : comparison.sentence + u'\n' + otherVerdictText(comparison));
    text->setObjectName(u"verdict_%1_%2"_s.arg(comparison.level).arg(comparison.candidate));
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    scaleFont(text, 1.1);
    m_mark->setFixedWidth(markSize + 2);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(10);
    layout->addWidget(m_mark, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    updateMark();
}

void VerdictRow::updateMark()
{
    if (m_winner >= 0) {
        m_mark->setPixmap(targetSwatch(m_winner, themeOf(palette()), markSize, devicePixelRatioF()));
        m_mark->setAccessibleName(tr("The faster server's mark"));
        return;
    }
    m_mark->setText(m_verdict == Verdict::Equivalent ? u"="_s : u"?"_s);
    m_mark->setAlignment(Qt::AlignHCenter);
    m_mark->setProperty("muted", true);
    scaleFont(m_mark, 1.25, true);
    m_mark->setAccessibleName(m_verdict == Verdict::Equivalent ? tr("Equivalent") : tr("No verdict"));
}

void VerdictRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateMark();
    QWidget::changeEvent(event);
}

} // namespace sweepbench
