// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes a smaller trace that any viewer opens: the events of a range, as they stand in the file, with the metadata and
// base time of the whole. On request without what should not be shared (secrets.h).
//
//   kept      slices that overlap the range, and the launch calls of the GPU work among them, wherever these are;
//             instants and counter values in it; flows between kept events; all metadata events
//   left out  slices without a place in time, when a range is given
//   added     model::kCutKey, when a range is given: what reads the cut knows that its ends are none of the recording
// Times and arguments are not changed; damaged events are written as they were mended. A cut of a cut is the same.

#include "core/model/trace.h"
#include "core/share/secret_list.h"
#include "core/share/secrets.h"
#include "core/util/expected.h"
#include "core/util/interval_ops.h"
#include "core/util/progress.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::share {

struct CutRequest
{
    std::optional<Interval> window;                             // ns of the file; nothing: everything
    std::optional<std::pair<std::int64_t, std::int64_t>> steps; // first and last number, where the window is theirs
    bool python = true;                                         // with the frames of Python functions
    bool scrub = false;
};

struct CutResult
{
    std::uint64_t events = 0; // of the file
    std::uint64_t kept = 0;
    std::map<SecretKind, std::uint64_t> masked;
    std::vector<std::string> notes; // what could not be taken over
};

// The file appears whole or not at all; a name that ends in .gz is packed. Errors: Unreadable (also when it cannot be
// written, or is the trace itself), Changed, Cancelled.
[[nodiscard]] Expected<CutResult> writeCut(const model::Trace& trace, const CutRequest& request,
    const std::string& path, const std::stop_token& stop = {},
    Progress* progress = nullptr); // of the text that is read, twice when it is scrubbed

// What a cut that is scrubbed would mask, with its bytes in the text of the file. Errors: Unreadable, Changed,
// Cancelled.
[[nodiscard]] Expected<SecretList> listSecrets(const model::Trace& trace, const CutRequest& request,
    const std::stop_token& stop = {}, Progress* progress = nullptr);

} // namespace stepscope::share
