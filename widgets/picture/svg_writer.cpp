// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/svg_writer.h"

#include "widgets/picture/drawing.h"

#include <QBuffer>
#include <QFontInfo>
#include <QXmlStreamWriter>

namespace stepscope::widgets {

namespace {

QString number(double value)
{
    QString text = QString::number(value, 'f', 3);
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

QString point(double x, double y)
{
    return number(x) + QLatin1Char(' ') + number(y);
}

QString pathData(const QPainterPath& path)
{
    QString data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement:
            data += QLatin1Char('M') + point(element.x, element.y);
            break;
        case QPainterPath::LineToElement:
            data += QLatin1Char('L') + point(element.x, element.y);
            break;
        case QPainterPath::CurveToElement:
            data += QLatin1Char('C') + point(element.x, element.y);
            break;
        case QPainterPath::CurveToDataElement:
            data += QLatin1Char(' ') + point(element.x, element.y);
            break;
        }
    }
    return data;
}

class SvgWriter
{
public:
    SvgWriter(const Drawing& drawing, QIODevice& out)
        : m_drawing(drawing)
        , m_xml(&out)
    {
    }

    void write(const QString& title);

private:
    void attribute(const char* name, const QString& value) { m_xml.writeAttribute(QLatin1String(name), value); }
    void attribute(const char* name, double value) { attribute(name, number(value)); }
    void colour(const char* name, const QColor& colour);
    void placement(const DrawnItem& item);
    void stroke(const QPen& pen);
    void clipTo(const std::optional<QPainterPath>& clip);
    void element(const DrawnItem& item, const DrawnShape& shape);
    void element(const DrawnItem& item, const DrawnImage& image);
    void element(const DrawnItem& item, const DrawnText& text);

    const Drawing& m_drawing;
    QXmlStreamWriter m_xml;
    std::optional<QPainterPath> m_clip; // of the group that is open
    int m_clips = 0;
};

void SvgWriter::write(const QString& title)
{
    m_xml.setAutoFormatting(true);
    m_xml.setAutoFormattingIndent(1);
    m_xml.writeStartDocument();
    m_xml.writeStartElement(QStringLiteral("svg"));
    m_xml.writeDefaultNamespace(QStringLiteral("http://www.w3.org/2000/svg"));
    m_xml.writeNamespace(QStringLiteral("http://www.w3.org/1999/xlink"), QStringLiteral("xlink"));
    attribute("version", QStringLiteral("1.1"));
    attribute("width", m_drawing.size.width());
    attribute("height", m_drawing.size.height());
    attribute("viewBox", QStringLiteral("0 0 %1 %2").arg(m_drawing.size.width()).arg(m_drawing.size.height()));
    if (!title.isEmpty())
        m_xml.writeTextElement(QStringLiteral("title"), validXml(title));
    for (const DrawnItem& item : m_drawing.items) {
        clipTo(item.clip);
        std::visit([&](const auto& what) { element(item, what); }, item.what);
    }
    clipTo({});
    m_xml.writeEndDocument();
}

// Items that are clipped alike share a group.
void SvgWriter::clipTo(const std::optional<QPainterPath>& clip)
{
    if (clip == m_clip)
        return;
    if (m_clip)
        m_xml.writeEndElement();
    m_clip = clip;
    if (!clip)
        return;
    const QString name = QStringLiteral("clip%1").arg(++m_clips);
    m_xml.writeStartElement(QStringLiteral("clipPath"));
    attribute("id", name);
    m_xml.writeStartElement(QStringLiteral("path"));
    attribute("d", pathData(*clip));
    m_xml.writeEndElement();
    m_xml.writeEndElement();
    m_xml.writeStartElement(QStringLiteral("g"));
    attribute("clip-path", QStringLiteral("url(#%1)").arg(name));
}

void SvgWriter::colour(const char* name, const QColor& colour)
{
    attribute(name, colour.name());
    if (colour.alpha() < 255)
        m_xml.writeAttribute(QLatin1String(name) + QLatin1String("-opacity"), number(colour.alphaF()));
}

void SvgWriter::placement(const DrawnItem& item)
{
    const QTransform& t = item.transform;
    if (t.type() == QTransform::TxTranslate)
        attribute("transform", QStringLiteral("translate(%1)").arg(point(t.dx(), t.dy())));
    else if (!t.isIdentity())
        attribute("transform",
            QStringLiteral("matrix(%1 %2 %3)")
                .arg(point(t.m11(), t.m12()), point(t.m21(), t.m22()), point(t.dx(), t.dy())));
    if (item.opacity < 1)
        attribute("opacity", item.opacity);
}

void SvgWriter::stroke(const QPen& pen)
{
    if (pen.style() == Qt::NoPen)
        return;
    const double width = pen.widthF() > 0 ? pen.widthF() : 1;
    colour("stroke", pen.color());
    if (width != 1)
        attribute("stroke-width", width);
    if (pen.capStyle() != Qt::FlatCap)
        attribute(
            "stroke-linecap", pen.capStyle() == Qt::RoundCap ? QStringLiteral("round") : QStringLiteral("square"));
    if (pen.joinStyle() != Qt::MiterJoin && pen.joinStyle() != Qt::SvgMiterJoin)
        attribute(
            "stroke-linejoin", pen.joinStyle() == Qt::RoundJoin ? QStringLiteral("round") : QStringLiteral("bevel"));
    QStringList dashes;
    for (const qreal dash : pen.dashPattern())
        dashes << number(dash * width);
    if (!dashes.isEmpty())
        attribute("stroke-dasharray", dashes.join(QLatin1Char(' ')));
}

void SvgWriter::element(const DrawnItem& item, const DrawnShape& shape)
{
    m_xml.writeStartElement(QStringLiteral("path"));
    placement(item);
    if (shape.brush.style() == Qt::NoBrush)
        attribute("fill", QStringLiteral("none"));
    else
        colour("fill", shape.brush.color());
    if (shape.brush.style() != Qt::NoBrush && shape.path.fillRule() == Qt::OddEvenFill)
        attribute("fill-rule", QStringLiteral("evenodd"));
    stroke(shape.pen);
    attribute("d", pathData(shape.path));
    m_xml.writeEndElement();
}

void SvgWriter::element(const DrawnItem& item, const DrawnImage& image)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.image.save(&buffer, "PNG");
    m_xml.writeStartElement(QStringLiteral("image"));
    placement(item);
    attribute("x", image.place.x());
    attribute("y", image.place.y());
    attribute("width", image.place.width());
    attribute("height", image.place.height());
    attribute("preserveAspectRatio", QStringLiteral("none"));
    m_xml.writeAttribute(QStringLiteral("http://www.w3.org/1999/xlink"), QStringLiteral("href"),
        QLatin1String("data:image/png;base64,") + QString::fromLatin1(png.toBase64()));
    m_xml.writeEndElement();
}

void SvgWriter::element(const DrawnItem& item, const DrawnText& text)
{
    const QFontInfo font(text.font);
    m_xml.writeStartElement(QStringLiteral("text"));
    placement(item);
    attribute("x", text.baseline.x());
    attribute("y", text.baseline.y());
    attribute("font-family",
        QStringLiteral("'%1', %2")
            .arg(font.family(), font.fixedPitch() ? QLatin1String("monospace") : QLatin1String("sans-serif")));
    attribute("font-size", font.pixelSize());
    if (text.font.weight() != QFont::Normal)
        attribute("font-weight", text.font.weight());
    if (text.font.italic())
        attribute("font-style", QStringLiteral("italic"));
    if (text.font.underline())
        attribute("text-decoration", QStringLiteral("underline"));
    else if (text.font.strikeOut())
        attribute("text-decoration", QStringLiteral("line-through"));
    colour("fill", text.colour);
    attribute("textLength", text.width);
    attribute("lengthAdjust", QStringLiteral("spacingAndGlyphs"));
    attribute("xml:space", QStringLiteral("preserve"));
    m_xml.writeCharacters(validXml(text.text));
    m_xml.writeEndElement();
}

} // namespace

QString validXml(const QString& text)
{
    QString valid;
    valid.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            valid += c;
            valid += text[++i];
        } else if (!c.isSurrogate() && c.unicode() < 0xfffe
            && (c.unicode() >= 0x20 || c == QLatin1Char('\t') || c == QLatin1Char('\n'))) {
            valid += c;
        }
    }
    return valid;
}

void writeSvg(const Drawing& drawing, const QString& title, QIODevice& out)
{
    SvgWriter(drawing, out).write(title);
}

} // namespace stepscope::widgets
