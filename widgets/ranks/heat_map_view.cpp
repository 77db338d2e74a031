// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/heat_map_view.h"

#include "core/util/time.h"
#include "core/view/colour.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_words.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace stepscope::widgets {

namespace {

constexpr int kHeatNameWidth = 120;
constexpr int kTop = 24;    // the scale
constexpr int kBottom = 20; // numbers of steps
constexpr int kHeatInset = 8;
constexpr double kMostCellWidth = 72;
constexpr double kMostCellHeight = 28;
constexpr double kGapFrom = 5; // px of a cell from which there is space between them
constexpr int kScaleWidth = 160;

} // namespace

QString heatTitle(HeatKind kind)
{
    switch (kind) {
    case HeatKind::Lateness:
        return QStringLiteral("Others waited");
    case HeatKind::Waiting:
        return QStringLiteral("Waited");
    case HeatKind::StepTime:
        return QStringLiteral("Step time");
    case HeatKind::Busy:
        break;
    }
    return QStringLiteral("GPU busy");
}

HeatMapView::HeatMapView(RanksCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_cursor(cursor)
    , m_theme(theme)
{
    setAccessibleName(QStringLiteral("Heat map of ranks and steps"));
    setMinimumHeight(kTop + kBottom + 20);
    connect(m_cursor, &RanksCursor::rankChanged, this, qOverload<>(&QWidget::update));
    connect(m_theme, &ThemeSource::changed, this, qOverload<>(&QWidget::update));
}

void HeatMapView::setJob(RankJobPtr job)
{
    m_job = std::move(job);
    std::set<std::int64_t> steps;
    for (const ranks::RankSummary& rank : m_job->world.ranks) {
        for (const ranks::StepSummary& step : rank.steps)
            steps.insert(step.number);
    }
    m_steps.assign(steps.begin(), steps.end());
    gather();
}

void HeatMapView::setKind(HeatKind kind)
{
    m_kind = kind;
    if (m_job)
        gather();
}

void HeatMapView::gather()
{
    const ranks::World& world = m_job->world;
    m_values.assign(world.ranks.size() * m_steps.size(), std::numeric_limits<double>::quiet_NaN());
    m_least = std::numeric_limits<double>::infinity();
    m_most = -m_least;
    for (std::size_t r = 0; r < world.ranks.size(); ++r) {
        for (std::size_t s = 0; s < world.ranks[r].steps.size(); ++s) {
            const ranks::StepSummary& step = world.ranks[r].steps[s];
            std::optional<double> value;
            if (m_kind == HeatKind::StepTime)
                value = static_cast<double>(step.cpu.length());
            else if (m_kind == HeatKind::Busy && step.busyNs && step.idleNs && *step.busyNs + *step.idleNs > 0)
                value = static_cast<double>(*step.busyNs) / static_cast<double>(*step.busyNs + *step.idleNs);
            else if (m_kind == HeatKind::Lateness && !world.collectives.empty())
                value = static_cast<double>(world.stepTolls[r][s].latenessNs);
            else if (m_kind == HeatKind::Waiting && !world.collectives.empty())
                value = static_cast<double>(world.stepTolls[r][s].waitNs);
            if (!value)
                continue;
            const auto column = std::lower_bound(m_steps.begin(), m_steps.end(), step.number) - m_steps.begin();
            m_values[r * m_steps.size() + static_cast<std::size_t>(column)] = *value;
            m_least = std::min(m_least, *value);
            m_most = std::max(m_most, *value);
        }
    }
    if (m_kind == HeatKind::Lateness || m_kind == HeatKind::Waiting)
        m_least = std::min(m_least, 0.0);
    update();
}

std::optional<double> HeatMapView::value(std::uint32_t rank, std::size_t column) const
{
    const double value = m_values[rank * m_steps.size() + column];
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

QString HeatMapView::valueText(double value) const
{
    return m_kind == HeatKind::Busy ? toQString(formatPercent(value))
                                    : durationText(static_cast<std::int64_t>(std::llround(value)));
}

// ---- geometry ----

QRectF HeatMapView::area() const
{
    const double columns = static_cast<double>(std::max<std::size_t>(m_steps.size(), 1));
    const double rows = m_job ? static_cast<double>(std::max<std::size_t>(m_job->world.ranks.size(), 1)) : 1;
    const double wide = std::max(1.0, static_cast<double>(width() - kHeatNameWidth - kHeatInset));
    const double high = std::max(1.0, static_cast<double>(height() - kTop - kBottom));
    return {kHeatNameWidth, kTop, std::min(wide, columns * kMostCellWidth), std::min(high, rows * kMostCellHeight)};
}

QRectF HeatMapView::cellRect(std::uint32_t rank, std::size_t column) const
{
    const QRectF all = area();
    const double wide = all.width() / static_cast<double>(m_steps.size());
    const double high = all.height() / static_cast<double>(m_job->world.ranks.size());
    return {all.left() + static_cast<double>(column) * wide, all.top() + rank * high, wide, high};
}

std::optional<HeatMapView::Cell> HeatMapView::cellAt(QPointF position) const
{
    const QRectF all = area();
    if (!m_job || m_steps.empty() || position.x() < all.left() || position.y() < all.top()
        || position.x() >= all.right() || position.y() >= all.bottom())
        return std::nullopt;
    const auto columns = static_cast<double>(m_steps.size());
    const auto rows = static_cast<double>(m_job->world.ranks.size());
    return Cell {static_cast<std::uint32_t>((position.y() - all.top()) / all.height() * rows),
        static_cast<std::size_t>((position.x() - all.left()) / all.width() * columns)};
}

QString HeatMapView::tipAt(QPointF position) const
{
    const auto cell = cellAt(position);
    if (!cell)
        return {};
    const auto known = value(cell->rank, cell->column);
    return QStringLiteral("%1 · step %2\n%3: %4")
        .arg(rankText(m_job->world, cell->rank))
        .arg(m_steps[cell->column])
        .arg(heatTitle(m_kind), known ? valueText(*known) : QStringLiteral("not recorded"));
}

// ---- painting ----

QRgb HeatMapView::colourOf(double value) const
{
    const double share = m_most > m_least ? (value - m_least) / (m_most - m_least) : 0;
    const bool dark = m_theme->theme().dark;
    // Lightness goes one way all along, away from the surface.
    const view::OkLch weak = dark ? view::OkLch {0.27, 0.02, 260} : view::OkLch {0.965, 0.015, 80};
    const view::OkLch strong = dark ? view::OkLch {0.88, 0.13, 85} : view::OkLch {0.42, 0.17, 25};
    const double hue = weak.h + (strong.h - weak.h) * (dark ? std::min(1.0, share * 2.5) : share);
    return view::toArgb({weak.l + (strong.l - weak.l) * share, weak.c + (strong.c - weak.c) * share, hue});
}

void HeatMapView::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.setFont(smallFont());
    if (!m_job || m_steps.empty() || m_least > m_most) {
        painter.setPen(theme.muted);
        painter.drawText(rect(), Qt::AlignCenter,
            m_steps.empty() ? QStringLiteral("No steps were recorded: call prof.step() in the training loop.")
                            : QStringLiteral("This was not recorded."));
        return;
    }
    paintCells(painter);
    paintScale(painter);
    paintNames(painter);
}

// Cells smaller than a pixel are gathered, the one that matters most on top.
void HeatMapView::paintCells(QPainter& painter)
{
    const Theme& theme = m_theme->theme();
    const QRectF all = area();
    const std::size_t ranks = m_job->world.ranks.size();
    const QRectF one = cellRect(0, 0);
    if (one.width() >= 2 && one.height() >= 2) {
        const double gap = std::min(one.width(), one.height()) >= kGapFrom ? 1 : 0;
        for (std::uint32_t r = 0; r < ranks; ++r) {
            for (std::size_t c = 0; c < m_steps.size(); ++c) {
                if (const auto known = value(r, c))
                    painter.fillRect(cellRect(r, c).adjusted(0, 0, -gap, -gap), QColor(colourOf(*known)));
            }
        }
    } else {
        const int wide = std::max(1, static_cast<int>(std::min(all.width(), static_cast<double>(m_steps.size()))));
        const int high = std::max(1, static_cast<int>(std::min(all.height(), static_cast<double>(ranks))));
        QImage image(wide, high, QImage::Format_RGB32);
        image.fill(theme.surface);
        std::vector<double> worst(static_cast<std::size_t>(wide), 0);
        const double sign = m_kind == HeatKind::Busy ? -1 : 1;
        std::size_t r = 0;
        for (int y = 0; y < high; ++y) {
            std::fill(worst.begin(), worst.end(), -std::numeric_limits<double>::infinity());
            const std::size_t until = static_cast<std::size_t>(y + 1) * ranks / static_cast<std::size_t>(high);
            for (; r < until; ++r) {
                for (std::size_t c = 0; c < m_steps.size(); ++c) {
                    const double known = m_values[r * m_steps.size() + c];
                    double& at = worst[c * static_cast<std::size_t>(wide) / m_steps.size()];
                    if (!std::isnan(known))
                        at = std::max(at, sign * known);
                }
            }
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = 0; x < wide; ++x) {
                if (std::isfinite(worst[static_cast<std::size_t>(x)]))
                    line[x] = colourOf(sign * worst[static_cast<std::size_t>(x)]);
            }
        }
        painter.drawImage(all, image);
    }
    if (m_cursor->rank()) {
        const QRectF row = cellRect(*m_cursor->rank(), 0);
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(QRectF(all.left() - 1, row.top() - 1, all.width() + 1, row.height() + 1));
    }
}

void HeatMapView::paintScale(QPainter& painter)
{
    const Theme& theme = m_theme->theme();
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.muted);
    const QString least = valueText(m_least);
    double x = kHeatNameWidth;
    painter.drawText(QPointF(x, kTop - 9), least);
    x += metrics.horizontalAdvance(least) + kHeatInset;
    for (int i = 0; i < kScaleWidth; ++i)
        painter.fillRect(
            QRectF(x + i, 6, 1, kTop - 13), QColor(colourOf(m_least + (m_most - m_least) * i / (kScaleWidth - 1))));
    painter.drawText(QPointF(x + kScaleWidth + kHeatInset, kTop - 9), valueText(m_most));
}

// As many as fit.
void HeatMapView::paintNames(QPainter& painter)
{
    const Theme& theme = m_theme->theme();
    const QFontMetricsF metrics(painter.font());
    const QRectF one = cellRect(0, 0);
    const auto every = [](double room, double needed) {
        return static_cast<std::size_t>(std::max(1.0, std::ceil(needed / std::max(room, 0.001))));
    };
    painter.setPen(theme.text);
    const std::size_t rows = every(one.height(), metrics.height());
    for (std::size_t r = 0; r < m_job->world.ranks.size(); r += rows) {
        const QRectF cell = cellRect(static_cast<std::uint32_t>(r), 0);
        const QString name = rankText(m_job->world, static_cast<std::uint32_t>(r));
        painter.drawText(QRectF(kHeatInset, cell.center().y() - metrics.height() / 2, kHeatNameWidth - 2 * kHeatInset,
                             metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(name, Qt::ElideMiddle, kHeatNameWidth - 2 * kHeatInset));
    }
    painter.setPen(theme.muted);
    const std::size_t columns
        = every(one.width(), metrics.horizontalAdvance(QStringLiteral("#%1").arg(m_steps.back())) + kHeatInset);
    for (std::size_t c = 0; c < m_steps.size(); c += columns) {
        const double middle = cellRect(0, c).center().x();
        painter.drawText(QRectF(middle - kHeatNameWidth / 2.0, area().bottom() + 2, kHeatNameWidth, kBottom - 2),
            Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("#%1").arg(m_steps[c]));
    }
}

bool HeatMapView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void HeatMapView::mousePressEvent(QMouseEvent* event)
{
    if (const auto cell = cellAt(event->position()))
        Q_EMIT stepActivated(cell->rank, m_steps[cell->column]);
}

} // namespace stepscope::widgets
