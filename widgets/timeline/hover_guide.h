// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the pointer rests on: remembers the mark under it and what belongs to that, waits a moment and shows the card.
// Items under the pointer are in the Selection. Part of a TimelineView, GUI thread only.

#include "widgets/timeline/timeline_data.h"
#include "widgets/timeline/timeline_surface.h"

#include <QObject>
#include <QTimer>

namespace stepscope::widgets {

class HoverCard;
class Interaction;
class ThemeSource;
class TimelineMarks;

class HoverGuide : public QObject
{
    Q_OBJECT

public:
    HoverGuide(const TimelineData& data, const Selection& selection, TimelineSurface& surface, Interaction& interaction,
        ThemeSource* theme, QWidget* canvas);

    void setMarks(const TimelineMarks* marks); // not owned; forgets the mark under the pointer
    void setMark(const MarkRef& mark);
    [[nodiscard]] const MarkRef& mark() const { return m_mark; }
    [[nodiscard]] const MarkContext& context() const { return m_context; }
    void restart(); // something else is under the pointer, or it is to be said again
    void hide();    // until something else is
    void hideCard();
    [[nodiscard]] bool isWaiting() const { return m_timer.isActive(); }

Q_SIGNALS:
    void changed();                      // what is outlined
    void described(const QString& text); // for those who hear the screen

private:
    void showCard();

    const TimelineData& m_data;
    const Selection& m_selection;
    TimelineSurface& m_surface;
    Interaction& m_interaction;
    const TimelineMarks* m_marks = nullptr;
    HoverCard* m_card;
    QTimer m_timer;
    MarkRef m_mark;
    MarkContext m_context;
};

} // namespace stepscope::widgets
