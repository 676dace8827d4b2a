// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offersbar.h"

#include "core/model/format.h"
#include "core/stats/equalrate.h"
#include "core/stats/looks.h"
#include "core/stats/steadyfindings.h"
#include "ui/plantext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

OffersBar::OffersBar(QWidget *parent)
    : QWidget(parent)
    , m_more(new QPushButton(tr("Run more blocks")))
    , m_warmup(new QPushButton(tr("Run again with a longer warm-up")))
    , m_equal(new QPushButton(tr("Compare latency at equal rate")))
    , m_why(new QLabel)
{
    m_more->setObjectName(u"runMore"_s);
    m_warmup->setObjectName(u"longerWarmup"_s);
    m_equal->setObjectName(u"equalRate"_s);
    m_why->setObjectName(u"whyNoMore"_s);
    m_why->setProperty("muted", true);
    m_why->setWordWrap(true);
    m_why->setTextFormat(Qt::PlainText);
    connect(m_more, &QPushButton::clicked, this, [this] { emit extendWanted(m_blocks); });
    connect(m_warmup, &QPushButton::clicked, this, [this] { emit warmupWanted(m_longerWarmup); });
    connect(m_equal, &QPushButton::clicked, this, &OffersBar::equalRateWanted);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(10);
    layout->addWidget(m_more);
    layout->addWidget(m_warmup);
    layout->addWidget(m_equal);
    layout->addWidget(m_why, 100);
    layout->addStretch(1); // the buttons stay as wide as their words where nothing else is said
    showOffers();
}

void OffersBar::setSession(const Session &session, const Analysis &analysis)
{
    offerMore(session, analysis);
    offerWarmup(session, analysis);
    offerEqualRate(session, analysis);
    showOffers();
}

void OffersBar::setRunning(bool running)
{
    m_running = running;
    showOffers();
}

void OffersBar::offerMore(const Session &session, const Analysis &analysis)
{
    const ExtensionOffer offer = extensionOffer(session, analysis);
    m_moreOffered = offer.isOpen();
    m_blocks = offer.blocks;
    m_why->clear();
    if (m_moreOffered) {
        const QString cost = extensionCostText(session.plan, offer.blocks);
        m_more->setText(offer.blocks == 1 ? tr("Run 1 more block (%1)").arg(cost) : tr("Run %1 more blocks (%2)").arg(offer.blocks).arg(cost));
        m_more->setToolTip(tr("As many as a difference of 5 % takes to be seen. The session is extended once: from then on both looks "
                              "are judged at half the error rate."));
    } else if (offer.blocks > 0 && offer.extended) {
        m_why->setText(tr("This session was extended already. The error rate is shared by two looks, so that no further extension is offered."));
    } else if (offer.tooMany) {
        m_why->setText(tr("A difference of 5 % would take more than 100 more blocks to be seen: longer trials or a quieter machine help more."));
    }
}

void OffersBar::offerWarmup(const Session &session, const Analysis &analysis)
{
    m_warmupOffered = std::any_of(analysis.findings.begin(), analysis.findings.end(), [](const Finding &finding) { return finding.kind == QStringView(warmupShort); });
    m_longerWarmup = longerWarmup(session.plan.load);
    m_warmup->setText(tr("Run again with %1 of warm-up").arg(formatSpan(m_longerWarmup)));
    m_warmup->setToolTip(tr("Servers were still getting faster or slower while they were measured. The same plan, in a session of its own."));
}

void OffersBar::offerEqualRate(const Session &session, const Analysis &analysis)
{
    m_equalOffered = false;
    if (session.plan.targets.size() < 2 || isOpenLoop(session.plan))
        return;
    const auto equal = equalRateOf(session, analysis);
    if (!equal)
        return;
    m_equalOffered = true;
    m_equal->setText(tr("Compare latency at equal rate (%1)").arg(extensionCostText(equal->plan, equal->plan.repeats)));
    m_equal->setToolTip(tr("Both at %1, Poisson arrivals: response times under the same load, the fair comparison of latency. "
                           "It becomes a session of its own.").arg(equalRateText(*equal)));
}

void OffersBar::showOffers()
{
    m_more->setVisible(m_moreOffered && !m_running);
    m_warmup->setVisible(m_warmupOffered && !m_running);
    m_equal->setVisible(m_equalOffered && !m_running);
    m_why->setVisible(!m_why->text().isEmpty() && !m_running);
    setVisible(!m_running && (m_moreOffered || m_warmupOffered || m_equalOffered || !m_why->text().isEmpty()));
}

} // namespace sweepbench
