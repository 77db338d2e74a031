// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons of dialogs, as people find them: by what they say.
#pragma once

#include <QLatin1String>
#include <QPushButton>
#include <QWidget>

namespace stepscope::tests {

inline QPushButton* buttonNamed(QWidget& parent, const char* text) // null: there is none
{
    for (QPushButton* one : parent.findChildren<QPushButton*>()) {
        if (one->text() == QLatin1String(text))
            return one;
    }
    return nullptr;
}

} // namespace stepscope::tests
