// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The names of the ranks left of their rows: a mark that unfolds the rank's own events where there is a trace, who is
// late, and in the tool tip where the rank comes from and how its clock was brought to the first. Beside the ruler it
// says how much time is seen. Part of a RanksTimelineView, GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/ranks/ranks_cursor.h"
#include "widgets/ranks/ranks_data.h"
#include "widgets/ranks/ranks_layout.h"

#include <QWidget>

#include <set>

class QPainter;

namespace stepscope::widgets {

class RanksHeader : public QWidget
{
    Q_OBJECT

public:
    RanksHeader(RanksCursor* cursor, ThemeSource* theme, QWidget* parent);

    void setContent(const RanksData* content, const RanksLayout* layout); // not owned
    void setCorner(int height, const QString& text);                      // what stands beside ruler and steps
    void setScroll(int px);
    void setOpened(std::set<std::uint32_t> ranks); // whose own events are shown
    [[nodiscard]] QRect foldMark(std::uint32_t rank) const;
    [[nodiscard]] QString toolTipOf(std::size_t row) const;

Q_SIGNALS:
    void foldRequested(std::uint32_t rank);
    void pageRequested(std::uint32_t rank); // as a tab of its own
    void scrolledBy(int px);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    [[nodiscard]] std::optional<std::uint32_t> rankAt(int y) const;
    [[nodiscard]] bool hasTrace(std::uint32_t rank) const { return m_data->job().files[rank].isTrace; }
    void paintRow(QPainter& painter, std::size_t row);

    RanksCursor* m_cursor;
    ThemeSource* m_theme;
    const RanksData* m_data = nullptr;
    const RanksLayout* m_layout = nullptr;
    std::set<std::uint32_t> m_opened;
    std::set<std::uint32_t> m_late; // ranks that are stragglers
    int m_corner = 0;
    QString m_cornerText;
    int m_scroll = 0;
};

} // namespace stepscope::widgets
