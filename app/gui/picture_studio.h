// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes pictures of a page without touching it: a twin of it is laid out where nobody sees it, in the theme, size and
// place that are chosen, and is pictured when it has settled. GUI thread only; what the page computes it computes in
// jobs.

#include "app/gui/picture_choice.h"
#include "widgets/common/theme.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

class PictureStudio : public QObject
{
    Q_OBJECT

public:
    PictureStudio(widgets::ContentPage& page, const widgets::Theme& window, QObject* parent = nullptr);
    ~PictureStudio() override;

    void setChoice(const PictureChoice& choice);
    // From 0; its evidence comes into view. Nothing: what the page shows.
    void setFinding(std::optional<std::size_t> finding);
    [[nodiscard]] bool hasRange() const; // something is selected that can be shown alone
    void setRange();                     // that

    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] widgets::Picture picture() const; // only when ready
    [[nodiscard]] const widgets::ContentPage& page() const { return *m_page; }

Q_SIGNALS:
    void ready(); // the picture is another one

private:
    void take();
    void settle();
    void look();
    void arrange();

    const QPointer<widgets::ContentPage> m_source; // may go
    const widgets::Theme m_window;
    const QSize m_shownSize;
    const bool m_showsFindings;
    const bool m_showsPanels;
    widgets::ThemeSource m_theme;
    std::unique_ptr<widgets::ContentPage> m_page; // after the theme, which it looks at to its end
    PictureChoice m_choice;
    QTimer m_clock;
    int m_quiet = 0; // looks in a row at which nothing was going on
    bool m_isReady = false;
};

} // namespace stepscope::app
