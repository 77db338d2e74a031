// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/track_header.h"

#include "widgets/common/style.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kHeaderInset = 8;
constexpr int kIndent = 12; // for each level
constexpr int kMark = 14;   // width of the fold mark
constexpr int kBorder = 4;  // px at the right edge that take hold of it
constexpr int kShortestDetail = 24;

} // namespace

TrackHeader::TrackHeader(const TimelineData& source, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_data(source)
    , m_theme(theme)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setAccessibleName(tr("Rows of the timeline"));
    connect(theme, &ThemeSource::changed, this, [this] { update(); });
}

void TrackHeader::setCorner(int height, const QString& text)
{
    if (height == m_corner && text == m_cornerText)
        return;
    m_corner = height;
    m_cornerText = text;
    update();
}

void TrackHeader::setScroll(int pixels)
{
    if (pixels == m_scroll)
        return;
    m_scroll = pixels;
    update();
}

void TrackHeader::setSelectedRow(std::optional<std::size_t> row)
{
    if (row == m_selected)
        return;
    m_selected = row;
    update();
}

int TrackHeader::topOf(const view::Row& row) const
{
    return m_corner + row.y - (row.pinned ? 0 : m_scroll);
}

std::optional<std::size_t> TrackHeader::rowAt(int y) const
{
    const view::TrackLayout& layout = m_data.layout();
    if (y < m_corner)
        return {};
    const int inside = y - m_corner;
    return layout.rowAt(inside < layout.pinnedHeight() ? inside : inside + m_scroll);
}

// The name of a track with many lanes stands on the first one, or where that is scrolled away on what is seen of them.
QRect TrackHeader::labelPlace(std::size_t index) const
{
    const std::vector<view::Row>& rows = m_data.layout().rows();
    const view::Row& row = rows[index];
    const int top = topOf(row);
    const int edge = m_corner + m_data.layout().pinnedHeight();
    if (row.pinned || top >= edge)
        return {0, top, width(), row.height};
    std::size_t last = index;
    while (last + 1 < rows.size() && rows[last + 1].node == row.node)
        ++last;
    const int needed = std::min<int>(row.height, kLaneHeight);
    const int y = std::max(top, std::min(edge, topOf(rows[last]) + rows[last].height - needed));
    return {0, y, width(), std::max(needed, top + row.height - y)};
}

std::optional<std::size_t> TrackHeader::stuckRow() const
{
    const view::TrackLayout& layout = m_data.layout();
    const int edge = layout.pinnedHeight() + m_scroll;
    std::size_t index = std::max(layout.rowsBetween(edge, edge + 1).first, layout.pinnedRows());
    if (index >= layout.rows().size() || layout.rows()[index].y >= edge)
        return {};
    while (!layout.rows()[index].labelled && index > layout.pinnedRows())
        --index;
    return index;
}

std::optional<std::size_t> TrackHeader::labelAt(int y) const
{
    const auto row = rowAt(y);
    if (row && m_data.layout().rows()[*row].labelled)
        return row;
    const auto stuck = stuckRow();
    const QRect place = stuck ? labelPlace(*stuck) : QRect();
    return y >= place.top() && y <= place.bottom() ? stuck : std::nullopt;
}

void TrackHeader::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    const view::TrackLayout& layout = m_data.layout();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.panel);
    const int pinned = layout.pinnedHeight();
    const auto [first, last] = layout.rowsBetween(pinned + m_scroll, height() - m_corner + m_scroll + 1);
    painter.setClipRect(0, m_corner + pinned, width(), height());
    for (std::size_t i = std::max(first, layout.pinnedRows()); i < last; ++i)
        paintRow(painter, i);
    if (const auto stuck = stuckRow(); stuck && *stuck < first)
        paintLabel(painter, *stuck);
    painter.setClipping(false);
    for (std::size_t i = 0; i < layout.pinnedRows(); ++i)
        paintRow(painter, i);
    if (m_drop) { // where it goes, and what
        const auto row = m_drop->valid() ? layout.rowOfNode(*m_drop) : std::nullopt;
        const int y = row ? topOf(layout.rows()[*row]) : m_corner + layout.height() - m_scroll;
        painter.fillRect(QRectF(0, y - 1, width(), 2), theme.accent);
    }
    if (layout.pinnedRows() > 1)
        painter.fillRect(QRectF(0, m_corner + pinned - 1, width(), 1), theme.muted);
    paintPinnedPart(painter);
    painter.setFont(smallFont());
    painter.setPen(theme.muted);
    painter.drawText(
        QRect(kHeaderInset, 0, width() - 2 * kHeaderInset, m_corner), Qt::AlignVCenter | Qt::AlignRight, m_cornerText);
    painter.fillRect(QRectF(0, m_corner - 1, width(), 1), theme.line);
    painter.fillRect(QRectF(width() - 1, 0, 1, height()), theme.line);
}

// Which part of the pinned rows is seen, where that is not all of them.
void TrackHeader::paintPinnedPart(QPainter& painter) const
{
    constexpr double kWidth = 4;
    constexpr double kLeast = 12;
    const view::TrackLayout& layout = m_data.layout();
    if (!layout.pinnedScroll())
        return;
    const view::PinnedPart part = layout.pinnedPart();
    const double height = layout.pinnedHeight() - part.top;
    const double each = height / static_cast<double>(part.all);
    const double length = std::max(kLeast, each * static_cast<double>(part.shown));
    const double top = std::min(each * static_cast<double>(part.first), height - length);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme->theme().muted);
    painter.drawRoundedRect(
        QRectF(width() - kWidth - 3, m_corner + part.top + top, kWidth, length), kWidth / 2, kWidth / 2);
}

void TrackHeader::paintRow(QPainter& painter, std::size_t index)
{
    const Theme& theme = m_theme->theme();
    const view::Row& row = m_data.layout().rows()[index];
    const view::LayoutNode& node = m_data.layout().node(row.node);
    const int top = topOf(row);
    const bool isTrack = node.kind == view::NodeKind::Thread || node.kind == view::NodeKind::Stream;
    const bool isHeading = (row.kind == view::RowKind::Heading || row.kind == view::RowKind::Steps) && !isTrack;

    if (isHeading) {
        if (row.kind == view::RowKind::Heading)
            painter.fillRect(QRectF(0, top, width(), 1), theme.line);
        painter.fillRect(QRectF(0, top + row.height - 1, width(), 1), theme.line);
    }
    if (m_selected == index)
        painter.fillRect(QRectF(0, top, 3, row.height), theme.accent);
    if (row.labelled)
        paintLabel(painter, index);
}

void TrackHeader::paintLabel(QPainter& painter, std::size_t index)
{
    const view::Row& row = m_data.layout().rows()[index];
    const view::LayoutNode& node = m_data.layout().node(row.node);
    if (node.foldable)
        paintFoldMark(painter, foldMark(index), node.folded);
    const int left = kHeaderInset + kIndent * node.indent + kMark;
    QFont font = uiFont();
    if (row.height < kLaneHeight || node.kind == view::NodeKind::Section)
        font = smallFont();
    font.setWeight(
        node.kind == view::NodeKind::Device || node.kind == view::NodeKind::Process ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    paintName(painter, node, labelPlace(index).adjusted(left, 0, -kHeaderInset, 0));
}

void TrackHeader::paintName(QPainter& painter, const view::LayoutNode& node, const QRectF& place)
{
    const Theme& theme = m_theme->theme();
    const QFontMetricsF metrics(painter.font());
    const bool quiet = node.kind == view::NodeKind::Section || node.kind == view::NodeKind::Instants;
    const QString label = metrics.elidedText(QString::fromStdString(node.label), Qt::ElideMiddle, place.width());
    painter.setPen(quiet ? theme.muted : theme.text);
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, label);
    const double taken = metrics.horizontalAdvance(label) + 8;
    if (node.detail.empty() || place.width() - taken < kShortestDetail)
        return;
    painter.setFont(smallFont());
    painter.setPen(theme.muted);
    const QString detail = QFontMetricsF(painter.font())
                               .elidedText(QString::fromStdString(node.detail), Qt::ElideRight, place.width() - taken);
    painter.drawText(place.adjusted(taken, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, detail);
}

QRect TrackHeader::foldMark(std::size_t index) const
{
    const view::Row& row = m_data.layout().rows()[index];
    const int left = kHeaderInset + kIndent * m_data.layout().node(row.node).indent - 2;
    const QRect label = labelPlace(index);
    return {left, label.top(), kMark, label.height()};
}

void TrackHeader::paintFoldMark(QPainter& painter, const QRectF& place, bool folded)
{
    const QPointF middle = place.center();
    QPainterPath chevron;
    if (folded) {
        chevron.moveTo(middle + QPointF(-2, -4));
        chevron.lineTo(middle + QPointF(2, 0));
        chevron.lineTo(middle + QPointF(-2, 4));
    } else {
        chevron.moveTo(middle + QPointF(-4, -2));
        chevron.lineTo(middle + QPointF(0, 2));
        chevron.lineTo(middle + QPointF(4, -2));
    }
    painter.setPen(QPen(m_theme->theme().muted, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(chevron);
}

bool TrackHeader::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = rowAt(help->pos().y());
    if (row) {
        const view::LayoutNode& node = m_data.layout().node(m_data.layout().rows()[*row].node);
        QToolTip::showText(help->globalPos(), QString::fromStdString(node.tip), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

bool TrackHeader::atBorder(double x) const
{
    return x >= width() - kBorder;
}

view::NodeId TrackHeader::nodeAt(int y) const
{
    const auto row = rowAt(y);
    return row ? m_data.layout().rows()[*row].node : view::NodeId();
}

void TrackHeader::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_resizing = atBorder(event->position().x());
    m_pressed = m_resizing ? view::NodeId() : nodeAt(static_cast<int>(event->position().y()));
    m_pressedAt = event->position().toPoint();
    m_dragging = false;
}

void TrackHeader::mouseMoveEvent(QMouseEvent* event)
{
    if (m_resizing) {
        Q_EMIT widthRequested(std::clamp(static_cast<int>(event->position().x()), kMinimumWidth, kMaximumWidth));
        return;
    }
    if (m_pressed.valid() && (event->buttons() & Qt::LeftButton) != 0) {
        const int way = (event->position().toPoint() - m_pressedAt).manhattanLength();
        m_dragging = m_dragging || (way >= QApplication::startDragDistance() && m_data.layout().isMovable(m_pressed));
        m_drop = m_dragging ? dropPlace(static_cast<int>(event->position().y())) : std::nullopt;
        update();
        return;
    }
    updateCursor(event->position());
}

void TrackHeader::updateCursor(QPointF position)
{
    const auto row = labelAt(static_cast<int>(position.y()));
    const bool folds = row && m_data.layout().node(m_data.layout().rows()[*row].node).foldable;
    if (atBorder(position.x()))
        setCursor(Qt::SplitHCursor);
    else
        setCursor(folds ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

// Before the sibling under the pointer on the way up, after it on the way down.
std::optional<view::NodeId> TrackHeader::dropPlace(int y) const
{
    const view::TrackLayout& layout = m_data.layout();
    const view::NodeId parent = layout.node(m_pressed).parent;
    view::NodeId target = nodeAt(y);
    while (target.valid() && layout.node(target).parent != parent)
        target = layout.node(target).parent;
    if (!layout.isMovable(target) || target == m_pressed)
        return {};
    const std::vector<view::NodeId>& siblings = layout.siblings(m_pressed);
    const auto at = std::find(siblings.begin(), siblings.end(), target);
    if (std::find(siblings.begin(), at, m_pressed) == at)
        return target;
    const bool isLast = at + 1 == siblings.end() || !layout.isMovable(*(at + 1));
    return isLast ? view::NodeId() : *(at + 1);
}

void TrackHeader::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const view::NodeId pressed = std::exchange(m_pressed, view::NodeId());
    const auto drop = std::exchange(m_drop, std::nullopt);
    const bool wasDrag = std::exchange(m_dragging, false);
    update();
    if (std::exchange(m_resizing, false) || !pressed.valid())
        return;
    if (wasDrag && drop)
        Q_EMIT moveRequested(pressed, *drop);
    else if (!wasDrag)
        click(pressed);
}

void TrackHeader::click(view::NodeId node)
{
    const auto row = rowAt(m_pressedAt.y());
    if (!row || m_data.layout().rows()[*row].node != node)
        return;
    if (node == m_data.layout().hiddenHeading())
        Q_EMIT menuRequested(node, mapToGlobal(m_pressedAt));
    else if (labelAt(m_pressedAt.y()) && m_data.layout().node(node).foldable)
        Q_EMIT foldRequested(node);
}

void TrackHeader::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT menuRequested(nodeAt(event->pos().y()), event->globalPos());
}

void TrackHeader::wheelEvent(QWheelEvent* event)
{
    const QPoint pixels = event->pixelDelta();
    Q_EMIT scrolledBy(pixels.isNull() ? -event->angleDelta().y() * 54 / 120 : -pixels.y(), event->position());
    event->accept();
}

} // namespace stepscope::widgets
