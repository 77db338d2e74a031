// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which events of a trace a cut keeps, by their byte in the file. Rules: trace_cut.h. Built once, then O(log n) an
// event.

#include "core/model/trace.h"
#include "core/share/trace_cut.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stepscope::share {

class KeptEvents
{
public:
    KeptEvents(const model::Trace& trace, const CutRequest& request);
    ~KeptEvents();
    KeptEvents(const KeptEvents&) = delete;
    KeptEvents& operator=(const KeptEvents&) = delete;

    // `json` is the event, which is looked into where the trace does not tell (flows, metadata events).
    [[nodiscard]] bool keeps(std::uint64_t offset, std::string_view json);

private:
    class FieldReader;

    struct Known
    {
        std::uint64_t offset = 0;
        bool kept = false;
    };
    void addSlices(const model::Trace& trace);
    void addPoints(const model::Trace& trace);
    [[nodiscard]] bool keepsUnknown(std::string_view json);

    CutRequest m_request;
    std::vector<Known> m_known;         // ascending by offset
    std::vector<std::int64_t> m_starts; // of kept slices that begin before the window, ascending: flows begin with them
    std::unique_ptr<FieldReader> m_reader;
};

} // namespace stepscope::share
