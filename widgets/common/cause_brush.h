// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colour and pattern of a cause of idle time as a brush, for painters other than the timeline's: small squares and
// charts. The same tiles as there. Pure; any thread.

#include <QBrush>
#include <QColor>

#include <cstddef>

namespace stepscope::widgets {

[[nodiscard]] QBrush causeBrush(std::size_t cause, const QColor& surface); // as analysis::IdleCause is numbered
[[nodiscard]] QColor causeColour(std::size_t cause);

} // namespace stepscope::widgets
