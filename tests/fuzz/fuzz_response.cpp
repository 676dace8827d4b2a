// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a server sends, and however it is split, ends in one and the same outcome, and an answer is complete only once.
#include "core/transport/responseparser.h"
#include "tests/fuzz/conversation.h"
#include "tests/fuzz/finding.h"

#include <algorithm>
#include <cstdint>

using namespace sweepbench;
using namespace sweepbench::fuzz;
using State = ResponseParser::State;

namespace {

/// How one answer ended. What the parser says only of complete or failed answers stays empty for the others.
struct Outcome
{
    State state = State::NeedsMore;
    int status = 0;
    bool keepsAlive = false;
    bool failedByClosing = false;
    QString failure;
    bool operator==(const Outcome &) const = default;
};

QString textOf(const std::vector<Outcome> &outcomes)
{
    QString text;
    for (const Outcome &outcome : outcomes)
        text += QStringLiteral("[state %1, status %2, keeps alive %3, failed by closing %4, \"%5\"]")
                    .arg(int(outcome.state)).arg(outcome.status).arg(outcome.keepsAlive).arg(outcome.failedByClosing).arg(outcome.failure);
    return text;
}

Outcome outcomeOf(const ResponseParser &parser, State state)
{
    Outcome outcome;
    outcome.state = state;
    if (state == State::Complete) {
        outcome.status = parser.status();
        outcome.keepsAlive = parser.keepsAlive();
        require(outcome.status >= 200 && outcome.status <= 999, "a complete answer has a final status of three digits",
                QString::number(outcome.status));
    } else if (state == State::Failed) {
        outcome.failedByClosing = parser.failedByClosing();
        outcome.failure = parser.failureText();
        require(!outcome.failure.isEmpty(), "a failure says why");
    }
    return outcome;
}

// A copy of exactly its size, so that the address sanitizer sees a read beyond the piece.
State feedCopy(ResponseParser &parser, std::string_view piece)
{
    const std::vector<char> copy(piece.begin(), piece.end());
    return parser.feed(copy.data(), copy.size());
}

/// \a sizeOfPiece(at) says how long the piece is that starts at byte \a at of the answer, at least 1.
template<typename SizeOfPiece>
State feedAnswer(ResponseParser &parser, std::string_view bytes, SizeOfPiece sizeOfPiece)
{
    State state = State::NeedsMore;
    for (std::size_t at = 0; at < bytes.size() && state != State::Failed;) {
        const bool wasComplete = state == State::Complete;
        const std::string_view piece = bytes.substr(at, sizeOfPiece(at));
        state = feedCopy(parser, piece);
        require(!wasComplete || state == State::Failed, "bytes after a complete answer fail");
        at += piece.size();
    }
    return state;
}

template<typename SizeOfPiece>
std::vector<Outcome> run(const Conversation &conversation, SizeOfPiece sizeOfPiece)
{
    ResponseParser parser;
    parser.startConnection();
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < conversation.answers.size(); ++i) {
        const Conversation::Answer &answer = conversation.answers[i];
        parser.expectAnswer(answer.toHead);
        State state = feedAnswer(parser, answer.bytes, sizeOfPiece);
        const bool isLast = i + 1 == conversation.answers.size();
        if (isLast && conversation.closes && state == State::NeedsMore) {
            state = parser.endOfStream();
            require(state != State::NeedsMore, "the end of the stream settles the answer");
            require(state != State::Complete || !parser.keepsAlive(), "nothing follows an answer that ended by closing");
        }
        outcomes.push_back(outcomeOf(parser, state));
        if (state != State::Complete || !parser.keepsAlive())
            break;
    }
    if (outcomes.back().state != State::NeedsMore) {
        const std::string_view another = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        require(feedCopy(parser, another) == State::Failed, "an answer that nobody asked for fails", textOf(outcomes));
        require(parser.endOfStream() == State::Failed, "an answer is complete only once", textOf(outcomes));
    }
    return outcomes;
}

/// Byte by byte; of what is long only where the limit of a head is, else a head of that size would take a second.
std::size_t nearlySingleBytes(const std::string &answer, std::size_t at)
{
    constexpr std::size_t limit = ResponseParser::mostHeadBytes;
    constexpr std::size_t nearby = 64;
    if (answer.size() < 8192 || (at + nearby >= limit && at <= limit + nearby))
        return 1;
    return at < limit ? std::min<std::size_t>(1000, limit - nearby - at) : 1000;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Conversation conversation = readConversation({reinterpret_cast<const char *>(data), size});
    const auto whole = run(conversation, [](std::size_t) { return std::string_view::npos; });
    const auto singly = run(conversation, [&](std::size_t at) { return nearlySingleBytes(conversation.answers.front().bytes, at); });
    require(whole == singly, "the same outcome whole and byte by byte", textOf(whole) + u'\n' + textOf(singly));
    if (!conversation.pieces.empty()) {
        const std::size_t least = 1 + conversation.answers.front().bytes.size() / 4096; // some thousand pieces are enough
        std::size_t next = 0;
        const auto pieces = run(conversation, [&](std::size_t) { return std::max(least, conversation.pieces[next++ % conversation.pieces.size()]); });
        require(whole == pieces, "the same outcome whole and in the input's pieces", textOf(whole) + u'\n' + textOf(pieces));
    }
    return 0;
}
