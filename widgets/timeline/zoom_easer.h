// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window as it is shown: follows a TimeAxis, over 120 ms where the axis jumped or zoomed and at once where it was
// dragged. A new change starts from what is shown, so easing can be interrupted at any moment; a time that keeps its
// place in both windows keeps it on the way. Owned by a view, GUI thread only.

#include "widgets/viewmodel/time_axis.h"

#include <QObject>
#include <QVariantAnimation>

namespace stepscope::widgets {

class ZoomEaser : public QObject
{
    Q_OBJECT

public:
    static constexpr int kDuration = 120; // ms

    explicit ZoomEaser(TimeAxis* axis, QObject* parent = nullptr);

    [[nodiscard]] const view::TimeWindow& shown() const { return m_shown; }
    [[nodiscard]] bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }
    // What is shown becomes the range of the axis: before a drag takes hold of the picture.
    void settle();

Q_SIGNALS:
    void shownChanged(); // once more when easing has ended: the last picture can take its time

private:
    void follow();
    void advance(double share);
    void show(const view::TimeWindow& window);

    TimeAxis* m_axis;
    QVariantAnimation m_animation;
    view::TimeWindow m_shown;
    view::TimeWindow m_from;
    view::TimeWindow m_to;
};

} // namespace stepscope::widgets
