// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sessions on disk: their own files, and the pictures that carry one. Any thread.

#include "core/share/session.h"
#include "core/util/expected.h"

#include <QString>

namespace stepscope::app {

inline const QString kSessionSuffix = QStringLiteral(".stepscope");
inline const QString kPictureSuffix = QStringLiteral(".png");

// Of a session's file or of a PNG. Errors: Unreadable, in words for people; a picture without a session is one.
[[nodiscard]] Expected<share::Session> readSession(const QString& path);

// Whole or not at all: what stood there before stays until then. Returns what went wrong; empty: nothing.
[[nodiscard]] QString writeSession(const QString& path, const share::Session& session);

} // namespace stepscope::app
