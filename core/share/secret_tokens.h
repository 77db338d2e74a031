// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keys, tokens and passwords that are known by what they look like, or by the command that they are given to. Each
// function looks at one place of a plain text and says what part of it is a secret.

#include "core/share/secrets.h"

#include <optional>
#include <string_view>

namespace stepscope::share {

// A key or token by its prefix, a word of marks and random letters and digits behind one ("xai-…", "corp_v1_…"), a JSON
// web token, what follows "Bearer ", "Authorization: Basic ", "wandb login " and the addresses of webhooks, a public
// key with whom it belongs to, a private key block; a word starts at `at`.
[[nodiscard]] std::optional<Secret> tokenAt(std::string_view text, std::size_t at);

// The password of "curl -u NAME:PASSWORD", "mysql -pPASSWORD" and "sshpass -p PASSWORD", whose "-" is at `at`.
[[nodiscard]] std::optional<Secret> commandPasswordAt(std::string_view text, std::size_t at);

// Whether a word that is cut off on the screen is how a key, a token, a password in a URL or an address begins.
[[nodiscard]] std::optional<SecretKind> kindOfBeginning(std::string_view word);

} // namespace stepscope::share
