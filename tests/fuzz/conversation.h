// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sweepbench::fuzz {

/// What a server sends over one connection, as the response target's inputs write it. The first line is the script:
///   G, H    one more request, GET or HEAD (GET where there are fewer than answers)
///   C       the server closes after the last byte
///   F123    123 bytes more in the first answer's first field (heads near the limit without seeds of that size)
///   7 1 20  the bytes come in pieces of 7, 1, 20, 7, … bytes; one piece per answer where there are no numbers
/// Anything else in that line means nothing. Then come the answers, bytes as they are, with answerSeparator between two.
struct Conversation
{
    struct Answer
    {
        bool toHead = false;
        std::string bytes;
    };
    std::vector<Answer> answers; ///< never empty
    bool closes = false;
    std::vector<std::size_t> pieces; ///< none is 0
};

inline constexpr std::string_view answerSeparator = "\n=next=\n";

Conversation readConversation(std::string_view input);

} // namespace sweepbench::fuzz
