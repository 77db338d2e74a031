// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_studio.h"

#include "widgets/common/style.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/trace_page.h"

namespace stepscope::app {

namespace {

constexpr int kLookMs = 20;
constexpr int kQuietLooks = 3; // laying out what has come may ask for more

widgets::Theme themeOf(PictureTheme choice, const widgets::Theme& window)
{
    switch (choice) {
    case PictureTheme::Light:
        return widgets::lightTheme();
    case PictureTheme::Dark:
        return widgets::darkTheme();
    case PictureTheme::AsWindow:
        break;
    }
    return window;
}

bool hasRangeIn(widgets::ContentPage& page)
{
    if (auto* trace = qobject_cast<widgets::TracePage*>(&page))
        return trace->selection().range().has_value();
    auto* memory = qobject_cast<widgets::MemoryPage*>(&page);
    return memory != nullptr && memory->cursor().range().has_value();
}

void fitRange(widgets::ContentPage& page)
{
    auto* trace = qobject_cast<widgets::TracePage*>(&page);
    auto* memory = qobject_cast<widgets::MemoryPage*>(&page);
    if (trace != nullptr && trace->selection().range())
        trace->axis().fit(trace->selection().range()->start, trace->selection().range()->end);
    else if (memory != nullptr && memory->cursor().range())
        memory->timeline().fitEntries(*memory->cursor().range());
}

} // namespace

PictureStudio::PictureStudio(widgets::ContentPage& page, const widgets::Theme& window, QObject* parent)
    : QObject(parent)
    , m_source(&page)
    , m_window(window)
    , m_shownSize(page.size())
    , m_showsFindings(page.findingsVisible())
    , m_showsPanels(page.panelsVisible())
    , m_theme(window)
{
    m_clock.setInterval(kLookMs);
    connect(&m_clock, &QTimer::timeout, this, &PictureStudio::look);
    take();
}

PictureStudio::~PictureStudio() = default;

void PictureStudio::take()
{
    m_page.reset(m_source->twin(&m_theme));
    m_page->setAttribute(Qt::WA_DontShowOnScreen);
    widgets::dress(*m_page, m_theme.theme());
    m_page->resize(m_shownSize);
    m_page->show();
    m_page->restore(m_source->state());
    arrange();
    settle();
}

void PictureStudio::setChoice(const PictureChoice& choice)
{
    m_choice = choice;
    const widgets::Theme theme = themeOf(choice.theme, m_window);
    if (theme != m_theme.theme()) {
        widgets::dress(*m_page, theme);
        m_theme.setTheme(theme);
    }
    arrange();
    settle();
}

void PictureStudio::setFinding(std::optional<std::size_t> finding)
{
    if (finding)
        m_page->goToFinding(*finding);
    else if (m_source != nullptr)
        take();
    settle();
}

bool PictureStudio::hasRange() const
{
    return hasRangeIn(*m_page);
}

void PictureStudio::setRange()
{
    fitRange(*m_page);
    settle();
}

void PictureStudio::arrange()
{
    m_page->resize(m_choice.size.isEmpty() ? m_shownSize : m_choice.size);
    m_page->setFindingsVisible(m_showsFindings);
    m_page->setPanelsVisible(m_showsPanels);
    arrangeFor(m_choice.scope, *m_page);
}

void PictureStudio::settle()
{
    m_isReady = false;
    m_quiet = 0;
    m_clock.start();
}

void PictureStudio::look()
{
    m_quiet = m_page->isIdle() ? m_quiet + 1 : 0;
    if (m_quiet == 1) // what the page has learnt meanwhile may have brought controls
        arrangeFor(m_choice.scope, *m_page);
    if (m_quiet < kQuietLooks)
        return;
    m_clock.stop();
    m_isReady = true;
    Q_EMIT ready();
}

widgets::Picture PictureStudio::picture() const
{
    return pictureOf(
        *m_page, m_theme.theme(), {m_choice.scope, m_choice.caption, QStringLiteral("Stepscope " STEPSCOPE_VERSION)});
}

} // namespace stepscope::app
