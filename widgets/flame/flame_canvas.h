// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The boxes of a flame tree, painted as an icicle: the root on top, callees below. A click looks into a node, Escape
// goes back to its caller; arrows walk, Enter looks into. Names that match the searched text stay lit. GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/flame/flame_easing.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <optional>

namespace stepscope::widgets {

class HoverCard;

struct FlameMatches
{
    std::uint64_t nodes = 0;
    std::uint64_t amount = 0; // of the matching nodes, those inside one another once
};

class FlameCanvas : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit FlameCanvas(ThemeSource* theme, QWidget* parent = nullptr);
    ~FlameCanvas() override;

    void setTree(FlameTreePtr tree); // looks into the same node as before where it is there
    [[nodiscard]] const FlameTreePtr& tree() const { return m_tree; }
    void zoomTo(std::uint32_t node);
    [[nodiscard]] std::uint32_t zoomed() const { return m_zoomed; }
    [[nodiscard]] bool isEasing() const { return m_easing.isRunning(); }                    // on the way to the node
    [[nodiscard]] const std::optional<std::uint32_t>& current() const { return m_current; } // where the keys are
    FlameMatches setSearched(const QString& text);

    [[nodiscard]] QRectF boxRect(std::uint32_t node) const; // in the viewport; empty where it is not seen on its own
    [[nodiscard]] const FlameLayout& layoutOfBoxes() const { return m_layout; }
    [[nodiscard]] HoverCard& card() { return *m_card; }
    // Amount and shares of a node in words: of the whole, of its caller, its own.
    [[nodiscard]] QStringList linesOf(std::uint32_t node) const;

Q_SIGNALS:
    void zoomChanged();
    void nodeActivated(std::uint32_t node); // double click, or Enter with Control
    void copyRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void relayout();
    void showBranching();
    [[nodiscard]] const FlameBox* boxAt(QPointF position) const;
    [[nodiscard]] QRect placeOf(const FlameBox& box) const; // in the viewport, to whole pixels
    void setHovered(const FlameBox* box, QPointF position);
    void showCard();
    void setCurrent(std::uint32_t node);
    bool walk(int key);
    bool walkSideways(int step);
    void ease(const FlameLayout& before, std::uint32_t from);

    ThemeSource* m_theme;
    HoverCard* m_card;
    FlameTreePtr m_tree;
    FlameLayout m_layout;
    std::uint32_t m_zoomed = 0;
    bool m_isFresh = false; // nobody has scrolled or walked yet
    std::optional<std::uint32_t> m_current;
    FlameLook m_look;
    FlameEasing m_easing;
    QPointF m_pointer;
    QTimer m_cardTimer;
    QString m_searched;
};

} // namespace stepscope::widgets
