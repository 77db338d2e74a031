// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/zoom_easer.h"

#include <cmath>

namespace stepscope::widgets {

ZoomEaser::ZoomEaser(TimeAxis* axis, QObject* parent)
    : QObject(parent)
    , m_axis(axis)
    , m_shown(axis->window())
{
    m_animation.setDuration(kDuration);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this,
        [this](const QVariant& share) { advance(share.toDouble()); });
    connect(&m_animation, &QVariantAnimation::finished, this, &ZoomEaser::shownChanged);
    connect(axis, &TimeAxis::rangeChanged, this, &ZoomEaser::follow);
}

void ZoomEaser::settle()
{
    if (!isRunning())
        return;
    m_animation.stop();
    m_axis->setWindow(m_shown);
}

void ZoomEaser::follow()
{
    m_animation.stop();
    if (!m_axis->lastChangeIsEased()) {
        show(m_axis->window());
        return;
    }
    m_from = m_shown;
    m_to = m_axis->window();
    m_animation.start();
}

void ZoomEaser::advance(double share)
{
    if (!isRunning())
        return;
    if (share >= 1) {
        show(m_to);
        return;
    }
    // Zooming looks even when the span changes by equal factors, not by equal amounts.
    const double change = m_to.span - m_from.span;
    if (std::abs(change) > 1e-6 * m_from.span) {
        const double span = m_from.span * std::pow(m_to.span / m_from.span, share);
        share = (span - m_from.span) / change;
    }
    show(view::interpolate(m_from, m_to, share));
}

void ZoomEaser::show(const view::TimeWindow& window)
{
    m_shown = window;
    Q_EMIT shownChanged();
}

} // namespace stepscope::widgets
