// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Last resort for an event that cannot be read as JSON: its known fields are looked up one by one, wherever they stand,
// and a clean event is made of them. Arguments are not kept. Section 8.3, rule 2 of the trace format reference.

#include <optional>
#include <string>
#include <string_view>

namespace stepscope::json {

// Strict JSON of the event, when a phase and (but for metadata) a time could be found.
[[nodiscard]] std::optional<std::string> salvageEvent(std::string_view bytes);

// True when the bytes hold a field of an event at all; otherwise they are only rubbish between events.
[[nodiscard]] bool holdsEventFields(std::string_view bytes);

} // namespace stepscope::json
