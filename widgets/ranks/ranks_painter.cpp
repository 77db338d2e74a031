// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_painter.h"

#include "core/analysis/idle_cause.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_words.h"
#include "widgets/timeline/time_ruler.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr auto kWait = static_cast<std::size_t>(analysis::IdleCause::CommWait);
constexpr int kBarFrom = 3;         // device px that a bar is wide to be drawn as one
constexpr int kLineFrom = 24;       // … that a wait is to be ended by a line
constexpr double kDenseWait = 0.55; // of the colour where a column is all waiting: as much as a hatch comes to
constexpr double kStepTint[] = {0, 0.04};
constexpr double kEdge = 0.35;
constexpr double kLabelInset = 4;
constexpr int kFootShare = 3; // of the height of bars

const view::CauseLook& waitLook()
{
    return view::causeLook(kWait);
}

int clipped(std::int64_t column, int width)
{
    return static_cast<int>(std::clamp<std::int64_t>(column, -1, width + 1));
}

} // namespace

RanksPainter::RanksPainter(const RanksData& data, const RanksLayout& layout, const Theme& theme)
    : m_data(data)
    , m_layout(layout)
    , m_theme(theme)
    , m_palette(theme.dark)
    , m_comm(view::colourIndex(static_cast<view::ColourGroup>(view::HueFamily::Communication)))
{
}

void RanksPainter::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_palette = view::Palette(theme.dark);
}

void RanksPainter::paint(QImage& image, const FrameGeometry& frame)
{
    const QSize size(std::max(frame.columns(), 1), std::max(frame.lines(), 1));
    if (image.size() != size)
        image = QImage(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(frame.ratio);
    image.fill(m_theme.surface);
    m_grid = grid(frame);
    const auto& rows = m_layout.rows();
    Scanlines canvas(image);
    for (std::size_t i = m_layout.firstRowFrom(frame.scroll);
         i < rows.size() && rows[i].y < frame.scroll + frame.size.height(); ++i) {
        const int top = rows[i].y - frame.scroll;
        const Visible at {&rows[i], frame.device(top), frame.device(top + m_layout.rowHeight())};
        paintGround(canvas, frame, at);
        if (rows[i].rank) {
            paintDense(canvas, frame, at);
            paintMeanwhile(canvas, frame, at);
            paintBars(canvas, frame, at);
        }
        canvas.fillRect(0, at.bottom - frame.hairline(), canvas.width(), at.bottom, pixel(m_theme.line));
    }
    if (!frame.lettered)
        return;
    QPainter painter(&image);
    write(painter, frame);
}

void RanksPainter::write(QPainter& painter, const FrameGeometry& frame) const
{
    painter.setFont(smallFont());
    const auto& rows = m_layout.rows();
    for (std::size_t i = m_layout.firstRowFrom(frame.scroll);
         i < rows.size() && rows[i].y < frame.scroll + frame.size.height(); ++i) {
        if (rows[i].rank)
            paintLabels(painter, frame, rows[i]);
        else
            paintMissing(painter, frame, rows[i]);
    }
}

// The surface with the lines of the ruler's ticks.
Scanlines::Line RanksPainter::grid(const FrameGeometry& frame) const
{
    const view::Argb surface = pixel(m_theme.surface);
    Scanlines::Line line(static_cast<std::size_t>(std::max(frame.columns(), 1)), surface);
    const auto ruler = timelineTicks(frame.window, frame.size.width(), m_data.bounds().start, {});
    for (const view::Tick& tick : ruler.ticks) {
        const std::int64_t column = frame.scale().edgeOf(tick.time);
        if (tick.major && column >= 0 && column < frame.columns())
            line[static_cast<std::size_t>(column)] = view::mix(surface, pixel(m_theme.line), 0.75);
    }
    return line;
}

void RanksPainter::paintGround(Scanlines& canvas, const FrameGeometry& frame, const Visible& at)
{
    m_ground = m_grid;
    const int width = canvas.width();
    if (!at.row->rank) {
        const view::HatchTile tile = view::hatchTile(view::Hatch::DiagonalUp, frame.ratio);
        canvas.fillRows(at.top, at.bottom, m_ground);
        m_hatches.fill(
            canvas, {0, width, at.top, at.bottom, 0}, tile, {0, 0.05, 0.1, 0.15, 0.2}, m_ground, pixel(m_theme.muted));
        return;
    }
    const view::TimeScale scale = frame.scale();
    const auto steps = m_data.steps(*at.row->rank);
    auto step = std::partition_point(
        steps.begin(), steps.end(), [from = scale.toNs(0)](const RankStep& one) { return one.end <= from; });
    int drawn = -1; // steps thinner than a column show the first of them
    for (; step != steps.end(); ++step) {
        const int from = std::max(clipped(scale.edgeOf(step->start), width), 0);
        const int to = std::min(clipped(scale.edgeOf(step->end), width), width);
        if (from >= width)
            break;
        if (to <= drawn)
            continue;
        const double tint = kStepTint[static_cast<std::uint64_t>(step->number) % 2];
        for (int x = std::max(from, drawn); x < to; ++x) {
            view::Argb& here = m_ground[static_cast<std::size_t>(x)];
            here = view::mix(here, pixel(m_theme.text), x == from ? kEdge : tint);
        }
        drawn = std::max(drawn, to);
    }
    canvas.fillRows(at.top, at.bottom, m_ground);
}

// Beside the bars, in the lower part of their height.
void RanksPainter::paintMeanwhile(Scanlines& canvas, const FrameGeometry& frame, const Visible& at)
{
    const auto bars = m_data.bars(*at.row->rank);
    const std::size_t first = m_data.firstBarFrom(*at.row->rank, frame.scale().toNs(0));
    const int bottom = at.bottom - frame.device(kBarInset);
    const int height = (bottom - at.top - frame.device(kBarInset)) / kFootShare;
    m_meanwhile.paint(canvas, frame, bottom - height, bottom, bars.subspan(first), m_ground, m_palette);
}

// What all bars cover of each column.
void RanksPainter::paintDense(Scanlines& canvas, const FrameGeometry& frame, const Visible& at)
{
    const std::uint32_t rank = *at.row->rank;
    if (m_data.bars(rank).empty())
        return;
    const auto waiting = m_data.waiting(rank).columns(frame.scale(), canvas.width());
    const auto sharing = m_data.sharing(rank).columns(frame.scale(), canvas.width());
    Scanlines::Line line = m_ground;
    const view::Argb comm = m_palette.colour(m_comm);
    for (std::size_t x = 0; x < line.size(); ++x) {
        if (waiting[x] > 0)
            line[x] = view::mix(line[x], waitLook().colour, kDenseWait * static_cast<double>(waiting[x]));
        if (sharing[x] > 0)
            line[x] = view::mix(line[x], comm, static_cast<double>(sharing[x]));
    }
    const int inset = frame.device(kBarInset);
    canvas.fillRows(at.top + inset, at.bottom - inset, line);
}

void RanksPainter::paintBars(Scanlines& canvas, const FrameGeometry& frame, const Visible& at)
{
    const std::uint32_t rank = *at.row->rank;
    const auto bars = m_data.bars(rank);
    const view::TimeScale scale = frame.scale();
    const view::HatchTile tile = view::hatchTile(waitLook().hatch, frame.ratio);
    const view::Argb comm = m_palette.colour(m_comm);
    const view::Argb edge = view::mix(comm, pixel(m_theme.text), kEdge);
    const int y0 = at.top + frame.device(kBarInset);
    const int y1 = at.bottom - frame.device(kBarInset);
    const int line = frame.hairline();
    const std::int64_t until = frame.window.end();
    for (std::size_t i = m_data.firstBarFrom(rank, scale.toNs(0)); i < bars.size() && bars[i].start < until; ++i) {
        const std::int64_t from = scale.edgeOf(bars[i].start);
        const std::int64_t to = scale.edgeOf(bars[i].end);
        if (to - from < kBarFrom || to < 0)
            continue;
        const std::int64_t last = scale.edgeOf(bars[i].last);
        const int x0 = clipped(from, canvas.width());
        const int x1 = clipped(last, canvas.width());
        m_hatches.fill(canvas, {x0, x1, y0, y1, from}, tile, view::kHatchShares, m_ground, waitLook().colour);
        canvas.fillRect(x1, y0, clipped(to, canvas.width()), y1, comm);
        canvas.fillRect(x0, y0, x0 + line, y1, edge);
        const view::Argb mark = pixel(m_theme.danger);
        if (last - from >= kLineFrom) // the moment at which the last one came, through the rows of all
            canvas.fillRect(x1 - line, at.top, x1, at.bottom, mark);
        else if (bars[i].isLast
            && static_cast<double>(m_data.world().collectives[bars[i].collective].waitNs) >= kLineFrom * scale.nsPerPx)
            canvas.fillRect(x0, at.top, x0 + 2 * line, at.bottom, mark); // it came last
    }
}

// Says so on the row of a rank that has no file.
void RanksPainter::paintMissing(QPainter& painter, const FrameGeometry& frame, const RankRow& row) const
{
    const QString text = QStringLiteral("no file: what it did is not known");
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text);
    const QRectF plate(kLabelInset, row.y - frame.scroll + 5, wide + 2 * kLabelInset, m_layout.rowHeight() - 11);
    painter.fillRect(plate, m_theme.surface);
    painter.setPen(m_theme.muted);
    painter.drawText(plate, Qt::AlignCenter, text);
}

void RanksPainter::paintLabels(QPainter& painter, const FrameGeometry& frame, const RankRow& row) const
{
    constexpr double kLabelFrom = 40; // px
    const view::TimeScale scale(frame.window, frame.size.width());
    const QFontMetricsF metrics(painter.font());
    const auto bars = m_data.bars(*row.rank);
    const std::int64_t until = frame.window.end();
    const double width = frame.size.width();
    const QRectF lane(0, row.y - frame.scroll + kBarInset, width, m_layout.rowHeight() - 2 * kBarInset);
    const auto write = [&](double from, double to, const QString& text, const QColor& colour) {
        const double x0 = std::max(from, 0.0) + kLabelInset;
        if (std::min(to, width) - kLabelInset - x0 < metrics.horizontalAdvance(text))
            return false;
        painter.setPen(colour);
        painter.drawText(QRectF(x0, lane.top(), width, lane.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        return true;
    };
    const std::size_t first = m_data.firstBarFrom(*row.rank, scale.toNs(0));
    MeanwhilePainter::label(painter, frame, lane.adjusted(0, lane.height() - lane.height() / kFootShare, 0, 0),
        bars.subspan(first), m_theme);
    for (std::size_t i = first; i < bars.size() && bars[i].start < until; ++i) {
        const double from = scale.toPx(bars[i].start);
        const double last = scale.toPx(bars[i].last);
        const double to = scale.toPx(bars[i].end);
        if (to - from < kLabelFrom || to < 0)
            continue;
        const ranks::SharedCollective& shared = m_data.world().collectives[bars[i].collective];
        if (!write(last, to, collectiveText(shared), QColor::fromRgb(m_palette.text(m_comm))))
            write(last, to, toQString(shared.name), QColor::fromRgb(m_palette.text(m_comm)));
        const QString waited = durationText(Interval {bars[i].start, bars[i].last}.length());
        const double wide = metrics.horizontalAdvance(waited);
        if (last - std::max(from, 0.0) >= wide + 4 * kLabelInset && last - from >= kLabelFrom) {
            const double high = std::min(lane.height() - 2, metrics.height() + kLabelInset);
            const QRectF plate(
                std::max(from, 0.0) + kLabelInset, lane.center().y() - high / 2, wide + 2 * kLabelInset, high);
            painter.fillRect(plate, m_theme.surface);
            write(std::max(from, 0.0) + kLabelInset, last, waited, m_theme.text);
        }
    }
}

} // namespace stepscope::widgets
