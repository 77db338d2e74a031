// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// By which content a file is known again: XXH3 of all its bytes, some 3 GB/s once they are in memory. Any thread.

#include "core/util/expected.h"
#include "core/util/progress.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace stepscope::share {

struct ContentHash
{
    std::uint64_t bytes = 0;
    std::string hash; // XXH3, 128 bits, 32 hexadecimal digits as xxhsum -H2 prints them
    friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

// Errors: Unreadable, Changed while it was read, Cancelled.
[[nodiscard]] Expected<ContentHash> contentHash(
    const std::string& path, Progress& progress, const std::stop_token& stop = {});

} // namespace stepscope::share
