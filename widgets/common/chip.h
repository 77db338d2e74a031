// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small rounded label on a ruler: quiet for where the pointer is, strong for what was marked. Pure painting.

#include "widgets/common/theme.h"

#include <QRectF>
#include <QString>

class QFont;
class QPainter;

namespace stepscope::widgets {

// Centred on x = `middle` as far as it then stays inside `bounds`, and as high as them; beside `taken` where it would
// cover that.
[[nodiscard]] QRectF chipRect(
    const QFont& font, const QRectF& bounds, double middle, const QString& text, const QRectF& taken = {});
// In the painter's font.
void paintChip(QPainter& painter, const QRectF& chip, const QString& text, bool strong, const Theme& theme);

} // namespace stepscope::widgets
