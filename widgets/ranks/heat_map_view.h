// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ranks by steps as coloured cells: how late, how long it waited, how long the step was, how busy the GPU. One hue from
// the surface to its strongest, so that it reads in both themes and without colour vision; the value is in the tool
// tip and the scale above. A click goes to the step of the rank. With more ranks or steps than pixels each pixel shows
// the largest of its values (of GPU busy the least). GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/common/theme.h"
#include "widgets/ranks/ranks_cursor.h"
#include "widgets/ranks/ranks_judgement.h"

#include <QImage>
#include <QWidget>

#include <vector>

class QPainter;

namespace stepscope::widgets {

enum class HeatKind : std::uint8_t
{
    Lateness,
    Waiting,
    StepTime,
    Busy
};
inline constexpr std::size_t kHeatKinds = 4;
[[nodiscard]] QString heatTitle(HeatKind kind);

class HeatMapView : public QWidget
{
    Q_OBJECT

public:
    HeatMapView(RanksCursor* cursor, ThemeSource* theme, QWidget* parent = nullptr);

    void setJob(RankJobPtr job);
    void setKind(HeatKind kind);
    [[nodiscard]] HeatKind kind() const { return m_kind; }
    [[nodiscard]] std::optional<double> value(std::uint32_t rank, std::size_t column) const; // ns, or a share
    [[nodiscard]] QString valueText(double value) const;
    [[nodiscard]] QRectF cellRect(std::uint32_t rank, std::size_t column) const;
    [[nodiscard]] QString tipAt(QPointF position) const;
    [[nodiscard]] const std::vector<std::int64_t>& steps() const { return m_steps; } // of the columns

Q_SIGNALS:
    void stepActivated(std::uint32_t rank, std::int64_t step);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Cell
    {
        std::uint32_t rank = 0;
        std::size_t column = 0;
    };
    [[nodiscard]] std::optional<Cell> cellAt(QPointF position) const;
    [[nodiscard]] QRectF area() const; // of the cells
    [[nodiscard]] QRgb colourOf(double value) const;
    void gather();
    void paintCells(QPainter& painter);
    void paintScale(QPainter& painter);
    void paintNames(QPainter& painter);

    RanksCursor* m_cursor;
    ThemeSource* m_theme;
    RankJobPtr m_job;
    HeatKind m_kind = HeatKind::Lateness;
    std::vector<std::int64_t> m_steps;
    std::vector<double> m_values; // by rank, then column; NaN: none
    double m_least = 0;
    double m_most = 0;
};

} // namespace stepscope::widgets
