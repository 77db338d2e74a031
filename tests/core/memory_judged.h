// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made snapshot with what the rules about memory say about it.
#pragma once

#include "core/analysis/memory/memory_figures.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/training_snapshot.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace stepscope::tests {

using namespace analysis;

struct Judged
{
    std::shared_ptr<const model::MemorySnapshot> snapshot;
    MemoryFigures figures;

    explicit Judged(SnapshotBuilder& b)
        : snapshot(b.assembled())
    {
        if (snapshot)
            figures = computeMemoryFigures(*snapshot);
    }
    explicit Judged(SnapshotBuilder&& b)
        : Judged(b)
    {
    }
    [[nodiscard]] const std::vector<Finding>& findings() const { return figures.judgement.findings; }
    [[nodiscard]] const Finding* find(std::string_view rule) const
    {
        const auto at = std::find_if(
            findings().begin(), findings().end(), [rule](const Finding& finding) { return finding.rule == rule; });
        return at == findings().end() ? nullptr : &*at;
    }
    [[nodiscard]] CheckState check(std::string_view name) const
    {
        for (const ChecklistItem& item : figures.judgement.checklist) {
            if (item.check.find(name) != std::string::npos)
                return item.state;
        }
        return CheckState::CannotTell;
    }
    [[nodiscard]] const Verdict& verdict() const { return figures.judgement.verdict; }
};

inline Judged trained(const Training& options)
{
    SnapshotBuilder b;
    b.setting("expandable_segments", "False");
    train(b, options);
    return Judged(b);
}

inline bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

inline bool advises(const Finding& finding, std::string_view part)
{
    return std::any_of(finding.advice.begin(), finding.advice.end(),
        [part](const std::string& advice) { return contains(advice, part); });
}

} // namespace stepscope::tests
