// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/counterpart.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace stepscope::compare {
namespace {

std::vector<SliceId> allOf(const InStep& in, std::string_view text, bool onGpu)
{
    const model::SliceTable& slices = in.trace.slices;
    const NameId name = in.trace.names.find(text);
    std::vector<SliceId> found;
    for (std::size_t i = 0; name.valid() && i < slices.size(); ++i) {
        const SliceId id(i);
        if (slices.name[i] == name && slices.placed(id) && model::isGpuWork(in.trace.kindOf(id)) == onGpu
            && slices.start[i] >= in.step.start && slices.start[i] < in.step.end)
            found.push_back(id);
    }
    std::stable_sort(found.begin(), found.end(),
        [&slices](SliceId a, SliceId b) { return slices.start[a.index()] < slices.start[b.index()]; });
    return found;
}

} // namespace

SliceId counterpart(const InStep& own, SliceId slice, const InStep& other)
{
    const bool onGpu = model::isGpuWork(own.trace.kindOf(slice));
    const std::string_view name = own.trace.nameOf(slice);
    const std::vector<SliceId> here = allOf(own, name, onGpu);
    const std::vector<SliceId> there = allOf(other, name, onGpu);
    const auto at = std::find(here.begin(), here.end(), slice);
    if (at == here.end() || there.empty())
        return {};
    return there[std::min(static_cast<std::size_t>(at - here.begin()), there.size() - 1)];
}

} // namespace stepscope::compare
