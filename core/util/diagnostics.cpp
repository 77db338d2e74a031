// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/diagnostics.h"

#include <algorithm>

namespace stepscope {
namespace {

struct KindInfo
{
    const char* name;
    DiagnosticLevel level;
    const char* text;
};

constexpr std::array<KindInfo, kDiagnosticKinds> kKinds {{
#define STEPSCOPE_INFO(kind, level, text) {#kind, DiagnosticLevel::level, text},
    STEPSCOPE_DIAGNOSTICS(STEPSCOPE_INFO)
#undef STEPSCOPE_INFO
}};

const KindInfo& info(DiagnosticKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)];
}

} // namespace

const char* diagnosticName(DiagnosticKind kind)
{
    return info(kind).name;
}

const char* diagnosticText(DiagnosticKind kind)
{
    return info(kind).text;
}

DiagnosticLevel diagnosticLevel(DiagnosticKind kind)
{
    return info(kind).level;
}

void Diagnostics::add(DiagnosticKind kind, std::int64_t offset, std::string detail, std::uint64_t count)
{
    if (count == 0)
        return;
    const bool wanted = wantsSample(kind, offset);
    Entry& e = entry(kind);
    e.count += count;
    if (!wanted)
        return;
    const auto at = std::upper_bound(e.samples.begin(), e.samples.end(), offset,
        [](std::int64_t o, const DiagnosticSample& s) { return o < s.offset; });
    e.samples.insert(at, {offset, -1, std::move(detail)});
    if (e.samples.size() > kMaxSamples)
        e.samples.pop_back();
}

bool Diagnostics::wantsSample(DiagnosticKind kind, std::int64_t offset) const
{
    const Entry& e = entry(kind);
    return e.samples.size() < kMaxSamples || offset < e.samples.back().offset;
}

void Diagnostics::merge(const Diagnostics& other)
{
    for (std::size_t i = 0; i < kDiagnosticKinds; ++i) {
        const auto kind = static_cast<DiagnosticKind>(i);
        const Entry& from = other.entry(kind);
        for (const DiagnosticSample& sample : from.samples)
            add(kind, sample.offset, sample.detail);
        entry(kind).count += from.count - from.samples.size();
    }
}

std::uint64_t Diagnostics::warnings() const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kDiagnosticKinds; ++i) {
        if (kKinds[i].level == DiagnosticLevel::Warning)
            sum += m_entries[i].count;
    }
    return sum;
}

} // namespace stepscope
