// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a findings panel shows and a FindingCursor walks through: the sentence, findings and checklist of one opened
// file, with the words for their places. Figures is one for a trace, MemoryJudgement one for a memory snapshot. GUI
// thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/findings/findings.h"
#include "core/analysis/missing.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace stepscope::widgets {

using JudgementPtr = std::shared_ptr<const analysis::Judgement>;

// How many places a finding points at, in a trace or in a snapshot.
[[nodiscard]] inline std::size_t placeCount(const analysis::Finding& finding)
{
    return finding.evidence.empty() ? finding.memory.size() : finding.evidence.size();
}

class JudgementSource : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] virtual JudgementPtr judgement() const = 0; // null until ready; what it holds may be kept
    [[nodiscard]] virtual bool isBusy() const = 0;
    [[nodiscard]] virtual const QString& problem() const = 0; // why there is none; empty when all is well
    [[nodiscard]] virtual QString placeText(const analysis::Finding& finding, std::size_t place) const = 0;
    // What the finding's share is a share of; empty where the headline says it all.
    [[nodiscard]] virtual QString shareText(const analysis::Finding& /*finding*/) const { return {}; }
    [[nodiscard]] virtual QString scopeNote() const { return {}; } // " in step #12"; empty: the whole file
    // So many of the findings are of the scope; those behind them are of the run's memory.
    [[nodiscard]] virtual std::size_t scopedFindings() const { return std::numeric_limits<std::size_t>::max(); }
    [[nodiscard]] virtual std::vector<analysis::MissingData> missing() const { return {}; } // what was not recorded

Q_SIGNALS:
    void judgementChanged(); // judgement() is another one, or problem() is
    void busyChanged(bool busy);
};

} // namespace stepscope::widgets
