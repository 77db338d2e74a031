// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What mouse and keys do with the annotations of one canvas. It sees their events before the canvas does and keeps
// those that mean an annotation: all of a drag while a tool is armed, else presses on a label, a line or a grip. The
// rest is the canvas's as ever.
//   mouse  click selects, drag moves it, or its label alone, a drag of a grip changes an end, double click edits the
//          text, right click asks for the menu; armed: a drag draws, a click sets a note or takes the event there
//   keys   armed: Enter annotates the selection, Esc disarms; selected: arrows move it, with Ctrl its end alone, with
//          Alt its label alone (Shift: by a pixel), Enter edits its text, Esc leaves it
// Owned by the layer, GUI thread only.

#include "widgets/annotate/annotation_layer.h"

#include <QObject>

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;

namespace stepscope::widgets {

class AnnotationGestures : public QObject
{
    Q_OBJECT

public:
    explicit AnnotationGestures(AnnotationLayer* layer);

    void arm(std::optional<share::AnnotationKind> tool);
    [[nodiscard]] std::optional<QPointF> pointer() const { return m_pointer; } // of the area, while it is over it
    void annotateSelection(share::AnnotationKind kind);                        // else the middle of what is seen
    void noteAt(QPointF point);

Q_SIGNALS:
    void disarmed();
    void used();                          // somebody works on this canvas
    void menuRequested(const QPoint& at); // for the selected one; global

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool onCanvas(QEvent& event);
    [[nodiscard]] bool press(const QMouseEvent& event);
    [[nodiscard]] bool move(const QMouseEvent& event);
    [[nodiscard]] bool release(const QMouseEvent& event);
    [[nodiscard]] bool doubleClick(const QMouseEvent& event);
    [[nodiscard]] bool askForMenu(const QContextMenuEvent& event);
    [[nodiscard]] bool showText(QEvent& event);
    [[nodiscard]] bool means(const QKeyEvent& event) const;
    void keyPress(const QKeyEvent& event);
    void nudge(const QKeyEvent& event);
    void nudgeLabel(const QKeyEvent& event);
    void beginDraft(QPointF position);
    void drawTo(QPointF position);
    void endDraft(QPointF position);
    void dragTo(QPointF position);
    [[nodiscard]] bool isFar(QPointF position) const; // enough from where the button went down
    [[nodiscard]] share::Annotation snappedEnd(share::Annotation annotation);
    void leaveCanvas();
    void add(share::Annotation annotation); // its text is asked for
    void disarm();
    void showCursor(QPointF position);
    [[nodiscard]] const share::Annotation* selected(); // null: none of this canvas
    [[nodiscard]] QPointF inArea(QPointF position) const;

    enum class Drag : std::uint8_t
    {
        None,
        Pressed, // on an annotation
        Moving,
        Drawing,
    };
    AnnotationLayer* m_layer;
    std::optional<share::AnnotationKind> m_tool;
    std::optional<QPointF> m_pointer;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    Grip m_grip;
    share::Annotation m_before;     // the one that is dragged
    std::optional<QPointF> m_label; // corner of its label, where that is what is dragged
    bool m_hasCursor = false;       // the canvas shows a cursor of ours
};

} // namespace stepscope::widgets
