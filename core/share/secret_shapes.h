// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Secrets that are known by what they look like. Each function looks at one place of a plain text and says what part of
// it is a secret.

#include "core/share/secrets.h"

#include <optional>
#include <string_view>

namespace stepscope::share {

// The name of a user behind /home/, /homes/, /Users/ or \Users\ that starts at `at`.
[[nodiscard]] std::optional<Secret> homeFolderAt(std::string_view text, std::size_t at);
// The same behind the ~ at `at`, with a / behind it: ~NAME/x.
[[nodiscard]] std::optional<Secret> tildeHomeAt(std::string_view text, std::size_t at);
// user:password between :// at `at` and an @.
[[nodiscard]] std::optional<Secret> urlPasswordAt(std::string_view text, std::size_t at);
// The address around the @ at `at`; also NAME@HOST as logins have it.
[[nodiscard]] std::optional<Secret> emailAround(std::string_view text, std::size_t at);
// Four numbers up to 255 that start a word at `at`; not 0.0.0.0 and 127.0.0.1, which are everybody's, and no versions
// ("cudnn 8.9.2.26", "libnccl.so.2.18.3.1", "==12.1.3.1").
[[nodiscard]] std::optional<Secret> ipAddressAt(std::string_view text, std::size_t at);
// An IPv6 address that is given to a machine (2000::/3, fc00::/7, fe80::/10, ff00::/8) and starts a word at `at`: names
// of code, times and ids with colons are none.
[[nodiscard]] std::optional<Secret> ipv6AddressAt(std::string_view text, std::size_t at);
// A host that is called after its address, as in clouds: ip-172-31-16-248.us-east-2.compute.internal.
[[nodiscard]] std::optional<Secret> hostOfAddressAt(std::string_view text, std::size_t at);
// The address of a network card, 52:54:00:ab:cd:ef.
[[nodiscard]] std::optional<Secret> macAddressAt(std::string_view text, std::size_t at);
// The host in the name that PyTorch gives its traces, HOST_PID.TIME.pt.trace.json, whose ".pt" is at `at`.
[[nodiscard]] std::optional<Secret> traceFileHostBefore(std::string_view text, std::size_t at);

} // namespace stepscope::share
