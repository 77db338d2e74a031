// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colours of the application, as named tokens: widgets ask for a meaning (muted, accent), never for a number.
// A ThemeSource owns the current theme; the main window makes one and passes it down by pointer, so that there is no
// global. GUI thread only. Invariant: text and muted keep a contrast of at least 4.5 : 1 on surface, panel and raised.

#include <QColor>
#include <QObject>

namespace stepscope::widgets {

struct Theme
{
    bool dark = false;
    QColor surface; // background of timelines and tables
    QColor panel;   // headers, docks, toolbars
    QColor raised;  // cards, tooltips
    QColor line;    // hairlines of one device pixel
    QColor text;
    QColor muted;  // units and secondary text
    QColor accent; // selection, focus, links
    QColor danger; // severities: always together with an icon or a word
    QColor warn;
    QColor good;

    friend bool operator==(const Theme&, const Theme&) = default;
};

[[nodiscard]] Theme lightTheme();
[[nodiscard]] Theme darkTheme();

// `share` of `over` laid on `under`: 0 gives `under`, 1 gives `over`.
[[nodiscard]] QColor blend(const QColor& under, const QColor& over, qreal share);
// Contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
[[nodiscard]] qreal contrastRatio(const QColor& a, const QColor& b);

// Whether the desktop's palette is dark. Ask before the application's own palette is set: Qt 6.4 has no colorScheme().
[[nodiscard]] bool systemPrefersDark();

class ThemeSource : public QObject
{
    Q_OBJECT

public:
    explicit ThemeSource(const Theme& theme = lightTheme(), QObject* parent = nullptr);
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void changed();

private:
    Theme m_theme;
};

} // namespace stepscope::widgets
