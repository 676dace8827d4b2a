// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/svgoutlines.h"

#include <QFont>
#include <QPainterPath>
#include <QTextBoundaryFinder>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QFont fontOf(const QXmlStreamAttributes &attributes)
{
    QFont font(attributes.value(u"font-family"_s).toString().remove(u'\''));
    font.setPixelSize(std::max(attributes.value(u"font-size"_s).toInt(), 1));
    font.setWeight(static_cast<QFont::Weight>(std::clamp(attributes.value(u"font-weight"_s).toInt(), 1, 1000)));
    font.setItalic(attributes.value(u"font-style"_s) == u"italic");
    return font;
}

bool isInk(QStringView sign)
{
    return std::any_of(sign.begin(), sign.end(), [](QChar c) {
        return !c.isSpace() && c.category() != QChar::Other_Format && c.category() != QChar::Other_Control;
    });
}

/// True where each sign of the text, as readers see signs, has a shape.
bool hasOutlines(const QString &text, const QFont &font)
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    for (qsizetype from = 0, to = finder.toNextBoundary(); to >= 0; from = to, to = finder.toNextBoundary()) {
        const QString sign = text.mid(from, to - from);
        QPainterPath path;
        path.addText(QPointF(), font, sign);
        if (path.isEmpty() && isInk(sign))
            return false;
    }
    return true;
}

/// Path data of SVG 1.1, 8.3: two decimals are a hundredth of a pixel.
QString pathData(const QPainterPath &path)
{
    const auto point = [](const QPainterPath::Element &element) {
        return QString::number(element.x, 'f', 2) + u',' + QString::number(element.y, 'f', 2);
    };
    QStringList parts;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement: parts << u"M"_s + point(element); break;
        case QPainterPath::LineToElement: parts << u"L"_s + point(element); break;
        case QPainterPath::CurveToElement: parts << u"C"_s + point(element); break;
        case QPainterPath::CurveToDataElement: parts << point(element); break;
        }
    }
    return parts.join(u' ');
}

void writeText(QXmlStreamWriter &writer, const QXmlStreamAttributes &attributes, const QString &text)
{
    const QFont font = fontOf(attributes);
    if (!hasOutlines(text, font)) {
        writer.writeStartElement(u"text"_s);
        for (const QXmlStreamAttribute &attribute : attributes)
            writer.writeAttribute(attribute.qualifiedName().toString(), attribute.value().toString());
        writer.writeCharacters(text);
        writer.writeEndElement();
        return;
    }
    QPainterPath path;
    path.addText(QPointF(attributes.value(u"x"_s).toDouble(), attributes.value(u"y"_s).toDouble()), font, text);
    if (path.isEmpty())
        return;
    writer.writeEmptyElement(u"path"_s);
    for (const QString &name : {u"fill"_s, u"fill-opacity"_s})
        if (attributes.hasAttribute(name))
            writer.writeAttribute(name, attributes.value(name).toString());
    writer.writeAttribute(u"stroke"_s, u"none"_s);
    writer.writeAttribute(u"fill-rule"_s, u"nonzero"_s);
    writer.writeAttribute(u"d"_s, pathData(path));
}

} // namespace

QByteArray withOutlines(const QByteArray &raw)
{
    QXmlStreamReader reader(raw);
    reader.setNamespaceProcessing(false);
    QByteArray result;
    QXmlStreamWriter writer(&result);
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartElement && reader.qualifiedName() == u"text") {
            const QXmlStreamAttributes attributes = reader.attributes();
            writeText(writer, attributes, reader.readElementText(QXmlStreamReader::IncludeChildElements));
        } else if (token == QXmlStreamReader::StartElement) {
            writer.writeStartElement(reader.qualifiedName().toString());
            const QXmlStreamAttributes attributes = reader.attributes();
            for (const QXmlStreamAttribute &attribute : attributes)
                writer.writeAttribute(attribute.qualifiedName().toString(), attribute.value().toString());
        } else if (token == QXmlStreamReader::EndElement) {
            writer.writeEndElement();
        } else if (token == QXmlStreamReader::Characters) {
            writer.writeCharacters(reader.text().toString());
        } else if (token == QXmlStreamReader::StartDocument) {
            writer.writeStartDocument();
        }
    }
    return reader.hasError() ? raw : result;
}

} // namespace sweepbench
