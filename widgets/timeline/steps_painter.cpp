// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/steps_painter.h"

#include "core/util/time.h"
#include "widgets/timeline/time_ruler.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kStepTint = 0.03;
constexpr double kLabelInset = 4;

} // namespace

StepsPainter::StepsPainter(const TimelineData& data, const FrameGeometry& frame, const Theme& theme)
    : m_data(data)
    , m_frame(frame)
    , m_theme(theme)
{
}

void StepsPainter::ground(Scanlines::Line& line, const std::optional<view::ClockBase>& clock) const
{
    const view::TimeScale scale = m_frame.scale();
    const int width = m_frame.columns();
    const auto columnOf = [&](std::int64_t time) {
        return static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(scale.edgeOf(time), 0, width));
    };
    const view::Argb surface = pixel(m_theme.surface);
    const view::Argb band = view::mix(surface, pixel(m_theme.text), kStepTint);
    line.assign(static_cast<std::size_t>(width), surface);
    const auto& steps = m_data.steps();
    for (std::size_t i = view::firstStepEndingAfter(steps, scale.toNs(0)); i < steps.size();) {
        const std::ptrdiff_t from = columnOf(steps[i].start);
        const std::ptrdiff_t to = columnOf(steps[i].end);
        if (from >= width)
            break;
        if (i % 2 == 1)
            std::fill(line.begin() + from, line.begin() + to, band);
        // Steps thinner than a column are skipped by search: there may be very many.
        i = std::max(i + 1, view::firstStepEndingAfter(steps, scale.toNs(static_cast<double>(from) + 0.5)));
    }
    const view::Argb grid = pixel(m_theme.line);
    const auto ruler = timelineTicks(m_frame.window, m_frame.size.width(), m_data.origin(), clock);
    for (const view::Tick& tick : ruler.ticks) {
        const std::int64_t column = scale.edgeOf(tick.time);
        if (tick.major && column >= 0 && column < width)
            line[static_cast<std::size_t>(column)] = view::mix(surface, grid, 0.75);
    }
}

void StepsPainter::row(Scanlines& canvas, int y0, int y1) const
{
    const int line = m_frame.hairline();
    canvas.fillRect(0, y0, canvas.width(), y1, pixel(m_theme.panel));
    const view::TimeScale scale = m_frame.scale();
    const auto& steps = m_data.steps();
    const view::Argb bands[]
        = {pixel(blend(m_theme.panel, m_theme.text, 0.05)), pixel(blend(m_theme.panel, m_theme.text, 0.12))};
    const view::Argb edge = pixel(blend(m_theme.panel, m_theme.text, 0.35));
    for (std::size_t i = view::firstStepEndingAfter(steps, scale.toNs(0)); i < steps.size();) {
        const std::int64_t from = scale.edgeOf(steps[i].start);
        const std::int64_t to = std::max(scale.edgeOf(steps[i].end), from + 1);
        if (from >= canvas.width())
            break;
        const auto clipped
            = [&](std::int64_t x) { return static_cast<int>(std::clamp<std::int64_t>(x, -1, canvas.width())); };
        canvas.fillRect(clipped(from), y0, clipped(to), y1, bands[i % 2]);
        canvas.fillRect(clipped(from), y0, clipped(from) + line, y1, edge);
        i = std::max(i + 1, view::firstStepEndingAfter(steps, scale.toNs(static_cast<double>(from) + 0.5)));
    }
    canvas.fillRect(0, y1 - line, canvas.width(), y1, pixel(m_theme.line));
}

void StepsPainter::labels(QPainter& painter) const
{
    const auto& steps = m_data.steps();
    const view::TimeScale scale(m_frame.window, m_frame.size.width());
    const QFontMetricsF metrics(painter.font());
    const double baseline = (view::kHeadingHeight - metrics.height()) / 2 + metrics.ascent();
    for (std::size_t i = view::firstStepEndingAfter(steps, scale.toNs(0)); i < steps.size();) {
        const double from = std::max(0.0, scale.toPx(steps[i].start));
        const double to = std::min<double>(m_frame.size.width(), scale.toPx(steps[i].end));
        if (from >= m_frame.size.width())
            break;
        const QString label = QString::fromStdString(view::stepLabel(m_data.trace(), steps[i]));
        const double width = metrics.horizontalAdvance(label);
        if (to - from >= width + 2 * kLabelInset) {
            painter.setPen(m_theme.text);
            painter.drawText(QPointF(from + kLabelInset + 1, baseline), label);
            const QString length = QString::fromStdString(formatDuration(steps[i].end - steps[i].start));
            const double rest = to - from - width - 4 * kLabelInset;
            if (rest >= metrics.horizontalAdvance(length)) {
                painter.setPen(m_theme.muted);
                painter.drawText(QPointF(from + width + 3 * kLabelInset, baseline), length);
            }
        }
        i = std::max(i + 1, view::firstStepEndingAfter(steps, scale.toNs(from + 8)));
    }
}

} // namespace stepscope::widgets
