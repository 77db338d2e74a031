// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is said about one run: the findings of its trace and, where a snapshot of the same run is shown with it, those
// of its memory behind them. Without one it is the judgement of the trace itself. The verdict is the trace's; trouble
// with memory is said after it, or in its place where the trace has nothing to complain of. GUI thread only; the
// trace's judgement must outlive this.

#include "widgets/viewmodel/judgement_source.h"

#include "core/share/session.h"

#include <QPointer>

namespace stepscope::widgets {

// Whether a finding of such a page is one about the memory.
[[nodiscard]] bool isOfMemory(const std::optional<share::FindingRef>& finding);

class RunJudgement : public JudgementSource
{
    Q_OBJECT

public:
    explicit RunJudgement(const JudgementSource* trace, QObject* parent = nullptr);

    // Takes the findings there are; none: no memory is shown. To be called again when they become others, so that who
    // shows them can keep the place that is looked at.
    void takeMemory(const JudgementSource* memory);
    // Number of the finding that the verdict about the memory tells.
    [[nodiscard]] std::optional<std::size_t> memoryFinding() const;

    [[nodiscard]] JudgementPtr judgement() const override { return m_both ? m_both : m_trace->judgement(); }
    [[nodiscard]] bool isBusy() const override;
    [[nodiscard]] const QString& problem() const override { return m_trace->problem(); }
    [[nodiscard]] QString placeText(const analysis::Finding& finding, std::size_t place) const override;
    [[nodiscard]] QString shareText(const analysis::Finding& finding) const override;
    [[nodiscard]] QString scopeNote() const override { return m_trace->scopeNote(); }
    [[nodiscard]] std::vector<analysis::MissingData> missing() const override { return m_trace->missing(); }
    [[nodiscard]] std::size_t scopedFindings() const override;

private:
    void combine();

    const JudgementSource* m_trace;
    QPointer<const JudgementSource> m_memory;
    JudgementPtr m_ofMemory; // that was taken
    JudgementPtr m_both;     // null: there is only the trace's
    std::size_t m_own = 0;   // findings of the trace in it
};

} // namespace stepscope::widgets
