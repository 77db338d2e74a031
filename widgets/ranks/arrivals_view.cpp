// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/arrivals_view.h"

#include "core/analysis/idle_cause.h"
#include "core/view/palette.h"
#include "widgets/common/cause_brush.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_words.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kArrivalNameWidth = 140;
constexpr int kFigureWidth = 200; // right of the bars
constexpr int kArrivalInset = 8;

} // namespace

ArrivalsView::ArrivalsView(RanksCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_cursor(cursor)
    , m_theme(theme)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(kRowHeight);
    setAccessibleName(QStringLiteral("Arrivals"));
    connect(m_cursor, &RanksCursor::collectiveChanged, this, &ArrivalsView::refresh);
    connect(m_cursor, &RanksCursor::rankChanged, viewport(), qOverload<>(&QWidget::update));
    connect(m_theme, &ThemeSource::changed, viewport(), qOverload<>(&QWidget::update));
}

void ArrivalsView::setJob(RankJobPtr job)
{
    m_job = std::move(job);
    refresh();
}

const ranks::SharedCollective* ArrivalsView::shared() const
{
    return m_job && m_cursor->collective() && *m_cursor->collective() < m_job->world.collectives.size()
        ? &m_job->world.collectives[*m_cursor->collective()]
        : nullptr;
}

void ArrivalsView::refresh()
{
    const ranks::SharedCollective* chosen = shared();
    m_order = chosen != nullptr ? byArrival(*chosen) : std::vector<std::uint32_t>();
    std::reverse(m_order.begin(), m_order.end()); // whom all waited for stands first
    m_ranks.clear();
    for (const std::uint32_t arrival : m_order)
        m_ranks.push_back(chosen->arrivals[arrival].rank);
    setAccessibleDescription(chosen == nullptr ? QString()
                                               : collectiveText(*chosen) + QStringLiteral(": ")
                + collectiveLines(m_job->world, *chosen).join(QStringLiteral(", ")));
    updateBar();
    viewport()->update();
}

void ArrivalsView::updateBar()
{
    const int rows = static_cast<int>(m_order.size()) * kRowHeight + kTitleHeight;
    verticalScrollBar()->setPageStep(std::max(1, viewport()->height()));
    verticalScrollBar()->setRange(0, std::max(0, rows - viewport()->height()));
}

QRect ArrivalsView::rowRect(std::size_t row) const
{
    return {0, kTitleHeight + static_cast<int>(row) * kRowHeight - verticalScrollBar()->value(), viewport()->width(),
        kRowHeight};
}

void ArrivalsView::resizeEvent(QResizeEvent* /*event*/)
{
    updateBar();
}

void ArrivalsView::chooseRow(std::ptrdiff_t row)
{
    if (m_ranks.empty())
        return;
    const auto last = static_cast<std::ptrdiff_t>(m_ranks.size()) - 1;
    const auto chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, last));
    m_cursor->setRank(m_ranks[chosen]);
    const QRect place = rowRect(chosen);
    if (place.top() < kTitleHeight)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.top() - kTitleHeight);
    else if (place.bottom() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.bottom() - viewport()->height());
}

void ArrivalsView::mousePressEvent(QMouseEvent* event)
{
    const int y = static_cast<int>(event->position().y()) - kTitleHeight + verticalScrollBar()->value();
    if (y >= 0 && static_cast<std::size_t>(y / kRowHeight) < m_ranks.size())
        chooseRow(y / kRowHeight);
}

void ArrivalsView::keyPressEvent(QKeyEvent* event)
{
    const int way = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (way == 0)
        return QAbstractScrollArea::keyPressEvent(event);
    const auto now = m_cursor->rank() ? std::find(m_ranks.begin(), m_ranks.end(), *m_cursor->rank()) : m_ranks.end();
    chooseRow(now == m_ranks.end() ? 0 : now - m_ranks.begin() + way);
}

QString ArrivalsView::tipAt(QPoint position) const
{
    const int y = position.y() - kTitleHeight + verticalScrollBar()->value();
    const ranks::SharedCollective* chosen = shared();
    if (chosen == nullptr || y < 0 || static_cast<std::size_t>(y / kRowHeight) >= m_order.size())
        return {};
    const ranks::Arrival& arrival = chosen->arrivals[m_order[static_cast<std::size_t>(y / kRowHeight)]];
    const ranks::Meanwhile& before = m_job->world.ranks[arrival.rank].collectives[arrival.collective].before;
    QStringList lines {rankText(m_job->world, arrival.rank),
        QStringLiteral("came %1 after the first, waited %2")
            .arg(durationText(arrival.lateNs), durationText(arrival.waitNs))};
    if (before.lengthNs > 0)
        lines << QStringLiteral("since its last collective: %1, of which it computed %2")
                     .arg(durationText(before.lengthNs), durationText(before.computeNs));
    if (!before.activity.empty())
        lines << QStringLiteral("and spent %1 in %2").arg(durationText(before.activityNs), toQString(before.activity));
    return lines.join(QLatin1Char('\n'));
}

bool ArrivalsView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void ArrivalsView::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.surface);
    painter.setFont(uiFont());
    const ranks::SharedCollective* chosen = shared();
    if (chosen == nullptr) {
        painter.setPen(theme.muted);
        painter.drawText(viewport()->rect(), Qt::AlignCenter,
            QStringLiteral("No collective is chosen. Click one in the timeline or in the table."));
        return;
    }
    const double left = kArrivalNameWidth;
    const double width = std::max(1, viewport()->width() - kArrivalNameWidth - kFigureWidth);
    const double nsPerPx = std::max(1.0, static_cast<double>(spanOf(*chosen).length()) / width);
    const int first = std::max(0, verticalScrollBar()->value() / kRowHeight - 1);
    for (auto row = static_cast<std::size_t>(first); row < m_order.size(); ++row) {
        if (rowRect(row).top() > viewport()->height())
            break;
        paintRow(painter, row, left, nsPerPx);
    }
    painter.fillRect(0, 0, viewport()->width(), kTitleHeight, theme.panel);
    painter.fillRect(0, kTitleHeight - 1, viewport()->width(), 1, theme.line);
    painter.setPen(theme.text);
    QString title = collectiveText(*chosen);
    if (chosen->step)
        title += QStringLiteral(" · step %1").arg(*chosen->step);
    title += QStringLiteral(" · longest wait %1, then %2 together")
                 .arg(durationText(chosen->waitNs), durationText(chosen->sharedNs));
    painter.drawText(
        QRect(kArrivalInset, 0, viewport()->width() - 2 * kArrivalInset, kTitleHeight), Qt::AlignVCenter, title);
}

void ArrivalsView::paintRow(QPainter& painter, std::size_t row, double left, double nsPerPx)
{
    const Theme& theme = m_theme->theme();
    const ranks::SharedCollective& chosen = *shared();
    const ranks::Arrival& arrival = chosen.arrivals[m_order[row]];
    const bool isLast = m_order[row] == chosen.last;
    const QRect place = rowRect(row);
    if (m_cursor->rank() == arrival.rank)
        painter.fillRect(place, blend(theme.surface, theme.accent, 0.15));
    painter.setPen(theme.text);
    painter.drawText(QRect(kArrivalInset, place.top(), kArrivalNameWidth - 2 * kArrivalInset, kRowHeight),
        Qt::AlignVCenter,
        painter.fontMetrics().elidedText(
            rankText(m_job->world, arrival.rank), Qt::ElideMiddle, kArrivalNameWidth - 2 * kArrivalInset));
    const double start = left + static_cast<double>(arrival.lateNs) / nsPerPx;
    const double last = start + static_cast<double>(arrival.waitNs) / nsPerPx;
    const double end = std::max(last + 1, left + static_cast<double>(spanOf(chosen).length()) / nsPerPx);
    const double top = place.top() + 3;
    const double height = kRowHeight - 6;
    constexpr auto kWait = static_cast<std::size_t>(analysis::IdleCause::CommWait);
    painter.fillRect(QRectF(start, top, last - start, height), causeBrush(kWait, theme.surface));
    const view::Palette palette(theme.dark);
    const auto comm = view::colourIndex(static_cast<view::ColourGroup>(view::HueFamily::Communication));
    painter.fillRect(QRectF(last, top, end - last, height), QColor::fromRgb(palette.colour(comm)));
    if (isLast)
        painter.fillRect(QRectF(last - 1, place.top(), 2, kRowHeight), theme.danger);
    painter.setPen(isLast ? theme.danger : theme.muted);
    const QString figures = isLast
        ? signedDurationText(arrival.lateNs) + QStringLiteral("  last")
        : QStringLiteral("%1  waits %2").arg(signedDurationText(arrival.lateNs), durationText(arrival.waitNs));
    painter.drawText(QRectF(end + kArrivalInset, place.top(), kFigureWidth, kRowHeight), Qt::AlignVCenter, figures);
}

} // namespace stepscope::widgets
