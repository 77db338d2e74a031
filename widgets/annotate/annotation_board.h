// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was written over one page: the annotations of all its views, which of them is selected, and the way back. The
// only owner of them; views, panel and commands change them here, and every change can be undone. GUI thread only.
// Invariant: numbers begin at 1, each is that of one annotation only, and none is given again.

#include <cstdint> // first: moc cannot read <compare> on its own

#include "core/share/annotation.h"

#include <QObject>
#include <QUndoStack>

#include <vector>

namespace stepscope::widgets {

class AnnotationBoard : public QObject
{
    Q_OBJECT

public:
    explicit AnnotationBoard(QObject* parent = nullptr);

    [[nodiscard]] const std::vector<share::Annotation>& annotations() const { return m_annotations; } // by number
    [[nodiscard]] const share::Annotation* find(std::uint32_t number) const;                          // null: none
    // Those of a session. There is no way back from it. What has no number of its own is given one.
    void setAnnotations(std::vector<share::Annotation> annotations);

    std::uint32_t add(share::Annotation annotation); // its number, which it is given; it becomes the selected one
    // To another value of the annotation of that number. `what` is said of it where it can be undone. Changes of one
    // annotation that follow each other and merge are one step back.
    enum class Step : std::uint8_t
    {
        Own,
        Merges,
    };
    void change(const share::Annotation& changed, const QString& what, Step step = Step::Own);
    void remove(std::uint32_t number);
    [[nodiscard]] std::uint32_t nextNumber() const { return m_last + 1; } // that add() would give
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool canUndo() const { return m_undo.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_undo.canRedo(); }

    [[nodiscard]] std::uint32_t selected() const { return m_selected; } // 0: none
    void select(std::uint32_t number);                                  // what is not there selects none

    [[nodiscard]] std::uint8_t colour() const { return m_colour; } // of those to come
    void setColour(std::uint8_t colour) { m_colour = colour; }

Q_SIGNALS:
    void changed();
    void selectedChanged();

private:
    class Edit;
    void put(const share::Annotation& annotation); // in the place of the one of its number, if there is one
    void take(std::uint32_t number);

    std::vector<share::Annotation> m_annotations;
    std::uint32_t m_last = 0; // number that was given
    std::uint32_t m_selected = 0;
    std::uint8_t m_colour = 0;
    QUndoStack m_undo;
};

} // namespace stepscope::widgets
