// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An icon that stands beside text. Painted as lines each time, not kept as pixels: sharp in pictures of any scale.
// GUI thread only.

#include <QIcon>
#include <QLabel>

namespace stepscope::widgets {

class IconLabel : public QLabel
{
    Q_OBJECT

public:
    static constexpr int kSize = 16;

    explicit IconLabel(QWidget* parent = nullptr);
    void setIcon(const QString& name, const QColor& colour); // an empty name: none

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
};

} // namespace stepscope::widgets
