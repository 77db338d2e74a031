// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The way from one node that is looked into to another: over 120 ms a stretch of the layout that holds both grows to
// fill the canvas, or shrinks back. Can be interrupted at any moment; the layout on its own is where it ends. Owned by
// a FlameCanvas, GUI thread only.

#include "widgets/flame/flame_painter.h"

#include <QObject>
#include <QVariantAnimation>

namespace stepscope::widgets {

class FlameEasing : public QObject
{
    Q_OBJECT

public:
    explicit FlameEasing(QObject* parent = nullptr);

    void start(FlameLayout outer, const FlameStretch& from, const FlameStretch& to);
    void stop() { m_animation.stop(); }
    [[nodiscard]] bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }
    [[nodiscard]] const FlameLayout& layout() const { return m_layout; } // while it runs
    [[nodiscard]] FlameStretch shown() const;

Q_SIGNALS:
    void changed();

private:
    QVariantAnimation m_animation;
    FlameLayout m_layout;
    FlameStretch m_from;
    FlameStretch m_to;
};

} // namespace stepscope::widgets
