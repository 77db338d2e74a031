// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small rounded label on a ruler: quiet for where the pointer is, strong for what was marked. Pure painting.

#include "widgets/common/theme.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace stepscope::widgets {

// In the painter's font, centred on x = `middle` as far as it then stays inside `bounds`, and as high as them.
void paintChip(
    QPainter& painter, const QRectF& bounds, double middle, const QString& text, bool strong, const Theme& theme);

} // namespace stepscope::widgets
