// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The allocator's state at the entry that a MemoryCursor looks at: segments by stream and pool as boxes whose length is
// their size, blocks in them in the colours of the timeline, free space white, waste and pending frees patterned. The
// scale is that at which the most that was ever reserved fits, so that it stays while the cursor moves; Ctrl+wheel
// changes it. Pointing at a block lights it up everywhere, a click chooses it, arrows walk through the blocks. GUI
// thread only; the state is made anew for each entry, when the view is seen.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_state.h"
#include "widgets/memory/memory_context.h"
#include "widgets/memory/memory_timeline_groups.h"
#include "widgets/memory/segment_layout.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QRegion>

namespace stepscope::widgets {

class AllocatorStateView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit AllocatorStateView(const MemoryContext& context, QWidget* parent = nullptr);

    void setGroups(MemoryGroups groups); // of the shown device: the colours
    [[nodiscard]] const model::MemoryState& state() const { return m_state; }
    [[nodiscard]] const SegmentLayout& segmentLayout() const { return m_layout; }
    [[nodiscard]] QString summary() const;               // of the whole state
    [[nodiscard]] QString textAt(QPoint position) const; // of the viewport; empty where nothing is
    // The block under a point of the viewport, free intervals too; null when there is none.
    [[nodiscard]] const model::StateBlock* blockAt(QPoint position) const;
    [[nodiscard]] QRectF rectOf(AllocId allocation) const; // its first part, in the viewport; empty when it is not live
    // Times the scale at which all of it fits, and what is scrolled out of sight; also where it is not seen yet.
    struct Look
    {
        double zoom = 1;
        int top = 0;
    };
    [[nodiscard]] Look look() const;
    void setLook(const Look& look); // of the shown device

Q_SIGNALS:
    void stateChanged();
    void allocationClicked(stepscope::AllocId allocation);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void refresh(); // of the state, when it is seen
    void relayout();
    void changeDevice();
    void drawOutlines(QPainter& painter) const;
    [[nodiscard]] QRegion outlineRegion(AllocId allocation) const; // of the viewport
    void drawTitles(QPainter& painter) const;
    void walk(int direction);
    [[nodiscard]] const model::StateBlock* find(AllocId allocation) const;
    [[nodiscard]] std::vector<SegmentPart> partsOf(const model::StateBlock& block) const;

    MemoryContext m_context;
    MemoryGroups m_groups;
    model::MemoryState m_state;
    std::optional<std::pair<std::size_t, std::int32_t>> m_shown; // device and entry of m_state
    std::optional<double> m_fit; // bytes a pixel at which the most fits; nothing: to be found
    double m_zoom = 1;
    std::optional<int> m_wantedTop; // until somebody scrolls
    SegmentLayout m_layout;
    QImage m_picture;   // of what is seen; null: to be painted
    QRegion m_outlined; // for what the pointer was over when last painted
};

} // namespace stepscope::widgets
