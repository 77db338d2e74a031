// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_label.h"

#include "widgets/annotate/annotation_colours.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kWidest = 240; // of the text
constexpr int kMostLines = 4;
constexpr double kPad = 6;
constexpr double kLabelInset = 3; // above and below the lines
constexpr double kRadius = 4;
constexpr int kMostLetters = 2000; // that are looked at

QFont boldFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

// The text in lines that fit; the last one ends in "…" where there is more.
QStringList brokenUp(const QString& text, const QFont& font, int most, bool& isCut)
{
    QStringList lines;
    const QFontMetricsF metrics(font);
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph, font);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        if (!line.isValid())
            lines << QString();
        for (; line.isValid() && lines.size() <= most; line = layout.createLine()) {
            line.setLineWidth(kWidest);
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    isCut = lines.size() > most;
    if (isCut) {
        lines = lines.mid(0, most);
        lines.back() = metrics.elidedText(lines.back() + QStringLiteral("…"), Qt::ElideRight, kWidest);
        if (!lines.back().endsWith(QStringLiteral("…")))
            lines.back() += QStringLiteral("…");
    }
    return lines;
}

} // namespace

AnnotationLabel labelOf(const share::Annotation& annotation, const QString& length)
{
    AnnotationLabel label;
    label.number = QString::number(annotation.number);
    label.heading = length;
    const QString text = toQString(annotation.text).left(kMostLetters).trimmed();
    const int most = length.isEmpty() ? kMostLines : kMostLines - 1;
    if (!text.isEmpty())
        label.lines = brokenUp(text, uiFont(), most, label.isCut);
    const QFontMetricsF metrics(uiFont());
    double width = label.heading.isEmpty() ? 0 : QFontMetricsF(boldFont(uiFont())).horizontalAdvance(label.heading);
    for (const QString& line : label.lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const auto lines = static_cast<double>(label.lines.size() + (label.heading.isEmpty() ? 0 : 1));
    const double badge
        = std::max(AnnotationLabel::kBadge, QFontMetricsF(boldFont(smallFont())).horizontalAdvance(label.number) + 8);
    label.small = {badge, AnnotationLabel::kBadge};
    label.size = label.small;
    if (lines > 0)
        label.size = {badge + kPad + std::ceil(width) + kPad,
            std::max(AnnotationLabel::kBadge + 2, std::ceil(lines * metrics.lineSpacing()) + 2 * kLabelInset)};
    return label;
}

void paintLabel(QPainter& painter, const QRectF& place, const AnnotationLabel& label, std::uint8_t number,
    LabelLook look, const Theme& theme)
{
    const QColor colour = annotationColour(number, theme);
    const bool hasText = !look.isSmall && (!label.lines.isEmpty() || !label.heading.isEmpty());
    QRectF badge(place.topLeft(), label.small);
    if (hasText) {
        painter.setPen(QPen(look.isSelected ? theme.accent : colour, look.isSelected ? 2 : 1));
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
        badge.moveTop(place.top() + 1);
        badge.adjust(1, 0, 1, 0);
    }
    painter.setPen(!hasText && look.isSelected ? QPen(theme.accent, 2) : QPen(theme.raised, 1));
    painter.setBrush(colour);
    const double radius = AnnotationLabel::kBadge / 2;
    painter.drawRoundedRect(badge.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.setFont(boldFont(smallFont()));
    painter.setPen(annotationInk(number, theme));
    painter.drawText(badge, Qt::AlignCenter | Qt::TextSingleLine, label.number);
    if (!hasText)
        return;
    painter.setPen(theme.text);
    QRectF line(
        badge.right() + kPad - 1, place.top() + kLabelInset, place.width(), QFontMetricsF(uiFont()).lineSpacing());
    if (label.lines.size() + (label.heading.isEmpty() ? 0 : 1) == 1) // one line stands in the middle
        line.moveTop(place.center().y() - line.height() / 2);
    const auto write = [&painter, &line](const QString& text, const QFont& font) {
        painter.setFont(font);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
        line.translate(0, line.height());
    };
    if (!label.heading.isEmpty())
        write(label.heading, boldFont(uiFont()));
    for (const QString& text : label.lines)
        write(text, uiFont());
}

} // namespace stepscope::widgets
