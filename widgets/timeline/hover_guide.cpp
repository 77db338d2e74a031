// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hover_guide.h"

#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/interaction.h"
#include "widgets/timeline/mark_words.h"

namespace stepscope::widgets {

namespace {

constexpr int kCardDelay = 250; // ms

} // namespace

HoverGuide::HoverGuide(const TimelineData& data, const Selection& selection, TimelineSurface& surface,
    Interaction& interaction, ThemeSource* theme, QWidget* canvas)
    : QObject(canvas)
    , m_data(data)
    , m_selection(selection)
    , m_surface(surface)
    , m_interaction(interaction)
    , m_card(new HoverCard(theme, canvas))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kCardDelay);
    connect(&m_timer, &QTimer::timeout, this, &HoverGuide::showCard);
    connect(&selection, &Selection::hoverChanged, this, &HoverGuide::restart);
}

void HoverGuide::setMarks(const TimelineMarks* marks)
{
    m_marks = marks;
    m_mark = {};
    m_context = {};
}

void HoverGuide::setMark(const MarkRef& mark)
{
    if (mark == m_mark)
        return;
    m_mark = mark;
    m_context = m_marks ? markContext(*m_marks, mark) : MarkContext();
    restart();
}

void HoverGuide::restart()
{
    m_card->hide();
    const bool isOverOne = m_selection.hovered().valid() || m_mark.valid();
    const bool isHere = m_interaction.pointer().has_value() && isOverOne;
    if (isHere && m_interaction.drag() == Interaction::Drag::None)
        m_timer.start();
    else
        m_timer.stop();
    Q_EMIT changed();
}

void HoverGuide::hide()
{
    m_timer.stop();
    m_card->hide();
}

void HoverGuide::hideCard()
{
    m_card->hide();
}

void HoverGuide::showCard()
{
    const auto pointer = m_interaction.pointer();
    if (!pointer)
        return;
    const Hit hit = m_surface.hitAt(*pointer);
    const bool isMark = hit.mark.valid() && m_marks;
    if ((!hit.item.valid() && !isMark) || m_interaction.drag() != Interaction::Drag::None)
        return;
    ItemText text = isMark ? markText(m_data, *m_marks, hit.mark) : itemText(m_data, hit);
    if (!isMark && m_marks)
        text.lines << markLines(m_data, *m_marks, hit.item.slice());
    m_card->showAt(*pointer, text.title, text.lines, isMark ? m_surface.evidenceRegion() : QRegion());
    if (isMark)
        Q_EMIT described(text.title + QStringLiteral(", ") + text.lines.join(QStringLiteral(", ")));
}

} // namespace stepscope::widgets
