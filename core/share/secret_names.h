// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the name of a value tells about it: "hostname", "HF_TOKEN", "--api-key". Case and the marks between words do not
// matter. And which names of people and machines are too common to be looked for.

#include "core/share/secrets.h"

#include <optional>
#include <string>
#include <string_view>

namespace stepscope::share {

// Nothing where the name is an ordinary one.
[[nodiscard]] std::optional<SecretKind> kindOfName(std::string_view name);

// Whether a text can be the value of such a name: a number is no token, "true" no password.
[[nodiscard]] bool mayBeValueOf(SecretKind kind, std::string_view value);

[[nodiscard]] bool isMask(std::string_view text); // of any kind

// Keeps the names of users and hosts, unless they are too common to be looked for.
void learn(SecretKind kind, const std::string& value, LearnedNames& learned);

} // namespace stepscope::share
