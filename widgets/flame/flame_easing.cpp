// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_easing.h"

#include "widgets/timeline/zoom_easer.h"

#include <cmath>

namespace stepscope::widgets {

FlameEasing::FlameEasing(QObject* parent)
    : QObject(parent)
{
    m_animation.setDuration(ZoomEaser::kDuration);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, &FlameEasing::changed);
    connect(&m_animation, &QVariantAnimation::finished, this, &FlameEasing::changed);
}

void FlameEasing::start(FlameLayout outer, const FlameStretch& from, const FlameStretch& to)
{
    m_animation.stop();
    m_layout = std::move(outer);
    m_from = from;
    m_to = to;
    m_animation.start();
}

// By equal factors, not by equal amounts, as on the timeline.
FlameStretch FlameEasing::shown() const
{
    const double width = m_from.width * std::pow(m_to.width / m_from.width, m_animation.currentValue().toDouble());
    const double change = m_to.width - m_from.width;
    const double share = change == 0 ? 1 : (width - m_from.width) / change;
    return {m_from.x + share * (m_to.x - m_from.x), width};
}

} // namespace stepscope::widgets
