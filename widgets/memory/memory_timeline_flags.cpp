// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_flags.h"

#include "widgets/common/style.h"
#include "widgets/memory/memory_tr.h"
#include "widgets/memory/memory_words.h"

#include <QPainter>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr double kFlagBeyond = 20; // px outside the canvas to which far places are pulled
constexpr double kLeastStep = 12;  // px: narrower steps are not tinted
constexpr double kFlagInset = 5;
constexpr double kReservedName = 150; // px

class Lane
{
public:
    Lane(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
        : m_painter(painter)
        , m_frame(frame)
        , m_data(data)
        , m_theme(theme)
        , m_scale(frame.scale())
    {
        m_painter.setFont(smallFont());
    }

    [[nodiscard]] double xOf(std::int32_t entry) const { return clamped(m_data.positions().of(entry)); }
    [[nodiscard]] bool isSeen(std::int32_t entry) const
    {
        const double x = m_scale.toPx(m_data.positions().of(entry));
        return x >= 0 && x < m_frame.size.width();
    }

    // On an axis of time a step is as long as its annotation says; else it begins and ends with entries.
    [[nodiscard]] std::pair<double, double> placeOf(const MemoryStepMark& step) const
    {
        if (m_data.positions().mode() != view::MemoryAxisMode::Time || step.endNs <= step.startNs)
            return {xOf(step.first), xOf(step.last + 1)};
        return {clamped(step.startNs), clamped(step.endNs)};
    }

    void stepNames()
    {
        std::vector<QRectF> besidePoles = m_taken;
        besidePoles.insert(besidePoles.end(), m_poles.begin(), m_poles.end());
        m_painter.setPen(m_theme.muted);
        for (const MemoryStepMark& step : m_data.steps()) {
            if (!drawName(step, roomFor(step, besidePoles)))
                drawName(step, roomFor(step, m_taken));
        }
    }
    // Where blocks that stand out were allocated: those of a leak come step by step, however thin they are.
    void births()
    {
        double last = -1;
        for (const AllocId block : m_data.marked()) {
            const std::int32_t entry = m_data.device().allocations.born[block.index()];
            const double x = std::floor(xOf(entry));
            if (!isSeen(entry) || x == last)
                continue;
            last = x;
            m_painter.fillRect(QRectF(x - 1, MemoryFrame::kLane - 5, 3, 5), m_theme.accent);
        }
    }
    void markers()
    {
        double last = -1;
        for (const std::int32_t entry : m_data.device().markers) {
            const double x = std::floor(xOf(entry));
            if (!isSeen(entry) || x == last)
                continue;
            last = x;
            m_painter.fillRect(QRectF(x, MemoryFrame::kLane - 7, 1, 7), m_theme.muted);
        }
    }
    void peak()
    {
        const model::MemoryCurve& active = m_data.device().active;
        if (active.peak == 0 || !m_data.hasHistory() || !isSeen(active.peakEntry))
            return;
        const double x = std::floor(xOf(active.peakEntry)) + 0.5;
        const double y = std::max<double>(m_frame.yOf(active.peak), MemoryFrame::kLane);
        flag(x, y, memoryTr("peak %1").arg(bytesText(active.peak)), m_theme.text, m_theme.surface);
    }
    void ooms()
    {
        if (m_data.device().ooms.empty())
            return; // there may be no device at all
        const auto& entries = m_data.snapshot().entries(m_data.device());
        double last = -1;
        for (const std::int32_t entry : m_data.device().ooms) {
            const double x = std::floor(xOf(entry)) + 0.5;
            if (!isSeen(entry) || x == last)
                continue;
            last = x;
            const std::uint64_t wanted = entries.size[static_cast<std::size_t>(entry)];
            flag(x, m_frame.size.height(), memoryTr("out of memory: %1 wanted").arg(bytesText(wanted)), m_theme.danger,
                m_theme.dark ? m_theme.surface : QColor(Qt::white));
        }
    }

private:
    [[nodiscard]] double clamped(std::int64_t position) const
    {
        return std::clamp(m_scale.toPx(position), -kFlagBeyond, m_frame.size.width() + kFlagBeyond);
    }
    [[nodiscard]] bool isFree(const QRectF& place) const
    {
        return std::none_of(
            m_taken.begin(), m_taken.end(), [&place](const QRectF& other) { return other.intersects(place); });
    }
    // The widest part of the step in the lane that nothing stands in.
    [[nodiscard]] QRectF roomFor(const MemoryStepMark& step, const std::vector<QRectF>& taken) const
    {
        const auto [from, to] = placeOf(step);
        const QRectF whole(QPointF(std::max(0.0, from), 0),
            QPointF(std::min<double>(m_frame.size.width(), to), MemoryFrame::kLane - 2));
        QRectF widest(whole.topLeft(), QSizeF(0, whole.height()));
        if (whole.width() < kLeastStep)
            return widest;
        std::vector<QRectF> inside;
        std::copy_if(taken.begin(), taken.end(), std::back_inserter(inside),
            [&whole](const QRectF& other) { return other.intersects(whole); });
        std::sort(inside.begin(), inside.end(), [](const QRectF& a, const QRectF& b) { return a.left() < b.left(); });
        double free = whole.left();
        const auto offer = [&](double until) {
            if (until - free > widest.width())
                widest = QRectF(free, whole.top(), until - free, whole.height());
        };
        for (const QRectF& other : inside) {
            offer(other.left());
            free = std::max(free, other.right());
        }
        offer(whole.right());
        return widest;
    }
    // In full where there is room, else its number: "#12" of "ProfilerStep#12"; empty: not even that.
    [[nodiscard]] QString nameFor(const MemoryStepMark& step, double width) const
    {
        constexpr double kRoom = 8;
        const QFontMetricsF metrics(m_painter.font());
        const qsizetype number = std::max<qsizetype>(0, step.name.lastIndexOf(QLatin1Char('#')));
        for (const QString& name : {step.name, step.name.mid(number)}) {
            if (metrics.horizontalAdvance(name) + kRoom <= width)
                return name;
        }
        return {};
    }
    bool drawName(const MemoryStepMark& step, const QRectF& place)
    {
        const QString name = nameFor(step, place.width());
        if (!name.isEmpty())
            m_painter.drawText(place, Qt::AlignCenter, name);
        return !name.isEmpty();
    }
    // Whether something there would leave a step without its name.
    [[nodiscard]] bool hidesName(const QRectF& place) const
    {
        std::vector<QRectF> taken = m_taken;
        taken.push_back(place);
        return std::any_of(m_data.steps().begin(), m_data.steps().end(), [&](const MemoryStepMark& step) {
            const auto [from, to] = placeOf(step);
            return from < place.right() && to > place.left() && !nameFor(step, roomFor(step, m_taken).width()).isEmpty()
                && nameFor(step, roomFor(step, taken).width()).isEmpty();
        });
    }
    // At either side of its pole, in the lane or below it.
    [[nodiscard]] std::optional<QRectF> clothAt(double x, double width) const
    {
        const QSizeF size(width, MemoryFrame::kLane - 4);
        std::vector<QRectF> places;
        for (const double top : {1.0, static_cast<double>(MemoryFrame::kLane)}) {
            for (const double left : {x, x - width})
                places.emplace_back(QPointF(left, top), size);
        }
        const auto fits = [&](const QRectF& place) {
            // At the right end of what is below the lane stands the name of the reserved line.
            const double room = m_frame.size.width() - (place.top() < MemoryFrame::kLane ? 0 : kReservedName);
            return place.left() >= 0 && place.right() <= room && isFree(place);
        };
        auto found = std::find_if(
            places.begin(), places.end(), [&](const QRectF& place) { return fits(place) && !hidesName(place); });
        if (found == places.end())
            found = std::find_if(places.begin(), places.end(), fits);
        return found != places.end() ? std::optional(*found) : std::nullopt;
    }
    // A pole from the lane down to y, its text beside it; poles whose text has no room stay bare.
    void flag(double x, double y, const QString& text, const QColor& colour, const QColor& ink)
    {
        m_painter.fillRect(QRectF(x - 0.5, 0, 1, y), colour);
        const QFontMetricsF metrics(m_painter.font());
        const std::optional<QRectF> place = clothAt(x, metrics.horizontalAdvance(text) + 2 * kFlagInset);
        m_poles.emplace_back(x - 1, 0, 2, MemoryFrame::kLane);
        if (!place)
            return;
        const QRectF& cloth = *place;
        m_taken.push_back(cloth);
        m_painter.fillRect(cloth, colour);
        m_painter.setPen(ink);
        m_painter.drawText(cloth, Qt::AlignCenter, text);
    }

    QPainter& m_painter;
    const MemoryFrame& m_frame;
    const MemoryTimelineData& m_data;
    const Theme& m_theme;
    view::TimeScale m_scale;
    std::vector<QRectF> m_taken; // by texts
    std::vector<QRectF> m_poles;
};

} // namespace

void paintStepTints(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
{
    constexpr double kTint = 0.03;
    const Lane lane(painter, frame, data, theme);
    for (std::size_t i = 1; i < data.steps().size(); i += 2) {
        const auto [x0, x1] = lane.placeOf(data.steps()[i]);
        if (x1 - x0 >= kLeastStep)
            painter.fillRect(QRectF(x0, 0, x1 - x0, frame.size.height()), blend(theme.surface, theme.text, kTint));
    }
}

void paintBaselines(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
{
    constexpr double kDash = 4;
    constexpr double kPeriod = 7;
    constexpr double kHalfPeak = 6;     // half the mark of a peak
    constexpr double kRoomForPeak = 24; // width of a step from which it has one
    const Lane lane(painter, frame, data, theme);
    for (const MemoryStepMark& step : data.steps()) {
        const auto [begin, end] = lane.placeOf(step);
        const double x0 = std::max(0.0, begin);
        const double x1 = std::min<double>(frame.size.width(), end);
        const double y = std::floor(frame.yOf(step.baseline));
        for (double x = std::floor(x0 / kPeriod) * kPeriod; x < x1; x += kPeriod) {
            const double from = std::max(x, x0);
            const double width = std::min(x + kDash, x1) - from;
            if (width <= 0)
                continue;
            painter.fillRect(QRectF(from, y, width, 1), theme.text);
            painter.fillRect(QRectF(from, y + 1, width, 1), theme.surface); // keeps it apart from dark bands
        }
        if (x1 - x0 < kRoomForPeak)
            continue;
        const std::int32_t highest = data.active().highest({step.first, step.last});
        painter.fillRect(
            QRectF(lane.xOf(highest) - kHalfPeak, std::floor(frame.yOf(step.peak)) - 1, 2 * kHalfPeak, 1), theme.muted);
    }
}

void paintFlags(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
{
    Lane lane(painter, frame, data, theme);
    lane.ooms();
    lane.peak();
    lane.markers();
    lane.births();
    lane.stepNames();
}

} // namespace stepscope::widgets
