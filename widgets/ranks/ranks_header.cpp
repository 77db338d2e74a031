// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_header.h"

#include "widgets/common/canvas_drag.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_words.h"

#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

namespace stepscope::widgets {

namespace {

constexpr int kMark = 16; // side of the fold mark
constexpr int kIndent = 6;

} // namespace

RanksHeader::RanksHeader(RanksCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_cursor(cursor)
    , m_theme(theme)
{
    setAccessibleName(QStringLiteral("Ranks"));
    connect(m_cursor, &RanksCursor::rankChanged, this, qOverload<>(&QWidget::update));
    connect(m_theme, &ThemeSource::changed, this, qOverload<>(&QWidget::update));
}

void RanksHeader::setContent(const RanksData* content, const RanksLayout* layout)
{
    m_data = content;
    m_layout = layout;
    m_opened.clear();
    m_late.clear();
    for (const ranks::Straggler& straggler : m_data->world().stragglers)
        m_late.insert(straggler.rank);
    update();
}

void RanksHeader::setCorner(int height, const QString& text)
{
    m_corner = height;
    m_cornerText = text;
    update();
}

void RanksHeader::setScroll(int px)
{
    m_scroll = px;
    update();
}

void RanksHeader::setOpened(std::set<std::uint32_t> ranks)
{
    m_opened = std::move(ranks);
    update();
}

QRect RanksHeader::foldMark(std::uint32_t rank) const
{
    const int top = m_corner + m_layout->rows()[m_layout->rowOf(rank)].y - m_scroll;
    return {kIndent, top + (m_layout->rowHeight() - kMark) / 2, kMark, kMark};
}

std::optional<std::size_t> RanksHeader::rowAt(int y) const
{
    return y < m_corner || m_layout == nullptr ? std::nullopt : m_layout->rowAt(y - m_corner + m_scroll);
}

std::optional<std::uint32_t> RanksHeader::rankAt(int y) const
{
    const auto row = rowAt(y);
    return row ? m_layout->rows()[*row].rank : std::nullopt;
}

QString RanksHeader::toolTipOf(std::size_t row) const
{
    const RankRow& at = m_layout->rows()[row];
    if (!at.rank)
        return QStringLiteral("None of the files is of this rank.");
    const ranks::World& world = m_data->world();
    const ranks::RankSummary& rank = world.ranks[*at.rank];
    QStringList lines {toQString(rank.file)};
    if (!rank.device.empty())
        lines << toQString(rank.device);
    if (!rank.verdict.empty())
        lines << toQString(rank.verdict);
    lines << clockText(world, *at.rank);
    if (!world.collectives.empty())
        lines << QStringLiteral("Waited %1 in all; others waited %2 for it.")
                     .arg(durationText(world.tolls[*at.rank].waitNs), durationText(world.tolls[*at.rank].latenessNs));
    lines << (hasTrace(*at.rank)
            ? QStringLiteral("Click the triangle for its events, double click for a tab of its own.")
            : QStringLiteral("A summary: its events are in the trace that it was made of, which is not opened here."));
    return lines.join(QLatin1Char('\n'));
}

bool RanksHeader::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto row = rowAt(help->pos().y());
        QToolTip::showText(help->globalPos(), row ? toolTipOf(*row) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void RanksHeader::mousePressEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const auto rank = rankAt(at.y());
    if (!rank || event->button() != Qt::LeftButton)
        return;
    if (hasTrace(*rank) && foldMark(*rank).adjusted(-kIndent, -kIndent, kIndent, kIndent).contains(at))
        Q_EMIT foldRequested(*rank);
    else
        m_cursor->setRank(*rank);
}

void RanksHeader::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const auto rank = rankAt(at.y());
    if (rank && hasTrace(*rank) && at.x() > foldMark(*rank).right() + kIndent)
        Q_EMIT pageRequested(*rank);
    else
        mousePressEvent(event);
}

void RanksHeader::contextMenuEvent(QContextMenuEvent* event)
{
    const auto rank = rankAt(event->pos().y());
    if (!rank)
        return;
    QMenu menu(this);
    QAction* fold = menu.addAction(
        m_opened.contains(*rank) ? QStringLiteral("Fold its events") : QStringLiteral("Show its events"));
    QAction* page = menu.addAction(QStringLiteral("Open as a tab of its own"));
    for (QAction* action : {fold, page})
        action->setEnabled(hasTrace(*rank));
    const QAction* chosen = menu.exec(event->globalPos());
    if (chosen == fold)
        Q_EMIT foldRequested(*rank);
    else if (chosen == page)
        Q_EMIT pageRequested(*rank);
}

void RanksHeader::wheelEvent(QWheelEvent* event)
{
    Q_EMIT scrolledBy(static_cast<int>(-event->angleDelta().y() / kWheelNotch * kWheelScroll));
    event->accept();
}

void RanksHeader::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.setFont(uiFont());
    if (m_layout != nullptr) {
        painter.save();
        painter.setClipRect(0, m_corner, width(), height() - m_corner);
        const auto& rows = m_layout->rows();
        for (std::size_t i = m_layout->firstRowFrom(m_scroll);
             i < rows.size() && rows[i].y < m_scroll + height() - m_corner; ++i)
            paintRow(painter, i);
        painter.restore();
    }
    painter.setPen(theme.muted);
    painter.setFont(smallFont());
    painter.drawText(QRect(0, 0, width() - 8, m_corner), Qt::AlignRight | Qt::AlignVCenter, m_cornerText);
    painter.fillRect(QRect(0, m_corner - 1, width(), 1), theme.line);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.line);
}

void RanksHeader::paintRow(QPainter& painter, std::size_t index)
{
    const Theme& theme = m_theme->theme();
    const RankRow& row = m_layout->rows()[index];
    const QRect place(0, m_corner + row.y - m_scroll, width(), m_layout->rowHeight());
    if (row.rank && row.rank == m_cursor->rank()) {
        painter.fillRect(place, blend(theme.panel, theme.accent, 0.18));
        painter.fillRect(QRect(0, place.top(), 3, place.height()), theme.accent);
    }
    painter.fillRect(QRect(0, place.bottom(), width(), 1), theme.line);
    if (row.rank && hasTrace(*row.rank)) {
        const QPointF middle = QRectF(foldMark(*row.rank)).center();
        const bool open = m_opened.contains(*row.rank);
        const QPolygonF mark = open ? QPolygonF {{-4, -2}, {4, -2}, {0, 3}} : QPolygonF {{-2, -4}, {3, 0}, {-2, 4}};
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.muted);
        painter.drawPolygon(mark.translated(middle));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    QRect text = place.adjusted(kIndent + kMark + 4, 0, -8, -1);
    if (row.rank && m_late.contains(*row.rank)) {
        painter.setPen(theme.danger);
        painter.setFont(smallFont());
        const QString late = QStringLiteral("late");
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, late);
        text.setRight(text.right() - painter.fontMetrics().horizontalAdvance(late) - 8);
    }
    painter.setFont(uiFont());
    painter.setPen(row.rank ? theme.text : theme.muted);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(row.label, Qt::ElideMiddle, text.width()));
}

} // namespace stepscope::widgets
