// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The vertical scale of the memory timeline as it is shown: how many bytes reach up to the top. Follows what it is
// aimed at over 120 ms, from wherever it is. Owned by the view, GUI thread only.

#include <QObject>
#include <QVariantAnimation>

#include <cstdint>

namespace stepscope::widgets {

class HeightEaser : public QObject
{
    Q_OBJECT

public:
    static constexpr int kDuration = 120; // ms

    explicit HeightEaser(QObject* parent = nullptr);
    [[nodiscard]] std::uint64_t shown() const { return static_cast<std::uint64_t>(m_shown); }
    [[nodiscard]] bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }
    void aimAt(std::uint64_t bytes);
    void jumpTo(std::uint64_t bytes);

Q_SIGNALS:
    void shownChanged(); // once more at the end: the last picture can take its time

private:
    QVariantAnimation m_animation;
    double m_shown = 0; // 0: nothing yet, the next aim is a jump
    double m_from = 0;
    double m_to = 0;
};

} // namespace stepscope::widgets
