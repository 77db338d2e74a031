// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_flags.h"

#include "widgets/common/style.h"
#include "widgets/memory/memory_words.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kBeyond = 20;   // px outside the canvas to which far places are pulled
constexpr double kLeastStep = 6; // px: narrower steps have no marks of their own
constexpr double kFlagInset = 5;

QString tr(const char* text)
{
    return QCoreApplication::translate("MemoryTimeline", text);
}

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

    [[nodiscard]] double xOf(std::int32_t entry) const
    {
        return std::clamp(m_scale.toPx(m_data.positions().of(entry)), -kBeyond, m_frame.size.width() + kBeyond);
    }
    [[nodiscard]] bool isSeen(std::int32_t entry) const
    {
        const double x = m_scale.toPx(m_data.positions().of(entry));
        return x >= 0 && x < m_frame.size.width();
    }

    void stepNames()
    {
        const QFontMetricsF metrics(m_painter.font());
        for (const MemoryStepMark& step : m_data.steps()) {
            const double x0 = std::max(0.0, xOf(step.first));
            const double x1 = std::min<double>(m_frame.size.width(), xOf(step.last + 1));
            if (x1 - x0 < metrics.horizontalAdvance(step.name) + 8)
                continue;
            m_painter.setPen(m_theme.muted);
            m_painter.drawText(QRectF(x0, 0, x1 - x0, MemoryFrame::kLane), Qt::AlignCenter, step.name);
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
        flag(x, y, tr("peak %1").arg(bytesText(active.peak)), m_theme.text, m_theme.surface);
    }
    void ooms()
    {
        const auto& entries = m_data.snapshot().entries(m_data.device());
        double last = -1;
        for (const std::int32_t entry : m_data.device().ooms) {
            const double x = std::floor(xOf(entry)) + 0.5;
            if (!isSeen(entry) || x == last)
                continue;
            last = x;
            const std::uint64_t wanted = entries.size[static_cast<std::size_t>(entry)];
            flag(x, m_frame.size.height(), tr("out of memory: %1 wanted").arg(bytesText(wanted)), m_theme.danger,
                m_theme.dark ? m_theme.surface : QColor(Qt::white));
        }
    }

private:
    // A pole from the lane down to y, its text beside it in the lane; poles whose text has no room stay bare.
    void flag(double x, double y, const QString& text, const QColor& colour, const QColor& ink)
    {
        m_painter.fillRect(QRectF(x - 0.5, 0, 1, y), colour);
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(text) + 2 * kFlagInset;
        const double left = x + width > m_frame.size.width() ? x - width : x;
        const QRectF cloth(left, 1, width, MemoryFrame::kLane - 4);
        if (std::any_of(m_taken.begin(), m_taken.end(), [&](const QRectF& other) { return other.intersects(cloth); }))
            return;
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
    std::vector<QRectF> m_taken;
};

} // namespace

void paintStepTints(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
{
    constexpr double kTint = 0.03;
    const Lane lane(painter, frame, data, theme);
    for (std::size_t i = 1; i < data.steps().size(); i += 2) {
        const double x0 = lane.xOf(data.steps()[i].first);
        const double x1 = lane.xOf(data.steps()[i].last + 1);
        if (x1 - x0 >= kLeastStep)
            painter.fillRect(QRectF(x0, 0, x1 - x0, frame.size.height()), blend(theme.surface, theme.text, kTint));
    }
}

void paintBaselines(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
{
    const Lane lane(painter, frame, data, theme);
    QPen dashes(theme.text, 1);
    dashes.setDashPattern({4, 3});
    QPen halo(theme.surface, 3);
    QPolygonF narrow; // steps too narrow for a line each share one through their middles
    for (const MemoryStepMark& step : data.steps()) {
        const double x0 = lane.xOf(step.first);
        const double x1 = lane.xOf(step.last + 1);
        if (x1 < 0 || x0 > frame.size.width())
            continue;
        const double y = std::floor(frame.yOf(step.baseline)) + 0.5;
        narrow << QPointF(x0, y) << QPointF(x1, y);
        if (x1 - x0 < kLeastStep)
            continue;
        const double top = std::floor(frame.yOf(step.peak)) + 0.5;
        const double half = std::min(8.0, (x1 - x0) / 4);
        const double middle = (x0 + x1) / 2;
        painter.setPen(QPen(theme.muted, 1));
        painter.drawLine(QPointF(middle - half, top), QPointF(middle + half, top));
    }
    halo.setColor(QColor(theme.surface.red(), theme.surface.green(), theme.surface.blue(), 150));
    painter.setPen(halo);
    painter.drawPolyline(narrow);
    painter.setPen(dashes);
    painter.drawPolyline(narrow);
}

void paintFlags(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme)
{
    Lane lane(painter, frame, data, theme);
    lane.ooms();
    lane.peak();
    lane.markers();
    lane.stepNames();
}

} // namespace stepscope::widgets
