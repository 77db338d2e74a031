// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The same of texts that a file carries and of sessions: what they hold that should not be shared, and the text without
// it. A text that is JSON is masked value by value, so that it can still be read. Pure.

#include "core/share/known_secrets.h"
#include "widgets/share/shown_secret.h"

#include <string_view>
#include <vector>

namespace stepscope::widgets {

// Adds a secret to those that are listed, or counts it.
void addSecret(
    std::vector<ShownSecret>& secrets, share::SecretKind kind, std::string_view utf8, const QRectF& place = {});

void addSecretsOf(std::vector<ShownSecret>& secrets, const QString& text, share::KnownSecrets& known);
[[nodiscard]] QString maskedText(const QString& text, share::KnownSecrets& known, const IsMasked& isMasked);

} // namespace stepscope::widgets
