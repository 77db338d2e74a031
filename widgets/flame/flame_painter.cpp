// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_painter.h"

#include "core/view/label_text.h"
#include "widgets/common/style.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kNarrowestLabel = 20; // px
constexpr double kLabelInset = 4;
constexpr qsizetype kFewest = 5; // characters of a cut name: less tells nothing
constexpr double kQuiet = 0.72;  // of what is not meant

constexpr float kSeen = 0.15F; // of the largest change as it is shown: less has no mark

QColor changeFill(const Theme& theme, float change)
{
    constexpr double kStrongest = 0.6;
    const QColor ground = blend(theme.surface, theme.muted, 0.25);
    return blend(ground, change < 0 ? theme.good : theme.danger, kStrongest * std::abs(change));
}

QString changeMark(float change)
{
    if (std::abs(change) < kSeen)
        return {};
    return change < 0 ? QStringLiteral("▼ ") : QStringLiteral("▲ ");
}

} // namespace

FlamePainter::FlamePainter(QPainter& painter, const FlameTree& tree, const FlameLook& look, const Theme& theme)
    : m_painter(painter)
    , m_tree(tree)
    , m_look(look)
    , m_theme(theme)
    , m_palette(theme.dark)
{
}

bool FlamePainter::isDimmed(const FlameBox& box, std::size_t depth) const
{
    const bool isMatch = box.count == 1 && !m_look.matches.empty() && m_look.matches[m_tree.nodes[box.node].label];
    return depth < m_look.zoomDepth || (!m_look.matches.empty() && !isMatch);
}

void FlamePainter::level(
    const FlameLayout& layout, std::size_t depth, double y, const FlameStretch& shown, double canvasWidth)
{
    const double scale = canvasWidth / shown.width;
    for (const FlameBox& one : layout.level(depth)) {
        const double left = std::max(0.0, (one.x - shown.x) * scale);
        const double right = std::min(canvasWidth, (one.x + one.width - shown.x) * scale);
        if (left < right)
            box(one, depth, QRectF(left, y, std::max(1.0, right - left - 1), kLaneHeight - 1));
    }
}

void FlamePainter::box(const FlameBox& box, std::size_t depth, const QRectF& rect)
{
    const view::ColourIndex index = m_tree.nodes[box.node].colour;
    QColor fill
        = box.count > 1 ? blend(m_theme.surface, m_theme.muted, 0.35) : QColor::fromRgb(m_palette.colour(index));
    QColor text = QColor::fromRgb(m_palette.text(index));
    if (!m_tree.changes.empty() && box.count == 1) {
        fill = changeFill(m_theme, m_tree.changes[box.node]);
        text = m_theme.text;
    }
    if (isDimmed(box, depth)) {
        fill = blend(fill, m_theme.surface, kQuiet);
        text = m_theme.muted;
    }
    if (box.node == m_look.hovered.node && m_look.hovered.count > 0 && box.x == m_look.hovered.x)
        fill = blend(fill, m_theme.text, 0.12);
    m_painter.fillRect(rect, fill);
    if (box.count == 1)
        label(box, rect, text);
}

void FlamePainter::label(const FlameBox& box, const QRectF& rect, const QColor& colour)
{
    const double room = rect.width() - 2 * kLabelInset;
    if (room < kNarrowestLabel)
        return;
    const QFontMetricsF metrics(m_painter.font());
    QString text = m_tree.label(box.node).shown;
    if (!m_tree.changes.empty())
        text.prepend(changeMark(m_tree.changes[box.node])); // not by colour alone
    if (metrics.horizontalAdvance(text) > room) {           // the telling end first, as on the timeline
        const std::string name = text.toStdString();
        const std::string_view compact = view::compactName(name);
        const QString whole = QString::fromUtf8(compact.data(), static_cast<qsizetype>(compact.size()));
        text = metrics.elidedText(whole, Qt::ElideMiddle, room);
        if (text != whole && text.size() < kFewest)
            return;
    }
    m_painter.setPen(colour);
    m_painter.drawText(rect.adjusted(kLabelInset, 0, -kLabelInset, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
}

} // namespace stepscope::widgets
