// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/note_editor.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kWidth = 260;
constexpr int kMostLines = 8;
constexpr int kFrame = 12; // margins of the document and the frame, both sides

bool ends(const QKeyEvent& event)
{
    const bool isReturn = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    return isReturn && !event.modifiers().testFlag(Qt::ShiftModifier);
}

} // namespace

NoteEditor::NoteEditor(QWidget* canvas, QWidget* keyboard)
    : QPlainTextEdit(canvas)
    , m_keyboard(keyboard)
{
    setAccessibleName(tr("Text of the note"));
    setPlaceholderText(tr("Text, Enter to end"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabChangesFocus(true);
    hide();
    connect(this, &QPlainTextEdit::textChanged, this, &NoteEditor::fit);
}

void NoteEditor::open(const QString& text)
{
    setPlainText(text);
    selectAll();
    show();
    raise();
    fit();
    setFocus();
}

void NoteEditor::standAt(const QPoint& topLeft)
{
    m_place = topLeft;
    fit();
}

void NoteEditor::fit()
{
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        lines += std::max(1, block.layout()->lineCount());
    const QRect canvas = parentWidget()->rect();
    const int width = std::min(kWidth, canvas.width());
    const int height
        = std::min(QFontMetrics(font()).lineSpacing() * std::clamp(lines, 1, kMostLines) + kFrame, canvas.height());
    setGeometry(std::clamp(m_place.x(), 0, canvas.width() - width),
        std::clamp(m_place.y(), 0, canvas.height() - height), width, height);
}

// All keys are the text's, also those that are the window's elsewhere.
bool NoteEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void NoteEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        end(false);
    else if (ends(*event))
        end(true);
    else
        QPlainTextEdit::keyPressEvent(event);
}

void NoteEditor::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        end(true);
}

void NoteEditor::end(bool keep)
{
    if (isHidden())
        return;
    const bool hadFocus = hasFocus();
    hide(); // takes the focus away, which must not end it again
    if (hadFocus)
        m_keyboard->setFocus();
    if (keep)
        Q_EMIT finished(toPlainText());
    else
        Q_EMIT dropped();
}

} // namespace stepscope::widgets
