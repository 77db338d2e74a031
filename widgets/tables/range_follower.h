// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// "Follow range": while it is on, the figures are limited to the selected range of time, a moment after the range has
// come to rest; a step that they are limited to stays. GUI thread only; what it is given must outlive it.

#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/selection.h"

#include <QObject>
#include <QTimer>

namespace stepscope::widgets {

class RangeFollower : public QObject
{
    Q_OBJECT

public:
    static constexpr int kRestMs = 200;

    RangeFollower(Figures* figures, const Selection* selection, QObject* parent = nullptr);

    void setOn(bool on);
    [[nodiscard]] bool isOn() const { return m_on; }
    [[nodiscard]] bool isIdle() const { return !m_rest.isActive(); }

Q_SIGNALS:
    void changed(bool on);

private:
    void follow();

    Figures* m_figures;
    const Selection* m_selection;
    QTimer m_rest;
    bool m_on = false;
};

} // namespace stepscope::widgets
