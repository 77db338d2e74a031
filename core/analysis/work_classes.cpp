// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work_classes.h"

#include "core/analysis/kernel_names.h"

namespace stepscope::analysis {

WorkClasses::WorkClasses(const model::Trace& trace)
    : m_trace(trace)
    , m_byName(trace.names.size(), 0)
{
}

WorkClass WorkClasses::of(SliceId id)
{
    const model::EventKind kind = m_trace.kindOf(id);
    if (kind == model::EventKind::Memcpy || kind == model::EventKind::Memset)
        return WorkClass::Copy;
    // oneCCL's collectives have a category of their own.
    if (kind == model::EventKind::DeviceOp && m_trace.categoryOf(id) == "collective_comm")
        return WorkClass::Communication;
    const NameId name = m_trace.slices.name[id.index()];
    if (name.index() >= m_byName.size())
        return WorkClass::Compute;
    std::uint8_t& known = m_byName[name.index()];
    if (known == 0)
        known = isCommunication(m_trace.names.view(name)) ? 2 : 1;
    return known == 2 ? WorkClass::Communication : WorkClass::Compute;
}

} // namespace stepscope::analysis
