// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds the files of a session again: where they were, beside the session, and among files and folders that are known
// from elsewhere. What has the content that was saved goes before what only has the name; a file without a hash, or a
// folder, is taken for what it is called. Reads every candidate of the right length whole. Any thread.

#include "core/share/session.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::share {

struct FoundFile
{
    enum class State : std::uint8_t
    {
        Missing,
        Same,      // or nothing is known that could differ
        Different, // of the name, with other content
    };
    State state = State::Missing;
    std::string path;        // absolute; empty: missing
    std::uint64_t bytes = 0; // that it has now
    friend bool operator==(const FoundFile&, const FoundFile&) = default;
};

// `known`: absolute paths of files to be thought of, and of folders in which to look.
// One for each file of the session. Errors: Cancelled.
[[nodiscard]] Expected<std::vector<FoundFile>> findFiles(const std::vector<SessionFile>& files,
    const std::string& folder, const std::vector<std::string>& known, Progress& progress,
    const std::stop_token& stop = {});

} // namespace stepscope::share
