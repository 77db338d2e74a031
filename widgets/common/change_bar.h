// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A change as a bar from the middle: to the left what became less, to the right what became more, the end cut to a
// point so that the direction does not hang on colour. GUI thread only.

#include <QColor>
#include <QRectF>
#include <QWidget>

class QPainter;

namespace stepscope::widgets {

struct Theme;

// `share` of the half, −1 to 1; nothing is drawn of 0 but the track.
void paintChange(QPainter& painter, const QRectF& place, double share, const QColor& colour, const Theme& theme);

class ChangeBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kThickness = 8;

    ChangeBar(double share, const QColor& colour, const Theme& theme, QWidget* parent);
    [[nodiscard]] double share() const { return m_share; }

    [[nodiscard]] QSize sizeHint() const override { return {80, kThickness}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, kThickness}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share;
    QColor m_colour;
    const Theme& m_theme;
};

} // namespace stepscope::widgets
