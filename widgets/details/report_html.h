// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Detail sections as rich text for a QTextBrowser, in the colours of a theme: labels and notes muted, values in the
// text colour, links underlined on hover only. Everything that comes from a file is escaped. Pure.

#include "widgets/common/theme.h"
#include "widgets/details/event_report.h"

class QTextBrowser;

namespace stepscope::widgets {

// `room`: px of a line; words that are longer are elided in the middle, whole as tool tip. 0: as long as they are.
[[nodiscard]] QString toHtml(const QList<DetailSection>& sections, const Theme& theme, int room = 0);
// A name, monospaced, wrapped anywhere; a longer one elided in the middle, whole as tool tip.
[[nodiscard]] QString titleHtml(const QString& name, const Theme& theme, int limit = std::numeric_limits<int>::max());
[[nodiscard]] QString spacerHtml(); // between parts
[[nodiscard]] QString escaped(const QString& text);
// A word for a severity, always with a sign of its own beside the colour.
[[nodiscard]] QString markHtml(const QString& word, const QColor& colour);

// Addresses of items in links.
[[nodiscard]] QString linkOf(const Item& item);
[[nodiscard]] Item itemOfLink(const QString& link); // none when it is no such address

// The look of a read-only text part of a panel: no frame of its own, wraps anywhere, links by keyboard.
void styleAsPanelText(QTextBrowser& browser, const Theme& theme);

} // namespace stepscope::widgets
