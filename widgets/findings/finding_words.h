// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words, icons and colours for verdicts, findings and checklist, and all of them as text for the clipboard. Every
// colour goes with a word or an icon of its own. Pure functions; names are those of resources/icons.

#include "core/analysis/findings/findings.h"
#include "core/model/trace.h"
#include "widgets/common/theme.h"
#include "widgets/viewmodel/judgement_source.h"

#include <QString>

namespace stepscope::widgets {

[[nodiscard]] QString bucketText(const analysis::Verdict& verdict); // "Input pipeline"
[[nodiscard]] QString bucketIcon(analysis::Bucket bucket);
[[nodiscard]] QColor bucketColour(const analysis::Verdict& verdict, const Theme& theme);

[[nodiscard]] QString ruleIcon(const std::string& rule);
[[nodiscard]] QString severityText(analysis::Severity severity); // "High"
[[nodiscard]] QColor severityColour(analysis::Severity severity, const Theme& theme);

[[nodiscard]] QString checkText(analysis::CheckState state); // "seen", "not seen", "cannot tell"
[[nodiscard]] QString checkIcon(analysis::CheckState state);
[[nodiscard]] QColor checkColour(analysis::CheckState state, const Theme& theme);
// The same colours as roles of the style sheet, for labels.
[[nodiscard]] QString severityRole(analysis::Severity severity);
[[nodiscard]] QString checkRole(analysis::CheckState state);

[[nodiscard]] QString capitalised(const std::string& text); // for words of core that begin a line

// "Place 3 of 12"; where the file has more than are kept: "Place 3 of the 100 longest of 2 311".
[[nodiscard]] QString placeText(const analysis::Finding& finding, std::size_t evidence);
[[nodiscard]] QString placesText(const analysis::Finding& finding); // "12 places", "more than 100 places"
[[nodiscard]] QString evidenceText(const model::Trace& trace, const analysis::Evidence& evidence);

[[nodiscard]] QString findingAsText(const JudgementSource& source, const analysis::Finding& finding, std::size_t rank);
[[nodiscard]] QString judgementAsText(const JudgementSource& source, const analysis::Judgement& judgement);

} // namespace stepscope::widgets
