// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/diagnostics.h"

#include "core/util/shown_level.h"

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
    entry(kind).count += count;
    if (wantsSample(kind, offset))
        keep(kind, {offset, -1, std::move(detail)});
}

void Diagnostics::keep(DiagnosticKind kind, DiagnosticSample sample)
{
    std::vector<DiagnosticSample>& samples = entry(kind).samples;
    const auto after = [](std::int64_t offset, const DiagnosticSample& s) { return offset < s.offset; };
    samples.insert(std::upper_bound(samples.begin(), samples.end(), sample.offset, after), std::move(sample));
    if (samples.size() > kMaxSamples)
        samples.pop_back();
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
        entry(kind).count += from.count;
        for (const DiagnosticSample& sample : from.samples) {
            if (wantsSample(kind, sample.offset))
                keep(kind, sample);
        }
    }
}

std::uint64_t Diagnostics::warnings() const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kDiagnosticKinds; ++i) {
        if (shownLevel(static_cast<DiagnosticKind>(i)) == DiagnosticLevel::Warning)
            sum += m_entries[i].count;
    }
    return sum;
}

} // namespace stepscope
