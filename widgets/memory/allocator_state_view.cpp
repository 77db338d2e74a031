// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/allocator_state_view.h"

#include "widgets/common/paint_target.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"
#include "widgets/memory/state_painter.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kZoomStep = 1.25;
constexpr double kMostZoom = 4096;

} // namespace

AllocatorStateView::AllocatorStateView(const MemoryContext& context, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_context(context)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Segments and blocks of the allocator"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this]() { m_wantedTop.reset(); });
    const auto repaint = [this]() { viewport()->update(); };
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &AllocatorStateView::changeDevice);
    connect(m_context.cursor, &MemoryCursor::entryChanged, this, &AllocatorStateView::refresh);
    connect(m_context.cursor, &MemoryCursor::allocationChanged, this, repaint);
    connect(m_context.cursor, &MemoryCursor::hoveredChanged, this,
        [this]() { viewport()->update(m_outlined + outlineRegion(m_context.cursor->hovered())); });
    connect(m_context.theme, &ThemeSource::changed, this, [this]() {
        m_picture = {};
        viewport()->update();
    });
}

void AllocatorStateView::setGroups(MemoryGroups groups)
{
    m_groups = std::move(groups);
    m_picture = {};
    viewport()->update();
}

AllocatorStateView::Look AllocatorStateView::look() const
{
    return {m_zoom, m_wantedTop.value_or(verticalScrollBar()->value())};
}

void AllocatorStateView::setLook(const Look& look)
{
    m_zoom = std::clamp(look.zoom, 1.0, kMostZoom);
    m_wantedTop = look.top;
    relayout();
}

void AllocatorStateView::changeDevice()
{
    m_wantedTop.reset();
    m_groups = {};
    m_fit.reset();
    m_zoom = 1;
    verticalScrollBar()->setValue(0);
    refresh();
}

void AllocatorStateView::refresh()
{
    const std::pair shown {m_context.cursor->device(), m_context.cursor->entry()};
    if (!isVisible() || m_shown == shown)
        return;
    m_shown = shown;
    const model::MemoryDevice* of = m_context.device();
    if (of == nullptr)
        m_state = {};
    else
        // Without a history there is only the end to be seen.
        m_state = of->entryCount() == 0
            ? model::endState(*m_context.snapshot, *of)
            : model::stateAt(*m_context.snapshot, *of, std::min(shown.second, of->entryCount() - 1));
    relayout();
    Q_EMIT stateChanged();
}

void AllocatorStateView::relayout()
{
    const QSize size = viewport()->size();
    const model::MemoryDevice* of = m_context.device();
    if (!m_fit && of != nullptr) {
        const bool history = of->entryCount() > 0;
        m_fit = SegmentLayout::fittingScale(m_context.snapshot->record,
            history ? model::stateAt(*m_context.snapshot, *of, of->reserved.peakEntry) : m_state, size.width(),
            size.height());
    }
    m_layout = SegmentLayout(m_context.snapshot->record, m_state, size.width(), m_fit.value_or(1) / m_zoom);
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - size.height()));
    verticalScrollBar()->setPageStep(size.height());
    verticalScrollBar()->setSingleStep(SegmentLayout::kLineStep);
    if (m_wantedTop)
        verticalScrollBar()->setValue(*m_wantedTop);
    m_picture = {};
    viewport()->update();
}

void AllocatorStateView::showEvent(QShowEvent* event)
{
    QAbstractScrollArea::showEvent(event);
    refresh();
}

void AllocatorStateView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_fit.reset();
    relayout();
}

void AllocatorStateView::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_context.theme->theme();
    QPainter painter(viewport());
    const qreal ratio = targetOf(painter).ratio;
    const int top = verticalScrollBar()->value();
    if (m_picture.isNull() || m_picture.size() != viewport()->size() * ratio) {
        m_picture = QImage(viewport()->size() * ratio, QImage::Format_RGB32);
        m_picture.setDevicePixelRatio(ratio);
        StatePainter(m_state, m_layout, m_groups, theme).paint(m_picture, top);
    }
    painter.drawImage(0, 0, m_picture);
    painter.translate(0, -top);
    drawTitles(painter);
    drawOutlines(painter);
    m_outlined = outlineRegion(m_context.cursor->hovered());
}

QRegion AllocatorStateView::outlineRegion(AllocId allocation) const
{
    constexpr int kLine = 3; // px around a block
    QRegion region;
    const model::StateBlock* block = find(allocation);
    if (block == nullptr)
        return region;
    for (const SegmentPart& part : partsOf(*block)) {
        const QRectF place(part.from, part.top - verticalScrollBar()->value(), part.to - part.from + kLine,
            SegmentLayout::kLineHeight);
        region += place.adjusted(-kLine, -kLine, kLine, kLine).toAlignedRect();
    }
    return region;
}

void AllocatorStateView::drawTitles(QPainter& painter) const
{
    painter.setFont(smallFont());
    painter.setPen(m_context.theme->theme().muted);
    const int width = viewport()->width() - 2 * SegmentLayout::kMargin;
    for (const SegmentGroup& group : m_layout.groups())
        painter.drawText(QRect(SegmentLayout::kMargin, group.top, width, SegmentLayout::kTitleHeight),
            Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(group.title, Qt::ElideRight, width));
    if (m_state.segments.empty())
        painter.drawText(viewport()->rect(), Qt::AlignCenter, QStringLiteral("No memory is reserved here."));
}

void AllocatorStateView::drawOutlines(QPainter& painter) const
{
    const auto outline = [&](AllocId allocation, const QColor& colour, qreal thickness) {
        const model::StateBlock* block = find(allocation);
        if (block == nullptr)
            return;
        painter.setPen(QPen(colour, thickness));
        for (const SegmentPart& part : partsOf(*block))
            painter.drawRect(QRectF(part.from - thickness / 2, part.top - thickness / 2,
                std::max(part.to - part.from, 2.0) + thickness, SegmentLayout::kLineHeight + thickness));
    };
    painter.setBrush(Qt::NoBrush);
    outline(m_context.cursor->hovered(), m_context.theme->theme().text, 1);
    outline(m_context.cursor->allocation(), m_context.theme->theme().accent, 2);
}

const model::StateBlock* AllocatorStateView::find(AllocId allocation) const
{
    const model::MemoryDevice* of = m_context.device();
    if (of == nullptr || allocation.index() >= of->allocations.count())
        return nullptr;
    const auto found
        = std::lower_bound(m_state.blocks.begin(), m_state.blocks.end(), of->allocations.address[allocation.index()],
            [](const model::StateBlock& block, std::uint64_t address) { return block.address < address; });
    return found != m_state.blocks.end() && found->allocation == allocation ? &*found : nullptr;
}

std::vector<SegmentPart> AllocatorStateView::partsOf(const model::StateBlock& block) const
{
    for (const SegmentPlace& place : m_layout.places()) {
        const model::StateSegment& segment = m_state.segments[place.segment];
        if (block.address >= segment.address && block.address - segment.address < segment.size) {
            const std::uint64_t offset = block.address - segment.address;
            return m_layout.parts(place, offset, offset + block.size);
        }
    }
    return {};
}

QRectF AllocatorStateView::rectOf(AllocId allocation) const
{
    const model::StateBlock* block = find(allocation);
    const std::vector<SegmentPart> parts = block != nullptr ? partsOf(*block) : std::vector<SegmentPart>();
    if (parts.empty())
        return {};
    return {parts.front().from, static_cast<qreal>(parts.front().top - verticalScrollBar()->value()),
        std::max(parts.front().to - parts.front().from, 1.0), SegmentLayout::kLineHeight};
}

const model::StateBlock* AllocatorStateView::blockAt(QPoint position) const
{
    const auto hit = m_layout.at(m_state, position.x(), position.y() + verticalScrollBar()->value());
    if (!hit)
        return nullptr;
    const model::StateSegment& segment = m_state.segments[hit->segment];
    const auto blocks = m_state.blocksOf(segment);
    const auto after = std::upper_bound(blocks.begin(), blocks.end(), segment.address + hit->offset,
        [](std::uint64_t address, const model::StateBlock& block) { return address < block.address; });
    return after == blocks.begin() ? nullptr : &*std::prev(after);
}

QString AllocatorStateView::textAt(QPoint position) const
{
    const model::StateBlock* block = blockAt(position);
    const auto hit = m_layout.at(m_state, position.x(), position.y() + verticalScrollBar()->value());
    if (block == nullptr || !hit)
        return {};
    const model::StateSegment& segment = m_state.segments[hit->segment];
    QStringList lines;
    if (block->isFree()) {
        lines << QStringLiteral("%1 free").arg(bytesText(block->size));
    } else {
        lines << QStringLiteral("%1 · %2").arg(bytesText(block->requested),
            toQString(m_context.stacks->label(m_context.device()->allocations.stack[block->allocation.index()])));
        if (block->waste() > 0)
            lines << QStringLiteral("%1 of the block are lost to rounding").arg(bytesText(block->waste()));
        if (block->pending)
            lines << QStringLiteral("freed by the program, still in use by another stream");
    }
    lines << QStringLiteral("%1 in a %2 of %3 (%4 free in one piece at most)")
                 .arg(addressText(block->address),
                     segment.expandable ? QStringLiteral("expandable segment") : QStringLiteral("segment"),
                     bytesText(segment.size), bytesText(segment.largestFree));
    return lines.join(QLatin1Char('\n'));
}

QString AllocatorStateView::summary() const
{
    std::uint64_t allocated = 0;
    std::uint64_t waste = 0;
    std::uint64_t pending = 0;
    std::uint64_t largest = 0;
    for (const model::StateSegment& segment : m_state.segments) {
        allocated += segment.allocated;
        largest = std::max(largest, segment.largestFree);
    }
    std::size_t pieces = 0;
    for (const model::StateBlock& block : m_state.blocks) {
        waste += block.waste();
        pending += block.pending ? block.size : 0;
        pieces += block.isFree() ? 1 : 0;
    }
    const std::uint64_t reserved = m_state.reserved();
    QStringList parts {QStringLiteral("reserved ") + bytesText(reserved),
        QStringLiteral("allocated ") + bytesText(allocated),
        QStringLiteral("free %1 in %2, the largest %3")
            .arg(bytesText(reserved - std::min(allocated, reserved)),
                countedText(pieces, QStringLiteral("piece"), QStringLiteral("pieces")), bytesText(largest))};
    if (waste > 0)
        parts << QStringLiteral("rounding ") + bytesText(waste);
    if (pending > 0)
        parts << QStringLiteral("freed but still in use ") + bytesText(pending);
    if (!m_state.unplaced.empty())
        parts << QStringLiteral("%1 live blocks lie in no segment").arg(countText(m_state.unplaced.size()));
    return parts.join(QStringLiteral("  ·  "));
}

bool AllocatorStateView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave)
        m_context.cursor->setHovered({});
    return QAbstractScrollArea::viewportEvent(event);
}

void AllocatorStateView::mouseMoveEvent(QMouseEvent* event)
{
    const model::StateBlock* block = blockAt(event->position().toPoint());
    m_context.cursor->setHovered(block != nullptr ? block->allocation : AllocId());
}

void AllocatorStateView::mousePressEvent(QMouseEvent* event)
{
    const model::StateBlock* block = blockAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || block == nullptr || block->isFree())
        return;
    m_context.cursor->choose(block->allocation);
    Q_EMIT allocationClicked(block->allocation);
}

void AllocatorStateView::wheelEvent(QWheelEvent* event)
{
    if ((event->modifiers() & Qt::ControlModifier) == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    m_wantedTop.reset();
    m_zoom
        = std::clamp(m_zoom * std::pow(kZoomStep, event->angleDelta().y() / double {QWheelEvent::DefaultDeltasPerStep}),
            1.0, kMostZoom);
    relayout();
    event->accept();
}

void AllocatorStateView::walk(int direction)
{
    const model::StateBlock* block = find(m_context.cursor->allocation());
    auto at = block != nullptr ? block - m_state.blocks.data() : (direction > 0 ? -1 : std::ssize(m_state.blocks));
    do
        at += direction;
    while (at >= 0 && at < std::ssize(m_state.blocks) && m_state.blocks[static_cast<std::size_t>(at)].isFree());
    if (at >= 0 && at < std::ssize(m_state.blocks))
        m_context.cursor->choose(m_state.blocks[static_cast<std::size_t>(at)].allocation);
}

void AllocatorStateView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        walk(event->key() == Qt::Key_Right ? 1 : -1);
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void AllocatorStateView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    m_picture = {};
    viewport()->update();
}

} // namespace stepscope::widgets
