// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory of one device over time: every live allocation as a band of its size, oldest at the bottom, the reserved
// memory as a line above, steps, marks and out-of-memory entries, a scale of bytes at the left, segments over time and
// a ruler below. The picture is exact at every zoom (core/view/memory_columns.h) and made only when range, size,
// device, colours or theme change; hover, choice and cursor are laid over it. Where we look lives in the TimeAxis, what
// is chosen in the MemoryCursor; both must outlive the view. GUI thread only.
// Mouse: a click chooses the allocation and the entry, a double click fits its life, a drag pans, Shift+drag marks a
// range of entries, the wheel pans, Ctrl+wheel zooms at the pointer. Keys: W S zoom, A D pan, 0 everything, F the life
// of the chosen allocation, Left Right the entry before or after, Esc back. Renders without a display.

#include <cstdint>

#include "widgets/common/paint_target.h"
#include "widgets/common/theme.h"
#include "widgets/memory/memory_pictures.h"
#include "widgets/memory/memory_timeline_interaction.h"

#include <QImage>
#include <QPainterPath>
#include <QRegion>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

namespace stepscope::widgets {

class HeightEaser;
class HoverCard;
class ZoomEaser;

enum class MemoryHeight : std::uint8_t
{
    FitVisible, // the highest point in view fills the height
    FitAll      // that of the whole history
};

class MemoryTimelineView : public QWidget, private MemoryTimelineSurface
{
    Q_OBJECT

public:
    MemoryTimelineView(std::shared_ptr<const model::MemorySnapshot> snapshot, TimeAxis* axis, MemoryCursor* cursor,
        ThemeSource* theme, QWidget* parent = nullptr);
    ~MemoryTimelineView() override;

    // Sets the bounds of the axis to those of the history, unless they are somebody else's.
    void setAxisMode(view::MemoryAxisMode mode);
    // The axis is one of Unix time in ns that somebody else bounds, who calls the time `zero` 0; for
    // MemoryAxisMode::Time.
    void setSharedAxis(std::int64_t zero) { m_sharedZero = zero; }
    void setColourBy(MemoryColourBy by);
    void setColourModel(std::shared_ptr<const MemoryGroups> model); // what has the same name there looks as there
    void setHeightMode(MemoryHeight mode);
    void setTop(std::uint64_t bytes); // the height is that much, whatever is in view: one scale for several histories
    // Of the device that is shown; another device forgets them.
    void setCategories(MemoryCategories categories);
    void setSteps(std::vector<MemoryStepMark> steps);
    void fitEntries(const EntryRange& range);

    [[nodiscard]] const MemoryTimelineData& content() const { return m_data; }
    [[nodiscard]] bool idle() const;                                   // nothing is about to change what is seen
    [[nodiscard]] QRect canvas() const;                                // where bands are drawn
    [[nodiscard]] QRect strip() const;                                 // where segments are
    [[nodiscard]] const MemoryFrame& frame() const { return m_frame; } // that is shown
    [[nodiscard]] MemoryPictures& pictures() { return m_pictures; }
    [[nodiscard]] MemoryHit hitAt(QPointF position) const override; // of the canvas

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] view::TimeScale shownScale() const override;
    void settle() override;

    void connectParts();
    void showDevice();
    void setBounds();
    void contentChanged(); // the picture must be made anew
    void aimHeight(bool atOnce);
    void describe(); // for those who do not see it
    void hoverChanged();
    void showMarked();
    void overlayMoved();
    [[nodiscard]] QRegion overlayRegion() const; // what follows the pointer, as things are now
    void showCard();
    [[nodiscard]] QPointF onCanvas(const QMouseEvent* event) const;
    [[nodiscard]] MemoryFrame frameFor(const PaintTarget& target) const;
    [[nodiscard]] QPainterPath outlineOf(AllocId allocation) const;
    void paintOverlays(QPainter& painter);
    void paintMargins(QPainter& painter);

    MemoryTimelineData m_data;
    TimeAxis* m_axis;
    MemoryCursor* m_cursor;
    ThemeSource* m_theme;
    ZoomEaser* m_easer;
    HeightEaser* m_height;
    HoverCard* m_card;
    QTimer m_cardTimer;
    MemoryPictures m_pictures;
    MemoryTimelineInteraction m_interaction;
    MemoryHeight m_heightMode = MemoryHeight::FitVisible;
    std::optional<std::uint64_t> m_top;       // in the place of what is in view
    std::optional<std::int64_t> m_sharedZero; // with an axis of somebody else
    MemoryFrame m_frame;                      // that is shown
    QPainterPath m_hovered;                   // outlines, where the picture has them
    QPainterPath m_chosen;
    std::uint64_t m_outlined = 0; // the picture they are of
    QRegion m_overlaid;           // what followed the pointer when last painted
};

} // namespace stepscope::widgets
