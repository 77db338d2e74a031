// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was found in something that is about to be shared, and the choice of what is masked. Plain values.

#include "core/share/secrets.h"

#include <QRectF>
#include <QString>

#include <functional>

namespace stepscope::widgets {

struct ShownSecret // each once
{
    share::SecretKind kind = share::SecretKind::Token;
    QString text; // as it stands
    int count = 0;
    QRectF place; // of the first, in logical pixels; empty: in the file, but not to be seen
};

// Decides what is masked.
using IsMasked = std::function<bool(share::SecretKind, const QString& text)>;

} // namespace stepscope::widgets
