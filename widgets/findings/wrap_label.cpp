// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/wrap_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kComfortableChars = 28; // what a line should hold where there is a choice
constexpr int kLeastChars = 6;

struct Line
{
    int start = 0;
    int length = 0;
};

// One paragraph in which figures stay with their units: "93 %" must not break before its sign; code breaks behind its
// brackets rather than anywhere.
QString oneParagraph(QString text)
{
    static const QRegularExpression unit(QStringLiteral("(?<=\\d) (?=\\d|%|[nµm]?s\\b|[KMGT]?i?B\\b|GB/s)"));
    static const QRegularExpression bracket(QStringLiteral("(?<=\\w[(=])(?=\\w)"));
    constexpr QChar kMayBreak(0x200b);
    return text.replace(QLatin1Char('\n'), QChar::LineSeparator)
        .replace(unit, QString(QChar::Nbsp))
        .replace(bracket, QString(kMayBreak));
}

std::vector<Line> linesOf(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    std::vector<Line> lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        lines.push_back({line.textStart(), line.textLength()});
    }
    layout.endLayout();
    return lines;
}

} // namespace

WrapLabel::WrapLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setProperty("role", QStringLiteral("text")); // of the theme of its page, whatever the application wears
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WrapLabel::setMaxLines(int lines)
{
    if (lines == m_maxLines)
        return;
    m_maxLines = lines;
    updateGeometry();
    update();
}

bool WrapLabel::isElided() const
{
    const auto lines = linesOf(oneParagraph(text()), font(), width());
    return m_maxLines > 0 && static_cast<int>(lines.size()) > m_maxLines;
}

int WrapLabel::heightForWidth(int width) const
{
    const int lines = static_cast<int>(linesOf(oneParagraph(text()), font(), width).size());
    const int shown = m_maxLines > 0 ? std::min(lines, m_maxLines) : lines;
    return std::max(1, shown) * fontMetrics().lineSpacing();
}

QSize WrapLabel::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int width = std::min(metrics.horizontalAdvance(text()) + 1, kComfortableChars * metrics.averageCharWidth());
    return {width, heightForWidth(width)};
}

QSize WrapLabel::minimumSizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {std::min(sizeHint().width(), kLeastChars * metrics.averageCharWidth()), metrics.lineSpacing()};
}

void WrapLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    const QString whole = oneParagraph(text());
    const QFontMetrics metrics = fontMetrics();
    const std::vector<Line> lines = linesOf(whole, font(), width());
    const std::size_t shown
        = m_maxLines > 0 ? std::min(lines.size(), static_cast<std::size_t>(m_maxLines)) : lines.size();
    int baseline = metrics.ascent();
    for (std::size_t i = 0; i < shown; ++i) {
        const bool cut = i + 1 == shown && shown < lines.size();
        const QString line = cut ? metrics.elidedText(whole.mid(lines[i].start), Qt::ElideRight, width())
                                 : whole.mid(lines[i].start, lines[i].length);
        painter.drawText(QPointF(0, baseline), line);
        baseline += metrics.lineSpacing();
    }
}

bool WrapLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && isElided()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace stepscope::widgets
