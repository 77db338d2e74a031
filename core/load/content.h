// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a file holds, by its first bytes and the keys of its JSON, never by its name.

#include "core/util/expected.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope::load {

enum class Content : std::uint8_t
{
    Trace,       // or nothing that is known: its loader says what the file seems to be instead
    Snapshot,    // pickle, JSON or HTML
    Timeline,    // memory by category, as export_memory_timeline() writes it
    Archive,     // zip
    RankSummary, // of `stepscope-cli summarize`
};

// Of the start of a JSON text. The first key that only one of them has decides.
[[nodiscard]] Content jsonContent(std::string_view start);

// Errors: Unreadable, EmptyFile.
[[nodiscard]] Expected<Content> contentOf(const std::string& path);

} // namespace stepscope::load
