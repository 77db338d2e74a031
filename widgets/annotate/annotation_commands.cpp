// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_commands.h"

namespace stepscope::widgets {

namespace {

using Command = AnnotationCommand;

constexpr QKeyCombination kNoKey {Qt::Key_unknown};

constexpr AnnotationCommandInfo kCommands[] = {
    {Command::Note, "Note here", "A note at the pointer, else at the selection", Qt::Key_T},
    {Command::Selection, "Annotate the selection",
        "The selected event is highlighted, the length between two measured ones written down, a range made a region",
        Qt::SHIFT | Qt::Key_T},
    {Command::DrawNote, "Draw note", "A numbered note where you click", kNoKey},
    {Command::DrawBox, "Draw box", "A box from corner to corner", Qt::Key_B},
    {Command::DrawArrow, "Draw arrow", "An arrow from its tail to its head", Qt::Key_V},
    {Command::DrawSpan, "Measure span", "The length of time between two points, which snap to edges of events",
        Qt::Key_U},
    {Command::DrawHighlight, "Highlight event", "The event that you click", Qt::Key_H},
    {Command::DrawRegion, "Mark region", "A stretch of the axis over all rows", Qt::Key_R},
    {Command::EditText, "Edit the text", "Of the selected note", Qt::Key_F2},
    {Command::ResetLabel, "Label back beside it", "That of the selected note, where you have moved it",
        Qt::ALT | Qt::Key_Home},
    {Command::Delete, "Delete", "The selected note", Qt::Key_Delete},
    {Command::Colour1, "Vermilion", "", Qt::Key_1},
    {Command::Colour2, "Blue", "", Qt::Key_2},
    {Command::Colour3, "Green", "", Qt::Key_3},
    {Command::Colour4, "Purple", "", Qt::Key_4},
    {Command::Colour5, "Yellow", "", Qt::Key_5},
    {Command::Colour6, "Grey", "", Qt::Key_6},
    {Command::Next, "Next note", "Goes to it", Qt::Key_X},
    {Command::Previous, "Previous note", "Goes to it", Qt::SHIFT | Qt::Key_X},
    {Command::ShowList, "Notes", "The list of all notes of this page", Qt::CTRL | Qt::Key_9},
    {Command::Undo, "Undo", "The last change of a note", Qt::CTRL | Qt::Key_Z},
    {Command::Redo, "Redo", "What was undone last", Qt::CTRL | Qt::SHIFT | Qt::Key_Z},
};

} // namespace

std::span<const AnnotationCommandInfo> annotationCommandTable()
{
    return kCommands;
}

std::optional<share::AnnotationKind> toolOf(AnnotationCommand command)
{
    switch (command) {
    case Command::DrawNote:
        return share::AnnotationKind::Note;
    case Command::DrawBox:
        return share::AnnotationKind::Box;
    case Command::DrawArrow:
        return share::AnnotationKind::Arrow;
    case Command::DrawSpan:
        return share::AnnotationKind::Span;
    case Command::DrawHighlight:
        return share::AnnotationKind::Highlight;
    case Command::DrawRegion:
        return share::AnnotationKind::Region;
    default:
        return std::nullopt;
    }
}

std::optional<std::uint8_t> colourOf(AnnotationCommand command)
{
    if (command < Command::Colour1 || command > Command::Colour6)
        return std::nullopt;
    return static_cast<std::uint8_t>(static_cast<int>(command) - static_cast<int>(Command::Colour1));
}

} // namespace stepscope::widgets
