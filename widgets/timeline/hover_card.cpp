// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hover_card.h"

#include "widgets/common/style.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kMaximumWidth = 420;
constexpr int kTitleLines = 3;
constexpr int kCardInset = 8;
constexpr int kOffset = 14; // from the pointer

} // namespace

HoverCard::HoverCard(ThemeSource* theme, QWidget* canvas)
    : QWidget(canvas)
    , m_theme(theme)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

QStringList HoverCard::wrappedTitle() const
{
    QTextLayout layout(m_title, monoFont());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(kMaximumWidth);
        if (lines.size() == kTitleLines - 1) { // the rest goes into the last line, elided
            const QString rest = m_title.mid(line.textStart());
            lines << QFontMetricsF(monoFont()).elidedText(rest, Qt::ElideMiddle, kMaximumWidth);
            break;
        }
        lines << m_title.mid(line.textStart(), line.textLength());
    }
    layout.endLayout();
    return lines;
}

void HoverCard::showAt(QPointF position, const QString& title, const QStringList& lines, const QRegion& lit)
{
    m_title = title;
    m_lines = lines;
    const QFontMetricsF titleMetrics(monoFont());
    const QFontMetricsF lineMetrics(uiFont());
    const QStringList wrapped = wrappedTitle();
    double width = 0;
    for (const QString& line : wrapped)
        width = std::max(width, titleMetrics.horizontalAdvance(line));
    for (const QString& line : m_lines)
        width = std::max(width, lineMetrics.horizontalAdvance(line));
    const double height = titleMetrics.lineSpacing() * static_cast<double>(wrapped.size())
        + lineMetrics.lineSpacing() * static_cast<double>(m_lines.size()) + kSpacing;
    resize(static_cast<int>(std::ceil(width)) + 2 * kCardInset, static_cast<int>(std::ceil(height)) + 2 * kCardInset);
    move(placeFor(position.toPoint(), lit));
    show();
    raise();
    update();
}

// The first place that covers least of what is lit.
QPoint HoverCard::placeFor(QPoint pointer, const QRegion& lit) const
{
    const QSize most = parentWidget()->size() - size();
    const int right = pointer.x() + kOffset;
    const int left = std::max(0, pointer.x() - kOffset - width());
    const QRect around = lit.boundingRect();
    QPoint best;
    qint64 least = -1;
    for (const int y :
        {pointer.y() + kOffset / 2, around.bottom() + kOffset / 2, around.top() - kOffset / 2 - height()}) {
        for (const int x : {right, left}) {
            const QPoint place(
                right > most.width() && x == right ? left : x, std::clamp(y, 0, std::max(0, most.height())));
            qint64 covered = 0;
            for (const QRect& part : lit& QRect(place, size()))
                covered += qint64 {part.width()} * part.height();
            if (least < 0 || covered < least) {
                least = covered;
                best = place;
            }
        }
    }
    return best;
}

void HoverCard::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(blend(theme.line, theme.text, 0.15), 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    double y = kCardInset;
    const auto write = [&](const QFont& font, const QColor& colour, const QString& text) {
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QPointF(kCardInset, y + metrics.ascent()), text);
        y += metrics.lineSpacing();
    };
    for (const QString& line : wrappedTitle())
        write(monoFont(), theme.text, line);
    y += kSpacing;
    for (const QString& line : m_lines)
        write(uiFont(), theme.muted, line);
}

} // namespace stepscope::widgets
