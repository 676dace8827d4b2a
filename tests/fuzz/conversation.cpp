// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/conversation.h"

#include <algorithm>

namespace sweepbench::fuzz {

namespace {

constexpr std::size_t mostAnswers = 8;
constexpr std::size_t mostPieces = 16;
constexpr std::size_t mostFilling = 400'000; // beyond the limit of a head, and small enough to be fed often

/// Takes the digits off the front; 0 where there are none.
std::size_t takeNumber(std::string_view &text)
{
    std::size_t number = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        number = std::min<std::size_t>(number * 10 + static_cast<std::size_t>(text.front() - '0'), mostFilling);
        text.remove_prefix(1);
    }
    return number;
}

void fill(std::string &answer, std::size_t bytes)
{
    const std::size_t lineEnd = answer.find('\n');
    const std::size_t at = lineEnd == std::string::npos ? std::string::npos : answer.find(':', lineEnd);
    if (at != std::string::npos)
        answer.insert(at + 1, bytes, 'f');
}

} // namespace

Conversation readConversation(std::string_view input)
{
    Conversation conversation;
    const std::size_t lineEnd = std::min(input.find('\n'), input.size());
    std::string_view script = input.substr(0, lineEnd);
    std::string_view rest = input.substr(std::min(lineEnd + 1, input.size()));

    std::vector<bool> toHead;
    std::size_t filling = 0;
    while (!script.empty()) {
        const char c = script.front();
        if (c >= '0' && c <= '9') {
            const std::size_t piece = takeNumber(script);
            if (piece > 0 && conversation.pieces.size() < mostPieces)
                conversation.pieces.push_back(piece);
            continue;
        }
        script.remove_prefix(1);
        if (c == 'G' || c == 'H')
            toHead.push_back(c == 'H');
        conversation.closes = conversation.closes || c == 'C';
        if (c == 'F')
            filling = takeNumber(script);
    }

    while (conversation.answers.size() + 1 < mostAnswers) {
        const std::size_t end = rest.find(answerSeparator);
        if (end == std::string_view::npos)
            break;
        conversation.answers.push_back({false, std::string(rest.substr(0, end))});
        rest.remove_prefix(end + answerSeparator.size());
    }
    conversation.answers.push_back({false, std::string(rest)});
    for (std::size_t i = 0; i < std::min(toHead.size(), conversation.answers.size()); ++i)
        conversation.answers[i].toHead = toHead[i];
    fill(conversation.answers.front().bytes, filling);
    return conversation;
}

} // namespace sweepbench::fuzz
