// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything that can be told to the annotations of a page by key or menu: one table of commands with texts and keys,
// from which the window builds its menu, so that menu and keys cannot disagree.

#include "core/share/annotation.h"

#include <QKeySequence>

#include <cstdint>
#include <optional>
#include <span>

namespace stepscope::widgets {

enum class AnnotationCommand : std::uint8_t
{
    Note, // at the pointer, else at the selection
    Selection,
    DrawNote, // these arm a tool
    DrawBox,
    DrawArrow,
    DrawSpan,
    DrawHighlight,
    DrawRegion,
    EditText,
    ResetLabel,
    Delete,
    Colour1, // of the selected one, or of those to come
    Colour2,
    Colour3,
    Colour4,
    Colour5,
    Colour6,
    Next,
    Previous,
    ShowList,
    Undo,
    Redo,
};

struct AnnotationCommandInfo
{
    AnnotationCommand command;
    const char* text; // for menus and the list of keys
    const char* tip;
    QKeyCombination key; // Qt::Key_unknown: none
};
[[nodiscard]] std::span<const AnnotationCommandInfo> annotationCommandTable();

[[nodiscard]] std::optional<share::AnnotationKind> toolOf(AnnotationCommand command);
[[nodiscard]] std::optional<std::uint8_t> colourOf(AnnotationCommand command);

} // namespace stepscope::widgets
