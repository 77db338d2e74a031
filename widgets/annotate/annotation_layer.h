// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is written over one canvas, as a widget that lies over it and sees neither mouse nor keys: it paints the
// annotations, and only what of them has changed when one of them is dragged. AnnotationGestures does what people do
// with them. A draft, that is an annotation that is being drawn or moved, is shown but not yet on the board. Owned by
// the canvas; the board and the theme must outlive it. GUI thread only. Part of any picture of the canvas.

#include <cstdint> // first: moc cannot read <compare> on its own

#include "widgets/annotate/annotation_board.h"
#include "widgets/annotate/annotation_scene.h"
#include "widgets/annotate/annotation_surface.h"
#include "widgets/common/theme.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace stepscope::widgets {

class NoteEditor;

class AnnotationLayer : public QWidget
{
    Q_OBJECT

public:
    AnnotationLayer(std::unique_ptr<AnnotationSurface> surface, AnnotationBoard* board, ThemeSource* theme);
    ~AnnotationLayer() override;

    [[nodiscard]] AnnotationSurface& surface() { return *m_surface; }
    [[nodiscard]] const AnnotationSurface& surface() const { return *m_surface; }
    [[nodiscard]] AnnotationBoard& board() { return *m_board; }
    [[nodiscard]] const AnnotationScene& scene(); // of the canvas as it is now

    void setDraft(std::optional<share::Annotation> draft);
    [[nodiscard]] const std::optional<share::Annotation>& draft() const { return m_draft; }

    // Its text is typed in place. An annotation that is not on the board yet comes there when the text is ended.
    void edit(const share::Annotation& annotation);
    [[nodiscard]] bool isEditing() const;
    [[nodiscard]] NoteEditor& editor() { return *m_editor; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();        // where the canvas has moved
    void contentChanged(); // repaints what differs
    void rebuild();
    void placeEditor();
    void endEditing(const QString& text);

    std::unique_ptr<AnnotationSurface> m_surface;
    AnnotationBoard* m_board;
    ThemeSource* m_theme;
    NoteEditor* m_editor;
    std::optional<share::Annotation> m_draft;
    AnnotationScene m_scene;
    CanvasState m_state; // that the scene is of
};

} // namespace stepscope::widgets
