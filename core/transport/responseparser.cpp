// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/responseparser.h"

#include <llhttp.h>

#include <algorithm>

namespace sweepbench {

struct ResponseParser::Private
{
    llhttp_t parser;
    bool toHead = false;
    bool headDone = false;
    bool complete = false;
    bool keepsAlive = false;
    bool lengthAndCoding = false;
    bool failedByClosing = false;
    int status = 0;
    int interim = 0;
    std::size_t headBytesLeft = 0; ///< of the limit, for this answer and the interim ones before it
    const char *failure = nullptr;

    static constexpr const char *bytesAfter = "bytes after a complete answer";

    static Private *of(llhttp_t *parser) { return static_cast<Private *>(parser->data); }
    static int onHeadersComplete(llhttp_t *parser);
    static int onMessageComplete(llhttp_t *parser);
    static const llhttp_settings_t &settings();

    State fail(const char *reason)
    {
        failure = reason;
        return State::Failed;
    }
    State failFromParser(llhttp_errno_t error)
    {
        if (failure)
            return State::Failed;
        const char *reason = llhttp_get_error_reason(&parser);
        return fail(reason && *reason ? reason : llhttp_errno_name(error));
    }
    State execute(const char *data, std::size_t size);
};

ResponseParser::State ResponseParser::Private::execute(const char *data, std::size_t size)
{
    const llhttp_errno_t error = llhttp_execute(&parser, data, size);
    if (complete && error == HPE_PAUSED) {
        const char *end = llhttp_get_error_pos(&parser);
        llhttp_resume(&parser);
        return end == data + size ? State::Complete : fail(bytesAfter);
    }
    return error == HPE_OK ? State::NeedsMore : failFromParser(error);
}

int ResponseParser::Private::onHeadersComplete(llhttp_t *parser)
{
    Private *self = of(parser);
    constexpr int stopWithError = -1;
    constexpr int noBody = 1;
    if (parser->http_major != 1) {
        self->failure = "HTTP version is not 1.x";
        return stopWithError;
    }
    if (parser->status_code == 101) {
        self->failure = "101 Switching Protocols was not asked for";
        return stopWithError;
    }
    if (parser->status_code < 100) { // it would pass for an interim one
        self->failure = "the status is below 100";
        return stopWithError;
    }
    self->headDone = true;
    // RFC 9112, 6.3: Transfer-Encoding wins over Content-Length, and the connection ends after such an answer.
    self->lengthAndCoding = (parser->flags & F_CONTENT_LENGTH) && (parser->flags & F_TRANSFER_ENCODING);
    const bool isInterim = parser->status_code < 200;
    const bool bodiless = self->toHead || isInterim || parser->status_code == 204 || parser->status_code == 304;
    return bodiless ? noBody : 0;
}

int ResponseParser::Private::onMessageComplete(llhttp_t *parser)
{
    Private *self = of(parser);
    if (parser->status_code < 200) {
        constexpr int mostInterim = 100;
        self->headDone = false;
        if (++self->interim > mostInterim) {
            self->failure = "more than 100 interim answers";
            return HPE_USER;
        }
        return HPE_OK;
    }
    self->complete = true;
    self->status = parser->status_code;
    self->keepsAlive = llhttp_should_keep_alive(parser) && !self->lengthAndCoding;
    return HPE_PAUSED;
}

const llhttp_settings_t &ResponseParser::Private::settings()
{
    static const llhttp_settings_t instance = [] {
        llhttp_settings_t settings;
        llhttp_settings_init(&settings);
        settings.on_headers_complete = onHeadersComplete;
        settings.on_message_complete = onMessageComplete;
        return settings;
    }();
    return instance;
}

ResponseParser::ResponseParser() : d(std::make_unique<Private>())
{
    startConnection();
}

ResponseParser::~ResponseParser() = default;
ResponseParser::ResponseParser(ResponseParser &&) noexcept = default;
ResponseParser &ResponseParser::operator=(ResponseParser &&) noexcept = default;

void ResponseParser::startConnection()
{
    llhttp_init(&d->parser, HTTP_RESPONSE, &Private::settings());
    llhttp_set_lenient_chunked_length(&d->parser, 1);
    d->parser.data = d.get();
    expectAnswer(false);
}

void ResponseParser::expectAnswer(bool toHead)
{
    d->toHead = toHead;
    d->headDone = false;
    d->complete = false;
    d->failedByClosing = false;
    d->lengthAndCoding = false;
    d->status = 0;
    d->interim = 0;
    d->headBytesLeft = static_cast<std::size_t>(mostHeadBytes);
    d->failure = nullptr;
}

ResponseParser::State ResponseParser::feed(const char *data, std::size_t size)
{
    if (d->failure)
        return State::Failed;
    if (d->complete)
        return d->fail(Private::bytesAfter);
    // llhttp does not say where a head ends. It gets no byte beyond the limit before the head is done, so that the limit holds
    // to the byte, however the head is split.
    const std::size_t first = d->headDone ? size : std::min(size, d->headBytesLeft);
    const State state = d->execute(data, first);
    if (state == State::NeedsMore && !d->headDone) {
        d->headBytesLeft -= first;
        return d->headBytesLeft > 0 ? state : d->fail("the head is larger than 256 KiB");
    }
    if (first == size || state == State::Failed)
        return state;
    return state == State::Complete ? d->fail(Private::bytesAfter) : d->execute(data + first, size - first);
}

ResponseParser::State ResponseParser::endOfStream()
{
    if (d->failure)
        return State::Failed;
    d->failedByClosing = true;
    if (d->complete)
        return d->fail("closed while no answer was due");
    const llhttp_errno_t error = llhttp_finish(&d->parser);
    if (!d->complete)
        return d->failFromParser(error == HPE_OK ? HPE_INVALID_EOF_STATE : error);
    d->failedByClosing = false;
    return State::Complete; // its end was the closing of the connection
}

int ResponseParser::status() const
{
    return d->status;
}

bool ResponseParser::keepsAlive() const
{
    return d->keepsAlive;
}

bool ResponseParser::failedByClosing() const
{
    return d->failedByClosing;
}

QString ResponseParser::failureText() const
{
    return QString::fromLatin1(d->failure);
}

} // namespace sweepbench
