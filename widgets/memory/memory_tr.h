// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Translated texts of what paints memory and is no QObject.

#include <QCoreApplication>
#include <QString>

namespace stepscope::widgets {

[[nodiscard]] inline QString memoryTr(const char* text)
{
    return QCoreApplication::translate("MemoryTimeline", text);
}

} // namespace stepscope::widgets
