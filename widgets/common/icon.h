// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The application's own icons (resources/icons, drawn with strokes of 1.5 px on a grid of 16), tinted when they are
// made. Vectors: sharp at any size and scaling. An icon keeps the colours it was made with, so make it again when the
// theme changes. GUI thread only; an unknown name gives an empty icon.

#include <QColor>
#include <QIcon>
#include <QString>

namespace stepscope::widgets {

struct Theme;

// Makes :/icons and :/help known. Called by whatever reads them; more than once does no harm.
void initResources();

// In the text colour, and faded where its action is disabled.
[[nodiscard]] QIcon themedIcon(const QString& name, const Theme& theme);
[[nodiscard]] QIcon tintedIcon(const QString& name, const QColor& colour, const QColor& disabled);

// The same as a pixmap for labels, at the device pixel ratio given.
[[nodiscard]] QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio);

} // namespace stepscope::widgets
