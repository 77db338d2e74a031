// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/gap_painter.h"

#include "core/util/time.h"
#include "widgets/common/style.h"
#include "widgets/timeline/mark_words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kTint = 0.24;          // of the cause's colour in columns with gaps too small to be drawn
constexpr std::size_t kTintColumns = 2; // that share one tint
constexpr double kLabelWidth = 28;      // logical px that a stretch needs to be worth a label
constexpr double kSidesWidth = 12;      // … to get edges at its sides: many of them would look like work
constexpr double kLabelInset = 4;       // between the stretch's edge and its label
constexpr double kNarrowInset = 3;      // of the shortest ones
constexpr double kPlateInset = 2;       // of the label's ground around it
constexpr std::size_t kMaxLabels = 150;
constexpr float kPlateShare = 0.78F; // of the surface, under a label

// Whether there is no telling two parts apart by what is written on them.
bool sayTheSame(const analysis::GapPart& a, const analysis::GapPart& b)
{
    using analysis::IdleCause;
    const bool hasOneWord = a.cause == IdleCause::HostDispatch || a.cause == IdleCause::LaunchLatency
        || a.cause == IdleCause::Unexplained;
    return a.cause == b.cause && (hasOneWord || a.activity == b.activity);
}

} // namespace

GapPainter::GapPainter(const TimelineData& data, const Theme& theme)
    : m_data(data)
    , m_theme(theme)
{
}

void GapPainter::begin(const TimelineMarks* marks, const FrameGeometry& frame)
{
    m_marks = marks;
    m_frame = frame;
    m_scale = frame.scale();
    m_spots.clear();
    m_labels.clear();
    m_isPinned = false;
    m_drawn = 0;
    m_pieces.assign(marks ? marks->devices().size() : 0, std::nullopt);
    if (m_tileRatio == frame.ratio)
        return;
    for (std::size_t i = 0; i < view::kCauseLooks; ++i)
        m_tiles[i] = view::hatchTile(view::causeLook(i).hatch, frame.ratio);
    m_tileRatio = frame.ratio;
}

std::pair<std::int64_t, std::int64_t> GapPainter::shownTimes() const
{
    const std::int64_t right = m_scale.toNs(m_frame.columns());
    return {m_scale.toNs(0), std::max(right, right + (right < INT64_MAX ? 1 : 0))};
}

// ---- which stretches ----

std::int64_t GapPainter::minimumNs() const
{
    const double wide = m_filter.px * m_frame.ratio * m_scale.nsPerPx;
    return std::max({m_filter.ns, static_cast<std::int64_t>(std::ceil(wide)), std::int64_t {1}});
}

const std::vector<GapPainter::Piece>& GapPainter::piecesOf(std::uint32_t index)
{
    auto& cached = m_pieces[index];
    if (cached)
        return *cached;
    cached.emplace();
    const TimelineMarks::Device& device = m_marks->devices()[index];
    const std::int64_t minNs = minimumNs();
    const auto [t0, t1] = shownTimes();
    const auto [first, last] = device.gaps.within(t0, t1);
    std::vector<std::size_t> wideGaps;
    device.gaps.atLeast(first, last, minNs, wideGaps);
    for (const std::size_t gap : wideGaps)
        cutGap(device, gap, minNs, *cached);
    return *cached;
}

// A gap in the colour of its cause, and over it those of its parts that are wide enough to be seen.
void GapPainter::cutGap(
    const TimelineMarks::Device& device, std::size_t position, std::int64_t minNs, std::vector<Piece>& out)
{
    const auto index = static_cast<std::uint32_t>(device.firstGap + position);
    const analysis::DeviceGap& gap = m_marks->causes().gaps[index];
    const analysis::GapPart* main = m_marks->causes().mainPart(gap);
    const auto [t0, t1] = shownTimes();
    const auto [firstSeen, lastSeen] = device.parts.within(std::max(t0, gap.span.start), std::min(t1, gap.span.end));
    const std::size_t first = std::max<std::size_t>(firstSeen, gap.firstPart - device.firstPart);
    const std::size_t last = std::min<std::size_t>(lastSeen, gap.lastPart - device.firstPart);
    std::vector<std::size_t> parts;
    device.parts.atLeast(first, last, minNs, parts);
    const auto addPart
        = [&](Interval span, const analysis::GapPart* part) { addPiece(span, gap.span, part, index, out); };
    std::int64_t reached = gap.span.start;
    for (const std::size_t at : parts) {
        const analysis::GapPart& part = m_marks->causes().parts[device.firstPart + at];
        if (main && sayTheSame(part, *main))
            continue; // the ground is in its colour
        if (part.span.start > reached)
            addPart({reached, part.span.start}, main);
        addPart(part.span, &part);
        reached = part.span.end;
    }
    if (reached < gap.span.end)
        addPart({reached, gap.span.end}, main);
}

void GapPainter::addPiece(
    Interval span, Interval whole, const analysis::GapPart* part, std::uint32_t gap, std::vector<Piece>& out) const
{
    const auto clip
        = [this](std::int64_t x) { return static_cast<int>(std::clamp<std::int64_t>(x, -2, m_frame.columns() + 2)); };
    Piece piece {clip(m_scale.edgeOf(span.start)), clip(m_scale.edgeOf(span.end)), m_scale.edgeOf(whole.start), span,
        part, gap, span.start == whole.start, span.end == whole.end};
    if (piece.x0 < piece.x1 && piece.x1 > 0 && piece.x0 < m_frame.columns())
        out.push_back(piece);
}

// ---- drawing ----

void GapPainter::hatch(Scanlines& canvas, const Piece& piece, std::span<const view::Argb> ground, int y0, int y1)
{
    const auto cause = static_cast<std::size_t>(piece.part ? piece.part->cause : analysis::IdleCause::Unexplained);
    const view::CauseLook& look = view::causeLook(cause);
    HatchShares shares = view::kHatchShares;
    if (look.hatch == view::Hatch::None)
        shares.fill(view::kPlainShare);
    m_fill.fill(canvas, {piece.x0, piece.x1, y0, y1, piece.anchor}, m_tiles[cause], shares, ground, look.colour);
    const int line = m_frame.hairline();
    canvas.fillRect(piece.x0, y0, piece.x1, y0 + line, look.colour);
    canvas.fillRect(piece.x0, y1 - line, piece.x1, y1, look.colour);
    ++m_drawn;
    if (piece.x1 - piece.x0 < m_frame.device(kSidesWidth))
        return;
    canvas.fillRect(piece.x0, y0, piece.x0 + line, y1, look.colour);
    if (piece.closes)
        canvas.fillRect(piece.x1 - line, y0, piece.x1, y1, look.colour);
}

void GapPainter::tint(Scanlines& canvas, view::NodeId node, int y0, int y1)
{
    const auto index = m_marks ? m_marks->deviceOf(node) : std::nullopt;
    if (!index)
        return;
    const TimelineMarks::Device& device = m_marks->devices()[*index];
    std::int64_t left = m_scale.toNs(0);
    std::array<view::Argb, view::kCauseLooks> colours {};
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = view::mix(pixel(m_theme.panel), view::causeLook(i).colour, kTint);
    m_ground.assign(static_cast<std::size_t>(canvas.width()), pixel(m_theme.panel));
    for (std::size_t x = 0; x < m_ground.size(); x += kTintColumns) {
        const std::int64_t right = m_scale.toNs(static_cast<double>(x + kTintColumns));
        const auto [first, last] = device.parts.within(left, std::max(right, left + 1));
        if (const auto longest = device.parts.longest(first, last)) {
            const view::Argb colour = colours[static_cast<std::size_t>(device.partCauses[*longest])];
            std::fill_n(
                m_ground.begin() + static_cast<std::ptrdiff_t>(x), std::min(kTintColumns, m_ground.size() - x), colour);
        }
        left = right;
    }
    canvas.fillRows(y0, y1, m_ground);
}

void GapPainter::gaps(Scanlines& canvas, view::NodeId node, int y0, int y1)
{
    const auto index = m_marks ? m_marks->deviceOf(node) : std::nullopt;
    if (!index)
        return;
    m_ground.assign(static_cast<std::size_t>(canvas.width()), pixel(m_theme.panel));
    for (const Piece& piece : piecesOf(*index)) {
        hatch(canvas, piece, m_ground, y0, y1);
        addSpot(piece, y0, y1);
    }
}

void GapPainter::streamGaps(Scanlines& canvas, const view::LayoutNode& node, const std::vector<view::ColumnSpan>& spans,
    const Scanlines::Line& ground, int y0, int y1)
{
    const auto device = m_marks ? m_marks->workedBy(node) : std::nullopt;
    if (!device)
        return;
    const TimelineMarks::Stream* stream = m_marks->streamOf(node.track); // null: all of them
    // Before its first and after its last work a stream does not wait.
    const auto waits = [stream](Interval span) {
        return !stream || (span.start >= stream->window.start && span.start < stream->window.end);
    };
    auto at = spans.begin();
    for (Piece piece : piecesOf(*device)) {
        const analysis::DeviceGap& gap = m_marks->causes().gaps[piece.gap];
        if (!waits(gap.span) || !fitBetween(spans, at, piece))
            continue;
        hatch(canvas, piece, ground, y0, y1);
        const bool endsIt = gap.workAfter.valid() && m_data.trace().trackOf(gap.workAfter) == node.track;
        if (endsIt || !stream)
            addSpot(piece, y0, y1);
    }
    if (!stream || stream->communicates)
        return;
    at = spans.begin();
    for (Piece piece : waitsOf(*device)) {
        if (!waits(piece.span) || !fitBetween(spans, at, piece))
            continue;
        hatch(canvas, piece, ground, y0, y1);
        addSpot(piece, y0, y1);
    }
}

// Slices are at least a column wide: those at the ends of the piece stay whole. `at` moves on to the first slice that
// matters. False: nothing is left of the piece.
bool GapPainter::fitBetween(
    const std::vector<view::ColumnSpan>& spans, std::vector<view::ColumnSpan>::const_iterator& at, Piece& piece)
{
    while (at != spans.end() && at->x1 <= piece.x0)
        ++at;
    if (at != spans.end() && at->x0 <= piece.x0)
        piece.x0 = at->x1;
    const auto next = at != spans.end() && at->x0 < piece.x0 ? at + 1 : at;
    if (next != spans.end() && next->x0 < piece.x1)
        piece.x1 = next->x0;
    return piece.x0 < piece.x1;
}

// Stretches in which the device only communicates, wide enough to be drawn.
std::vector<GapPainter::Piece> GapPainter::waitsOf(std::uint32_t index) const
{
    const TimelineMarks::Device& device = m_marks->devices()[index];
    const auto [t0, t1] = shownTimes();
    const auto [first, last] = device.waitSpans.within(t0, t1);
    std::vector<std::size_t> wide;
    device.waitSpans.atLeast(first, last, minimumNs(), wide);
    std::vector<Piece> pieces;
    for (const std::size_t i : wide)
        addPiece(device.waits[i].span, device.waits[i].span, &device.waits[i], 0, pieces);
    return pieces;
}

// The longest form that fits; no text when none does. The shortest may come closer to the edges.
GapPainter::LabelText GapPainter::labelText(const Piece& piece, double width, const QFontMetricsF& metrics) const
{
    const QString length = QString::fromStdString(formatDuration(piece.span.length()));
    const auto cause = piece.part ? piece.part->cause : analysis::IdleCause::Unexplained;
    const QString word = piece.part ? causeWord(m_data, *piece.part) : causeWord(cause);
    const QString brief = shortCauseWord(cause);
    const QString rough = roughDuration(piece.span.length());
    const QString narrow = QString(rough).remove(QLatin1Char(' '));
    for (const LabelText& label : {LabelText {length + QLatin1Char(' ') + word, kLabelInset},
             LabelText {length + QLatin1Char(' ') + brief, kLabelInset}, LabelText {length, kLabelInset},
             LabelText {rough, kNarrowInset}, LabelText {narrow, kNarrowInset}, LabelText {brief, kNarrowInset}}) {
        if (metrics.horizontalAdvance(label.text) <= width - 2 * label.inset)
            return label;
    }
    return {};
}

void GapPainter::labels(QPainter& painter, int pinnedHeight)
{
    const double need = kLabelWidth * m_frame.ratio;
    std::erase_if(m_spots, [need](const Spot& spot) { return spot.piece.x1 - spot.piece.x0 < need; });
    if (m_spots.size() > kMaxLabels) {
        const auto isWider
            = [](const Spot& a, const Spot& b) { return a.piece.x1 - a.piece.x0 > b.piece.x1 - b.piece.x0; };
        std::nth_element(m_spots.begin(), m_spots.begin() + kMaxLabels, m_spots.end(), isWider);
        m_spots.resize(kMaxLabels);
    }
    painter.setFont(smallFont());
    const QFontMetricsF metrics(painter.font());
    const QRect pinned(0, 0, m_frame.size.width(), pinnedHeight);
    const QRect others(0, pinnedHeight, m_frame.size.width(), m_frame.size.height() - pinnedHeight);
    for (const Spot& spot : m_spots) {
        const double left = std::max(0, spot.piece.x0) / m_frame.ratio;
        const double right = std::min(spot.piece.x1, m_frame.columns()) / m_frame.ratio;
        const auto [text, inset] = labelText(spot.piece, right - left, metrics);
        if (text.isEmpty())
            continue;
        const double top = spot.top / m_frame.ratio;
        const double height = (spot.bottom - spot.top) / m_frame.ratio;
        const QRectF place(left + inset, top, metrics.horizontalAdvance(text), height);
        QColor plate = m_theme.surface;
        plate.setAlphaF(kPlateShare);
        const double free = std::max(1.0, (height - metrics.height()) / 2 + 1);
        m_labels.push_back(place);
        painter.setClipRect(spot.isPinned ? pinned : others);
        painter.fillRect(place.adjusted(-kPlateInset, free, kPlateInset, -free), plate);
        painter.setPen(m_theme.text);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
    }
}

} // namespace stepscope::widgets
