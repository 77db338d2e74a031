// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Secrets that are known by what they look like. Each function looks at one place of a plain text and says what part of
// it is a secret.

#include "core/share/secrets.h"

#include <optional>
#include <string_view>

namespace stepscope::share {

[[nodiscard]] bool isWordCharacter(char c);   // letter, digit, _
[[nodiscard]] bool isSecretCharacter(char c); // of keys and tokens: letters, digits, - _ . ~ + / =

// The name of a user behind /home/, /Users/ or \Users\ that starts at `at`.
[[nodiscard]] std::optional<Secret> homeFolderAt(std::string_view text, std::size_t at);
// user:password between :// at `at` and an @.
[[nodiscard]] std::optional<Secret> urlPasswordAt(std::string_view text, std::size_t at);
// The address around the @ at `at`.
[[nodiscard]] std::optional<Secret> emailAround(std::string_view text, std::size_t at);
// Four numbers up to 255 that start a word at `at`; not 0.0.0.0 and 127.0.0.1, which are everybody's.
[[nodiscard]] std::optional<Secret> ipAddressAt(std::string_view text, std::size_t at);
// A key or token by its prefix, a JSON web token, what follows "Bearer ", a private key block; a word starts at `at`.
[[nodiscard]] std::optional<Secret> tokenAt(std::string_view text, std::size_t at);

} // namespace stepscope::share
