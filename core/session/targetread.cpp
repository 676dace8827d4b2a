// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planread.h"
#include "core/session/sessioncheck.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int mostHeaders = 1000;

void readHeaders(JsonFields &fields, std::optional<Problem> &problem, std::vector<Header> &headers)
{
    const auto list = fields.array(u"headers"_s, mostHeaders);
    for (qsizetype i = 0; list && i < list->size() && !problem; ++i) {
        const QString where = fields.path(u"headers[%1]"_s.arg(i));
        const QJsonValue value = list->at(i);
        JsonFields header(value.toObject(), where, problem);
        if (!value.isObject())
            return header.fail(QString(), u"an object with name and value is expected; %1 was given"_s.arg(jsonKind(value)));
        Header read;
        takeText(header, u"name"_s, read.name);
        takeText(header, u"value"_s, read.value);
        if (read.name.isEmpty())
            header.fail(u"name"_s, u"missing; every header needs one"_s);
        header.finish();
        headers.push_back(read);
    }
}

void readBody(JsonFields &fields, std::optional<Problem> &problem, QByteArray &body)
{
    const auto value = fields.value(u"body"_s);
    if (!value)
        return;
    if (value->isString()) {
        body = value->toString().toUtf8();
        return;
    }
    if (!value->isObject())
        return fields.fail(u"body"_s, u"a text or an object with base64 is expected; %1 was given"_s.arg(jsonKind(*value)));
    JsonFields coded(value->toObject(), fields.path(u"body"_s), problem);
    const auto text = coded.text(u"base64"_s);
    if (text) {
        const auto decoded = QByteArray::fromBase64Encoding(text->toUtf8(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            coded.fail(u"base64"_s, u"not base64 (RFC 4648)"_s);
        else
            body = *decoded;
    } else {
        coded.fail(u"base64"_s, u"missing; a body that is no text is given in base64"_s);
    }
    coded.finish();
}

TlsOptions readTls(const QJsonObject &object, const QString &where, std::optional<Problem> &problem)
{
    TlsOptions tls;
    JsonFields fields(object, where, problem);
    takeFlag(fields, u"insecure"_s, tls.insecure);
    takeText(fields, u"ca_file"_s, tls.caFile);
    takeText(fields, u"certificate_file"_s, tls.certificateFile);
    takeText(fields, u"key_file"_s, tls.keyFile);
    takeNamed(fields, u"minimum_version"_s, u"\"1.2\" or \"1.3\""_s, tlsVersionFromId, tls.minimum);
    takeFlag(fields, u"resumption"_s, tls.resumption);
    fields.finish();
    return tls;
}

} // namespace

void takeText(JsonFields &fields, const QString &key, QString &into)
{
    if (const auto text = fields.text(key)) {
        if (text->size() > mostTextLength)
            fields.fail(key, u"longer than %1 characters"_s.arg(mostTextLength));
        else
            into = *text;
    }
}

void takeFlag(JsonFields &fields, const QString &key, bool &into)
{
    const auto value = fields.value(key);
    if (!value)
        return;
    if (value->isBool())
        into = value->toBool();
    else
        fields.fail(key, u"true or false is expected; %1 was given"_s.arg(jsonKind(*value)));
}

Target readTarget(const QJsonValue &value, const QString &where, SweepAxis axis, bool imported, std::optional<Problem> &problem)
{
    Target target;
    JsonFields fields(value.toObject(), where, problem);
    if (!value.isObject()) {
        fields.fail(QString(), u"an object with a url is expected; %1 was given"_s.arg(jsonKind(value)));
        return target;
    }
    takeText(fields, u"name"_s, target.name);
    takeText(fields, u"url"_s, target.url);
    if (target.url.isEmpty() && !imported) // few tools write down what they asked
        fields.fail(u"url"_s, u"missing; every target needs one, like http://127.0.0.1:8080/"_s);
    takeText(fields, u"method"_s, target.method);
    readHeaders(fields, problem, target.headers);
    readBody(fields, problem, target.body);
    if (const auto text = fields.text(u"expect_status"_s)) {
        if (const auto set = parseStatusSet(*text))
            target.expectedStatus = *set;
        else
            fields.fail(u"expect_status"_s, set.problem().text);
    }
    if (const auto tls = fields.object(u"tls"_s))
        target.tls = readTls(*tls, fields.path(u"tls"_s), problem);
    takeText(fields, u"proxy"_s, target.proxy);
    takeText(fields, u"address"_s, target.address);
    if (const auto load = fields.object(u"load"_s))
        target.load = readLoadOverride(*load, fields.path(u"load"_s), axis, problem);
    takeFlag(fields, u"disabled"_s, target.disabled);
    takeText(fields, u"version"_s, target.version);
    takeText(fields, u"notes"_s, target.notes);
    takeText(fields, u"source"_s, target.source);
    fields.finish();
    return target;
}

} // namespace sweepbench
