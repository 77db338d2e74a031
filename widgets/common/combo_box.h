// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A box of choices that shows its arrow: the style sheet leaves no room for the style's own. A wheel over it scrolls
// what lies below and never changes the choice. GUI thread only.

#include <QComboBox>

namespace stepscope::widgets {

class ComboBox : public QComboBox
{
    Q_OBJECT

public:
    ComboBox(const QString& name, const QString& toolTip, QWidget* parent = nullptr); // the name is what is read out

    static void paintArrow(QPainter& painter, const QComboBox& box);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace stepscope::widgets
