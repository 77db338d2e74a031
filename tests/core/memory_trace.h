// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with [memory] marks, as profile_memory writes them.
#pragma once

#include "tests/core/analysis_fixture.h"
#include "tests/support/as_json.h"

#include <fmt/format.h>

namespace stepscope::tests {

struct MemoryTrace
{
    EventList list;
    std::string marks;

    // total, reserved < 0: not recorded
    void mark(std::int64_t time, std::int64_t bytes, int address, std::int64_t total, int type = 1, int device = 0,
        std::int64_t reserved = -1)
    {
        marks += asJson(
            fmt::format(",\n{{'ph': 'i', 's': 't', 'cat': 'cpu_instant_event', 'name': '[memory]', 'pid': 100, "
                        "'tid': 100, 'ts': {}, 'args': {{'Device Type': {}, 'Device Id': {}, 'Addr': {}, "
                        "'Bytes': {}{}{}}}}}",
                time, type, device, address, bytes, total < 0 ? "" : fmt::format(", 'Total Allocated': {}", total),
                reserved < 0 ? "" : fmt::format(", 'Total Reserved': {}", reserved)));
    }
    [[nodiscard]] std::shared_ptr<const model::Trace> load() const
    {
        std::string text = list.json();
        text.insert(text.rfind("\n]}"), marks);
        return EventList::loadText(text);
    }
};

} // namespace stepscope::tests
