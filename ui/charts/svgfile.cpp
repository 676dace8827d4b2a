// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/svgfile.h"

#include "ui/charts/charttext.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <optional>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Problem svgProblem(const QString &text)
{
    return {u"SVG"_s, text};
}

bool hasBadNumber(QStringView value)
{
    static const QRegularExpression bad(u"(?<![A-Za-z])[-+]?(nan|inf(inity)?)(?![A-Za-z])"_s, QRegularExpression::CaseInsensitiveOption);
    return bad.match(value.toString()).hasMatch();
}

/// Attributes that hold words; all others hold numbers, colours and path data.
bool isWords(QStringView name)
{
    return name == u"font-family" || name == u"id" || name == u"class";
}

/// Qt writes a text element for each run of a script, at its place from the left. One from right to left needs to be told so, and to end
/// in a mark, or viewers put the blank at its end on the wrong side (Unicode Standard Annex 9, rule L1).
QString laidOut(const QString &run)
{
    constexpr QChar embedding(0x202B);
    constexpr QChar mark(0x200F);
    constexpr QChar end(0x202C);
    return run.isRightToLeft() ? embedding + run + mark + end : run;
}

void writeRootAttributes(QXmlStreamWriter &writer, QSize size)
{
    const QString width = QString::number(size.width());
    const QString height = QString::number(size.height());
    writer.writeAttribute(u"width"_s, width);
    writer.writeAttribute(u"height"_s, height);
    writer.writeAttribute(u"viewBox"_s, u"0 0 %1 %2"_s.arg(width, height));
}

std::optional<Problem> copyAttributes(QXmlStreamWriter &writer, const QXmlStreamAttributes &attributes, bool root)
{
    for (const QXmlStreamAttribute &attribute : attributes) {
        const QStringView name = attribute.qualifiedName();
        if (root && (name == u"width" || name == u"height" || name == u"viewBox"))
            continue;
        QString value = attribute.value().toString();
        if (!isWords(name) && hasBadNumber(value))
            return svgProblem(u"the attribute %1 holds \"%2\" instead of a number"_s.arg(name, value.left(60)));
        if (name == u"font-family")
            value = u"'%1', Verdana, sans-serif"_s.arg(value.remove(u'\''));
        writer.writeAttribute(name.toString(), value);
    }
    return std::nullopt;
}

} // namespace

Result<QByteArray> finishedSvg(const QByteArray &raw, QSize size, const QString &title, const QString &description)
{
    QXmlStreamReader reader(raw);
    reader.setNamespaceProcessing(false);
    QByteArray result;
    QXmlStreamWriter writer(&result);
    int depth = 0;
    int skipped = 0; // depth inside of a title or description of Qt's own, or of what is not seen
    bool strokeless = false; // the group's lines
    bool inText = false;
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartDocument) {
            writer.writeStartDocument();
        } else if (token == QXmlStreamReader::StartElement) {
            const QStringView name = reader.qualifiedName();
            if (name == u"image")
                return svgProblem(u"the drawing holds a bitmap, vectors were expected"_s);
            if (name == u"g")
                strokeless = reader.attributes().value(u"stroke"_s) == u"none";
            // Axes without a pen: QtSvg draws them black where the file is read back.
            const bool unseen = strokeless && name == u"polyline" && reader.attributes().value(u"fill"_s) == u"none";
            if (skipped > 0 || unseen || name == u"title" || name == u"desc") {
                ++skipped;
                continue;
            }
            inText = name == u"text";
            writer.writeStartElement(name.toString());
            const bool root = depth++ == 0;
            if (root)
                writeRootAttributes(writer, size);
            if (const auto problem = copyAttributes(writer, reader.attributes(), root))
                return *problem;
            if (root) {
                writer.writeTextElement(u"title"_s, cleanText(title));
                writer.writeTextElement(u"desc"_s, cleanText(description));
            }
        } else if (token == QXmlStreamReader::EndElement) {
            if (skipped > 0) {
                --skipped;
                continue;
            }
            inText = false;
            writer.writeEndElement();
            --depth;
        } else if (token == QXmlStreamReader::Characters && skipped == 0) {
            const QString text = reader.text().toString();
            writer.writeCharacters(inText ? laidOut(text) : text);
        }
    }
    if (reader.hasError())
        return svgProblem(u"not well-formed XML in line %1: %2"_s.arg(reader.lineNumber()).arg(reader.errorString()));
    writer.writeEndDocument();
    return result;
}

} // namespace sweepbench
