// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a JSON value into a tree that keeps what the file says: order, duplicate keys, exact digits. For one event or
// one top-level value at a time; damaged text is cleaned first.

#include "core/model/args_provider.h"
#include "core/util/diagnostics.h"

#include <optional>
#include <string>
#include <string_view>

namespace stepscope::json {

// Strict JSON only; nothing otherwise.
[[nodiscard]] std::optional<model::ArgValue> readValue(std::string_view text);

// Checks one value of top-level metadata. Returns its text, cleaned where it was damaged; nothing when it cannot be
// read. Anomalies are counted at offset + their place.
[[nodiscard]] std::optional<std::string> checkValue(
    std::string_view text, std::uint64_t offset, Diagnostics& diagnostics);

} // namespace stepscope::json
