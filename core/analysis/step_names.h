// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names that mark training steps: "ProfilerStep#12".

#include "core/model/trace.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

[[nodiscard]] inline std::optional<std::int64_t> stepNumber(std::string_view name)
{
    constexpr std::string_view prefix = "ProfilerStep#";
    if (name.substr(0, prefix.size()) != prefix)
        return std::nullopt;
    const std::string_view digits = name.substr(prefix.size());
    std::int64_t number = 0;
    const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc {} || at != digits.data() + digits.size() || number < 0)
        return std::nullopt;
    return number;
}

// For each NameId whether it marks a step. O(distinct names).
[[nodiscard]] inline std::vector<bool> stepNames(const model::Trace& trace)
{
    std::vector<bool> marks(trace.names.size(), false);
    for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i] = stepNumber(trace.names.view(NameId(i))).has_value();
    return marks;
}

// Name of the operator or annotation around a call; invalid where there is none but the step.
class OperatorNames
{
public:
    explicit OperatorNames(const model::Trace& trace)
        : m_trace(trace)
        , m_isStep(stepNames(trace))
    {
    }
    [[nodiscard]] NameId around(SliceId call) const
    {
        const SliceId op = m_trace.operatorOf(call);
        if (!op.valid())
            return {};
        const NameId name = m_trace.slices.name[op.index()];
        return name.index() < m_isStep.size() && m_isStep[name.index()] ? NameId() : name;
    }

private:
    const model::Trace& m_trace;
    std::vector<bool> m_isStep;
};

} // namespace stepscope::analysis
