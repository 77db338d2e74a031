// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

Theme lightTheme()
{
    Theme theme;
    theme.dark = false;
    theme.surface = QColor(0xff, 0xff, 0xff);
    theme.panel = QColor(0xf6, 0xf7, 0xf9);
    theme.raised = QColor(0xff, 0xff, 0xff);
    theme.line = QColor(0xe2, 0xe5, 0xeb);
    theme.text = QColor(0x1a, 0x1e, 0x26);
    theme.muted = QColor(0x5c, 0x65, 0x73);
    theme.accent = QColor(0x2f, 0x6f, 0xed);
    theme.danger = QColor(0xc2, 0x36, 0x1d);
    theme.warn = QColor(0x9a, 0x67, 0x00);
    theme.good = QColor(0x1a, 0x7f, 0x4b);
    return theme;
}

Theme darkTheme()
{
    Theme theme;
    theme.dark = true;
    theme.surface = QColor(0x15, 0x17, 0x1c);
    theme.panel = QColor(0x1c, 0x1f, 0x25);
    theme.raised = QColor(0x23, 0x27, 0x2f);
    theme.line = QColor(0x2d, 0x32, 0x3b);
    theme.text = QColor(0xe7, 0xea, 0xf0);
    theme.muted = QColor(0x9a, 0xa3, 0xb2);
    theme.accent = QColor(0x79, 0xa6, 0xff);
    theme.danger = QColor(0xff, 0x8a, 0x73);
    theme.warn = QColor(0xf2, 0xb8, 0x4b);
    theme.good = QColor(0x5c, 0xcb, 0x92);
    return theme;
}

QColor blend(const QColor& under, const QColor& over, qreal share)
{
    const qreal s = std::clamp(share, 0.0, 1.0);
    const auto mix = [s](int u, int o) { return static_cast<int>(std::lround(u + (o - u) * s)); };
    return {mix(under.red(), over.red()), mix(under.green(), over.green()), mix(under.blue(), over.blue())};
}

namespace {

qreal linear(qreal channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

qreal luminance(const QColor& c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

} // namespace

qreal contrastRatio(const QColor& a, const QColor& b)
{
    const qreal la = luminance(a);
    const qreal lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

bool systemPrefersDark()
{
    const QPalette palette = QGuiApplication::palette();
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
}

ThemeSource::ThemeSource(const Theme& theme, QObject* parent)
    : QObject(parent)
    , m_theme(theme)
{
}

void ThemeSource::setTheme(const Theme& theme)
{
    if (theme == m_theme)
        return;
    m_theme = theme;
    Q_EMIT changed();
}

} // namespace stepscope::widgets
