// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_canvas.h"

#include "widgets/common/style.h"
#include "widgets/timeline/hover_card.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kCardDelayMs = 250;
constexpr double kBranch = 0.9; // where the heaviest child takes less of the whole, the tree tells something

QString shareText(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0)
        return QStringLiteral("0 %");
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return percent < 0.05 ? QStringLiteral("< 0.1 %") : QString::number(percent, 'f', 1) + QStringLiteral(" %");
}

bool isOwnKey(const QKeyEvent& key)
{
    switch (key.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Backspace:
    case Qt::Key_Escape:
        return true;
    default:
        return key.matches(QKeySequence::Copy);
    }
}

} // namespace

FlameCanvas::FlameCanvas(ThemeSource* theme, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_theme(theme)
    , m_card(new HoverCard(theme, viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(kLaneHeight);
    m_cardTimer.setSingleShot(true);
    m_cardTimer.setInterval(kCardDelayMs);
    connect(&m_cardTimer, &QTimer::timeout, this, &FlameCanvas::showCard);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this]() { m_isFresh = false; });
    connect(&m_easing, &FlameEasing::changed, viewport(), qOverload<>(&QWidget::update));
    connect(m_theme, &ThemeSource::changed, viewport(), qOverload<>(&QWidget::update));
}

FlameCanvas::~FlameCanvas() = default;

void FlameCanvas::setTree(FlameTreePtr tree)
{
    const bool wasZoomed = m_tree && m_zoomed != 0;
    const std::uint32_t zoomed
        = wasZoomed && tree && !tree->nodes.empty() ? sameFlameNode(*m_tree, m_zoomed, *tree) : 0;
    m_tree = std::move(tree);
    m_zoomed = zoomed;
    m_current.reset();
    (void)setSearched(m_searched);
    m_isFresh = m_zoomed == 0;
    relayout();
    Q_EMIT zoomChanged();
}

// Stacks often begin with many calls that tell nothing: scrolls to where they branch.
void FlameCanvas::showBranching()
{
    int depth = 0;
    if (m_tree && !m_tree->empty()) {
        const auto enough = static_cast<std::uint64_t>(kBranch * static_cast<double>(m_tree->nodes.front().total));
        for (std::uint32_t node = 0; m_tree->nodes[node].children > 0; ++depth) {
            node = m_tree->nodes[node].firstChild;
            if (m_tree->nodes[node].total < enough)
                break;
        }
    }
    verticalScrollBar()->setValue((depth - 1) * kLaneHeight);
}

void FlameCanvas::zoomTo(std::uint32_t node)
{
    if (!m_tree || node >= m_tree->nodes.size() || node == m_zoomed)
        return;
    const FlameLayout before = m_layout;
    const std::uint32_t from = m_zoomed;
    m_zoomed = node;
    m_isFresh = false;
    relayout();
    ease(before, from);
    Q_EMIT zoomChanged();
}

// From the picture before into the node, or out of the one before into the picture now.
void FlameCanvas::ease(const FlameLayout& before, std::uint32_t from)
{
    const FlameStretch whole {0, static_cast<double>(viewport()->width())};
    std::uint32_t above = from;
    while (above != m_zoomed && above != 0)
        above = m_tree->nodes[above].parent;
    const bool isOutwards = above == m_zoomed;
    const FlameBox* box = isOutwards ? m_layout.boxOf(*m_tree, from) : before.boxOf(*m_tree, m_zoomed);
    if (box == nullptr || box->width <= 0 || whole.width <= 0)
        return;
    const FlameStretch inner {box->x, box->width};
    if (isOutwards)
        m_easing.start(m_layout, inner, whole);
    else
        m_easing.start(before, whole, inner);
}

void FlameCanvas::relayout()
{
    setHovered(nullptr, {});
    m_easing.stop();
    m_layout = m_tree ? FlameLayout(*m_tree, m_zoomed, viewport()->width()) : FlameLayout();
    const int height = static_cast<int>(m_layout.levels()) * kLaneHeight;
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    if (m_isFresh)
        showBranching();
    viewport()->update();
}

void FlameCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

FlameMatches FlameCanvas::setSearched(const QString& text)
{
    m_searched = text;
    std::vector<bool>& matches = m_look.matches;
    matches.clear();
    FlameMatches found;
    viewport()->update();
    if (!m_tree || text.isEmpty())
        return found;
    matches.reserve(m_tree->labels.size());
    for (const FlameLabel& label : m_tree->labels)
        matches.push_back(label.full.contains(text, Qt::CaseInsensitive));
    std::vector<bool> isInside(m_tree->nodes.size());
    for (std::size_t i = 0; i < m_tree->nodes.size(); ++i) {
        const FlameNode& node = m_tree->nodes[i];
        const bool isMatch = matches[node.label];
        if (isMatch && !isInside[node.parent])
            found.amount += node.total;
        found.nodes += isMatch ? 1 : 0;
        isInside[i] = isMatch || isInside[node.parent];
    }
    return found;
}

// --- painting ---

void FlameCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme->theme().surface);
    painter.setFont(smallFont());
    const double width = viewport()->width();
    const bool isEasing = m_easing.isRunning();
    const FlameLayout& layout = isEasing ? m_easing.layout() : m_layout;
    const FlameStretch shown = isEasing ? m_easing.shown() : FlameStretch {0, width};
    const int scrolled = verticalScrollBar()->value();
    m_look.zoomDepth = m_tree ? flameDepth(*m_tree, m_zoomed) : 0;
    const int first = std::max(0, scrolled + event->rect().top()) / kLaneHeight;
    for (auto depth = static_cast<std::size_t>(first); depth < layout.levels(); ++depth) {
        const double y = static_cast<double>(depth) * kLaneHeight - scrolled;
        if (y > event->rect().bottom())
            break;
        FlamePainter(painter, *m_tree, m_look, m_theme->theme()).level(layout, depth, y, shown, width);
    }
    if (isEasing)
        return;
    if (m_current) {
        const QRectF rect = boxRect(*m_current);
        painter.setPen(QPen(m_theme->theme().accent, 2));
        if (!rect.isEmpty())
            painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

QRectF FlameCanvas::boxRect(std::uint32_t node) const
{
    const FlameBox* box = m_tree ? m_layout.boxOf(*m_tree, node) : nullptr;
    if (box == nullptr)
        return {};
    const double y = static_cast<double>(flameDepth(*m_tree, node)) * kLaneHeight - verticalScrollBar()->value();
    return {box->x, y, box->width, kLaneHeight - 1.0};
}

QRect FlameCanvas::placeOf(const FlameBox& box) const
{
    if (!m_tree || box.count == 0 || box.node >= m_tree->nodes.size()) // of a tree before
        return {};
    const double y = static_cast<double>(flameDepth(*m_tree, box.node)) * kLaneHeight - verticalScrollBar()->value();
    return QRectF(box.x, y, box.width, kLaneHeight).toAlignedRect().adjusted(-1, 0, 1, 0);
}

// --- pointer ---

const FlameBox* FlameCanvas::boxAt(QPointF position) const
{
    const double y = position.y() + verticalScrollBar()->value();
    return y < 0 ? nullptr : m_layout.at(static_cast<std::size_t>(y / kLaneHeight), position.x());
}

void FlameCanvas::setHovered(const FlameBox* box, QPointF position)
{
    const FlameBox hovered = box != nullptr ? *box : FlameBox {0, 0, 0, 0};
    m_pointer = position;
    if (hovered.node == m_look.hovered.node && hovered.count == m_look.hovered.count)
        return;
    viewport()->update(QRegion(placeOf(m_look.hovered)) + placeOf(hovered));
    m_look.hovered = hovered;
    m_card->hide();
    if (box != nullptr)
        m_cardTimer.start();
    else
        m_cardTimer.stop();
    viewport()->setCursor(box != nullptr && box->count == 1 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FlameCanvas::showCard()
{
    if (!m_tree || m_look.hovered.count == 0)
        return;
    if (m_look.hovered.count == 1) {
        m_card->showAt(m_pointer, m_tree->label(m_look.hovered.node).full, linesOf(m_look.hovered.node));
        return;
    }
    std::uint64_t amount = 0;
    for (std::uint32_t i = 0; i < m_look.hovered.count; ++i)
        amount += m_tree->nodes[m_look.hovered.node + i].total;
    m_card->showAt(m_pointer, QStringLiteral("%1 nodes, too narrow to be drawn one by one").arg(m_look.hovered.count),
        {m_tree->amountText(amount)});
}

QStringList FlameCanvas::linesOf(std::uint32_t node) const
{
    if (m_tree->allLines)
        return m_tree->allLines(node);
    const FlameNode& shown = m_tree->nodes[node];
    QStringList lines {QStringLiteral("%1 · %2 of all")
                           .arg(m_tree->amountText(shown.total), shareText(shown.total, m_tree->nodes[0].total))};
    if (node != 0)
        lines.front()
            += QStringLiteral(" · %1 of the caller").arg(shareText(shown.total, m_tree->nodes[shown.parent].total));
    lines
        << QStringLiteral("self %1 · %2 of it").arg(m_tree->amountText(shown.self), shareText(shown.self, shown.total));
    if (m_tree->moreLines)
        lines << m_tree->moreLines(node);
    return lines;
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event)
{
    setHovered(boxAt(event->position()), event->position());
}

void FlameCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const FlameBox* box = event->button() == Qt::LeftButton ? boxAt(event->position()) : nullptr;
    if (box == nullptr || box->count > 1)
        return;
    const std::uint32_t node = box->node;
    setCurrent(node);
    zoomTo(node);
}

void FlameCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    // The first click has made the node as wide as everything: it is still under the pointer.
    const FlameBox* box = event->button() == Qt::LeftButton ? boxAt(event->position()) : nullptr;
    if (box != nullptr && box->count == 1)
        Q_EMIT nodeActivated(box->node);
}

bool FlameCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHovered(nullptr, {});
    return QAbstractScrollArea::viewportEvent(event);
}

// --- keys ---

// The window's actions have some of these keys too.
bool FlameCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isOwnKey(*static_cast<QKeyEvent*>(event)))
        event->accept();
    return QAbstractScrollArea::event(event);
}

void FlameCanvas::setCurrent(std::uint32_t node)
{
    m_current = node;
    m_isFresh = false;
    setAccessibleDescription(
        m_tree->label(node).full + QStringLiteral(", ") + linesOf(node).join(QStringLiteral(", ")));
    const double y = static_cast<double>(flameDepth(*m_tree, node)) * kLaneHeight;
    const int scrolled = verticalScrollBar()->value();
    if (y < scrolled)
        verticalScrollBar()->setValue(static_cast<int>(y));
    else if (y + kLaneHeight > scrolled + viewport()->height())
        verticalScrollBar()->setValue(static_cast<int>(y) + kLaneHeight - viewport()->height());
    viewport()->update();
}

bool FlameCanvas::walkSideways(int step)
{
    const std::size_t depth = flameDepth(*m_tree, *m_current);
    const FlameBox* box = m_layout.boxOf(*m_tree, *m_current);
    if (box == nullptr)
        return false;
    const std::vector<FlameBox>& boxes = m_layout.level(depth);
    for (auto at = box - boxes.data() + step; at >= 0 && at < static_cast<std::ptrdiff_t>(boxes.size()); at += step) {
        const FlameBox& other = boxes[static_cast<std::size_t>(at)];
        if (other.count == 1) {
            setCurrent(other.node);
            return true;
        }
    }
    return true;
}

bool FlameCanvas::walk(int key)
{
    if (!m_current || m_layout.boxOf(*m_tree, *m_current) == nullptr) {
        setCurrent(m_zoomed);
        return true;
    }
    const FlameNode& node = m_tree->nodes[*m_current];
    switch (key) {
    case Qt::Key_Left:
        return walkSideways(-1);
    case Qt::Key_Right:
        return walkSideways(1);
    case Qt::Key_Up:
        setCurrent(node.parent);
        return true;
    default:
        if (node.children > 0 && m_layout.boxOf(*m_tree, node.firstChild) != nullptr)
            setCurrent(node.firstChild);
        return true;
    }
}

void FlameCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool hasTree = m_tree && !m_tree->empty();
    if (!hasTree || !isOwnKey(*event)) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
        zoomTo(m_tree->nodes[m_zoomed].parent);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current && event->modifiers().testFlag(Qt::ControlModifier))
            Q_EMIT nodeActivated(*m_current);
        else if (m_current)
            zoomTo(*m_current);
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        (void)walk(event->key());
        break;
    default:
        Q_EMIT copyRequested();
        break;
    }
}

} // namespace stepscope::widgets
