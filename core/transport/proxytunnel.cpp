// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/proxytunnel.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

TunnelReply::TunnelReply()
{
    m_parser.expectAnswer(true); // whatever a 2xx says about a body, it has none
}

TunnelReply::State TunnelReply::feed(const char *data, qint64 size)
{
    const auto state = m_parser.feed(data, static_cast<std::size_t>(size));
    if (state == ResponseParser::State::NeedsMore)
        return State::NeedsMore;
    const int status = m_parser.status(); // 0: no complete head
    if (status == 407)
        m_refusal = u"the proxy answered CONNECT with 407: it wants a user name and a password, or others"_s;
    else if (status != 0 && status / 100 != 2)
        m_refusal = u"the proxy answered CONNECT with status %1"_s.arg(status);
    else if (state == ResponseParser::State::Failed)
        m_refusal = u"the proxy's answer to CONNECT is not valid HTTP: "_s + m_parser.failureText();
    return m_refusal.isEmpty() ? State::Open : State::Refused;
}

QString TunnelReply::endedText(bool byReset)
{
    return byReset ? u"the proxy reset the connection instead of an answer to CONNECT"_s
                   : u"the proxy closed the connection instead of an answer to CONNECT"_s;
}

} // namespace sweepbench
