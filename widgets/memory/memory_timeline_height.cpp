// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_height.h"

namespace stepscope::widgets {

HeightEaser::HeightEaser(QObject* parent)
    : QObject(parent)
{
    m_animation.setDuration(kDuration);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& share) {
        if (!isRunning())
            return;
        m_shown = m_from + (m_to - m_from) * share.toDouble();
        Q_EMIT shownChanged();
    });
    connect(&m_animation, &QVariantAnimation::finished, this, &HeightEaser::shownChanged);
}

void HeightEaser::aimAt(std::uint64_t bytes)
{
    const auto target = static_cast<double>(bytes);
    if (target == m_to)
        return;
    if (m_shown == 0) {
        jumpTo(bytes);
        return;
    }
    m_from = m_shown;
    m_to = target;
    m_animation.stop();
    m_animation.start();
}

void HeightEaser::jumpTo(std::uint64_t bytes)
{
    m_animation.stop();
    m_shown = m_to = static_cast<double>(bytes);
    Q_EMIT shownChanged();
}

} // namespace stepscope::widgets
