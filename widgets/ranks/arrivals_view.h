// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who came when to one collective: a bar a rank, the last to arrive first, the wait hatched, the part that all spend in
// it solid, since the first arrival. A click or Up and Down choose the rank. GUI thread only. Paints the visible rows
// only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/common/theme.h"
#include "widgets/ranks/ranks_cursor.h"
#include "widgets/ranks/ranks_judgement.h"

#include <QAbstractScrollArea>

#include <vector>

class QPainter;

namespace stepscope::widgets {

class ArrivalsView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 20;
    static constexpr int kTitleHeight = 24;

    ArrivalsView(RanksCursor* cursor, ThemeSource* theme, QWidget* parent = nullptr);

    void setJob(RankJobPtr job);
    // Ranks of the world in the order shown; none while no collective is chosen.
    [[nodiscard]] const std::vector<std::uint32_t>& shownRanks() const { return m_ranks; }
    [[nodiscard]] QRect rowRect(std::size_t row) const; // in the viewport

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] const ranks::SharedCollective* shared() const;
    void refresh();
    void updateBar();
    void chooseRow(std::ptrdiff_t row);
    [[nodiscard]] QString tipAt(QPoint position) const;
    void paintRow(QPainter& painter, std::size_t row, double left, double nsPerPx);

    RanksCursor* m_cursor;
    ThemeSource* m_theme;
    RankJobPtr m_job;
    std::vector<std::uint32_t> m_order; // indices into arrivals, the latest first
    std::vector<std::uint32_t> m_ranks; // the same as ranks
};

} // namespace stepscope::widgets
