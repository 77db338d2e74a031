// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/communication_stream.h"

#include "core/view/palette.h"

#include <algorithm>

namespace stepscope::view {

namespace {

constexpr std::uint32_t kNameSamples = 64; // of each lane

} // namespace

bool isCommunicationStream(const model::Trace& trace, const model::Track& track)
{
    std::uint32_t seen = 0;
    std::uint32_t found = 0;
    for (std::uint32_t l = track.firstLane.value; l < track.lastLane.value; ++l) {
        const model::Lane& lane = trace.lanes[l];
        if (lane.section != model::LaneSection::Main)
            continue;
        const std::uint32_t stride = std::max(1U, (lane.last.value - lane.first.value) / kNameSamples);
        for (std::uint32_t i = lane.first.value; i < lane.last.value; i += stride, ++seen)
            found += familyOfName(trace.nameOf(SliceId(i))) == HueFamily::Communication ? 1 : 0;
    }
    return track.gpuWork > 0 && found * 2 > seen;
}

} // namespace stepscope::view
