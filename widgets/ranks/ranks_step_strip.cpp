// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_step_strip.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace stepscope::widgets {

namespace {

constexpr double kMargin = 0.02;
constexpr double kStripInset = 5;

} // namespace

RanksStepStrip::RanksStepStrip(TimeAxis* axis, ZoomEaser* easer, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_axis(axis)
    , m_easer(easer)
    , m_theme(theme)
{
    setAccessibleName(QStringLiteral("Steps"));
    setToolTip(QStringLiteral("Steps, from the first rank that begins to the last that ends; click: show it all"));
    connect(m_easer, &ZoomEaser::shownChanged, this, qOverload<>(&QWidget::update));
    connect(m_theme, &ThemeSource::changed, this, qOverload<>(&QWidget::update));
}

void RanksStepStrip::setSteps(const RanksData& content)
{
    std::map<std::int64_t, RankStep> steps;
    for (std::uint32_t r = 0; r < content.world().ranks.size(); ++r) {
        for (const RankStep& step : content.steps(r)) {
            const auto [known, isNew] = steps.try_emplace(step.number, step);
            known->second.start = std::min(known->second.start, step.start);
            known->second.end = std::max(known->second.end, step.end);
        }
    }
    m_steps.clear();
    for (const auto& entry : steps)
        m_steps.push_back(entry.second);
    std::stable_sort(
        m_steps.begin(), m_steps.end(), [](const RankStep& a, const RankStep& b) { return a.start < b.start; });
    update();
    Q_EMIT stepsChanged();
}

void RanksStepStrip::show(std::size_t step)
{
    m_axis->fit(m_steps[step].start, m_steps[step].end, kMargin);
}

std::optional<std::size_t> RanksStepStrip::shown() const
{
    const TimeRange range = m_axis->range();
    const auto isFitted = [&range](const RankStep& step) {
        const double room = 2 * kMargin * view::timeDifference(step.end, step.start) + 1;
        return range.start <= step.start && step.end <= range.end
            && view::timeDifference(step.start, range.start) <= room
            && view::timeDifference(range.end, step.end) <= room;
    };
    const auto found = std::find_if(m_steps.begin(), m_steps.end(), isFitted);
    return found == m_steps.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_steps.begin()));
}

void RanksStepStrip::stepBy(int direction)
{
    if (m_steps.empty())
        return;
    const std::int64_t middle = std::midpoint(m_axis->range().start, m_axis->range().end);
    const auto after = std::upper_bound(
        m_steps.begin(), m_steps.end(), middle, [](std::int64_t at, const RankStep& step) { return at < step.start; });
    const std::ptrdiff_t now = after - m_steps.begin() - 1; // -1: before the first
    const auto last = static_cast<std::ptrdiff_t>(m_steps.size()) - 1;
    show(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + direction, 0, last)));
}

void RanksStepStrip::mousePressEvent(QMouseEvent* event)
{
    const std::int64_t time = view::TimeScale(m_easer->shown(), width()).toNs(event->position().x());
    const auto hit = std::find_if(m_steps.rbegin(), m_steps.rend(),
        [time](const RankStep& step) { return step.start <= time && time < step.end; });
    if (hit != m_steps.rend())
        show(static_cast<std::size_t>(m_steps.rend() - hit) - 1);
}

void RanksStepStrip::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.setFont(smallFont());
    const QFontMetricsF metrics(painter.font());
    const view::TimeScale scale(m_easer->shown(), width());
    double drawn = -1;
    for (const RankStep& step : m_steps) {
        const double from = std::max(scale.toPx(step.start), -1.0);
        const double to = std::min(scale.toPx(step.end), width() + 1.0);
        if (to <= drawn || to < 0 || from > width())
            continue;
        drawn = std::floor(std::max(from + 1, drawn));
        const double tint = step.number % 2 == 0 ? 0.05 : 0.12;
        painter.fillRect(QRectF(from, 0, to - from, height()), blend(theme.panel, theme.text, tint));
        painter.fillRect(QRectF(from, 0, 1, height()), blend(theme.panel, theme.text, 0.35));
        const double x = std::max(from, 0.0) + kStripInset;
        const QString name = QStringLiteral("#%1").arg(step.number);
        const double wide = metrics.horizontalAdvance(name);
        if (to - x < wide + kStripInset)
            continue;
        painter.setPen(theme.text);
        painter.drawText(QRectF(x, 0, wide + 1, height()), Qt::AlignVCenter, name);
        const QString length = durationText(step.end - step.start);
        if (to - x < wide + metrics.horizontalAdvance(length) + 3 * kStripInset)
            continue;
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x + wide + 2 * kStripInset, 0, width(), height()), Qt::AlignVCenter, length);
    }
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

} // namespace stepscope::widgets
