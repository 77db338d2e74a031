// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the name of a value tells about it: "hostname", "HF_TOKEN", "--api-key". Case and the marks between words do not
// matter. And which names of people and machines are too common to be looked for.

#include "core/share/secrets.h"

#include <optional>
#include <string_view>

namespace stepscope::share {

// Nothing where the name is an ordinary one.
[[nodiscard]] std::optional<SecretKind> kindOfName(std::string_view name);

// Whether a text can be the value of such a name: a number is no token, "true" no password.
[[nodiscard]] bool mayBeValueOf(SecretKind kind, std::string_view value);

[[nodiscard]] bool isDistinctiveUser(std::string_view name);
[[nodiscard]] bool isDistinctiveHost(std::string_view name);

} // namespace stepscope::share
