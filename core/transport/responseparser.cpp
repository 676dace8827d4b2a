// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/responseparser.h"

#include <llhttp.h>

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
    qint64 headBytes = 0;
    const char *failure = nullptr;

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
};

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
    d->headBytes = 0;
    d->failure = nullptr;
}

ResponseParser::State ResponseParser::feed(const char *data, std::size_t size)
{
    if (d->complete)
        return d->fail("bytes after a complete answer");
    const llhttp_errno_t error = llhttp_execute(&d->parser, data, size);
    if (d->complete && error == HPE_PAUSED) {
        const char *end = llhttp_get_error_pos(&d->parser);
        llhttp_resume(&d->parser);
        if (end != data + size)
            return d->fail("bytes after a complete answer");
        return State::Complete;
    }
    if (error != HPE_OK)
        return d->failFromParser(error);
    if (!d->headDone) {
        d->headBytes += static_cast<qint64>(size);
        if (d->headBytes > mostHeadBytes)
            return d->fail("the head is larger than 256 KiB");
    }
    return State::NeedsMore;
}

ResponseParser::State ResponseParser::endOfStream()
{
    const llhttp_errno_t error = llhttp_finish(&d->parser);
    if (d->complete)
        return State::Complete; // its end was the closing of the connection
    d->failedByClosing = true;
    return d->failFromParser(error == HPE_OK ? HPE_INVALID_EOF_STATE : error);
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
