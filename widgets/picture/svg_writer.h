// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A drawing as SVG 1.1: texts as <text> in the family, size and weight they were painted in, each told how long it was,
// so that a viewer without that font keeps it in its place; images as embedded PNG. Any text is written as valid XML:
// characters that XML does not know are left out.

class QIODevice;
class QString;

namespace stepscope::widgets {

struct Drawing;

// `title`: for whoever reads the picture without seeing it. Whether all went well is told by the device.
void writeSvg(const Drawing& drawing, const QString& title, QIODevice& out);

[[nodiscard]] QString validXml(const QString& text);

} // namespace stepscope::widgets
