// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A share of a whole as a thin bar: a track in the line colour, the share on it in the colour of its severity. Says
// nothing that the percentage beside it does not say in figures. GUI thread only.

#include <QColor>
#include <QWidget>

namespace stepscope::widgets {

class ShareBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kThickness = 4;

    explicit ShareBar(QWidget* parent = nullptr);
    void show(double share, const QColor& fill, const QColor& track); // share: 0 to 1, clamped
    [[nodiscard]] double share() const { return m_share; }

    [[nodiscard]] QSize sizeHint() const override { return {80, kThickness}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, kThickness}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = 0;
    QColor m_fill;
    QColor m_track;
};

} // namespace stepscope::widgets
