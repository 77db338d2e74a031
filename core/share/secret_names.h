// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the name of a value tells about it: "hostname", "HF_TOKEN", "--api-key". Case and the marks between words do not
// matter. And which names of people and machines are too common to be looked for.

#include "core/share/secrets.h"

#include <optional>
#include <string>
#include <string_view>

namespace stepscope::share {

struct NamedKind
{
    SecretKind kind = SecretKind::Token;
    bool numbers = false; // whether a number can be the value: a password may be one, "max_token" is one
    bool isLong = false;  // ordinary words are called so too: only long values with digits are secrets
};

// Nothing where the name is an ordinary one.
[[nodiscard]] std::optional<NamedKind> kindOfName(std::string_view name);

// Whether a text can be the value of such a name: "true" is no password.
[[nodiscard]] bool mayBeValueOf(NamedKind named, std::string_view value);

[[nodiscard]] bool isMixed(std::string_view value); // has letters and digits, as keys have

// "cudnn_version", "driver": four numbers in its value are a version, no address.
[[nodiscard]] bool tellsVersion(std::string_view name);

[[nodiscard]] bool isCommonHost(std::string_view name); // "localhost", "worker3": not worth to be masked

[[nodiscard]] bool isMask(std::string_view text); // of any kind

// Keeps the names of users and hosts, unless they are too common to be looked for.
void learn(SecretKind kind, const std::string& value, LearnedNames& learned);

} // namespace stepscope::share
