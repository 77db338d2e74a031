// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the text of an annotation is typed, in place of its label: as high as its text, over the canvas. Enter ends it,
// Shift+Enter begins a new line, Esc drops what was typed; leaving it ends it as Enter does. GUI thread only.

#include <QPlainTextEdit>

namespace stepscope::widgets {

class NoteEditor : public QPlainTextEdit
{
    Q_OBJECT

public:
    NoteEditor(QWidget* canvas, QWidget* keyboard); // gets the focus back at the end

    void open(const QString& text);
    void standAt(const QPoint& topLeft); // of the canvas, which it does not leave

Q_SIGNALS:
    void finished(const QString& text); // once for each time it was opened, as dropped()
    void dropped();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void fit();
    void end(bool keep);

    QWidget* m_keyboard;
    QPoint m_place;
};

} // namespace stepscope::widgets
