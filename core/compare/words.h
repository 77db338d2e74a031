// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Amounts as the sentences of a comparison say them.

#include "core/compare/comparison.h"

#include <string>
#include <string_view>

namespace stepscope::compare {

[[nodiscard]] std::string amountText(double amount, Unit unit); // "85.2 ms", "1.5 GiB", "12", "0.08"
// How a part of a change is called: "most of it", "the largest part".
[[nodiscard]] std::string_view shareWords(double part, double whole);
[[nodiscard]] std::string fromTo(double before, double after, Unit unit); // "85.2 → 3.1 ms", "0 → 1.5 GiB"
[[nodiscard]] std::string signedText(double change, Unit unit);           // "+82.1 ms", "−1.5 GiB"
[[nodiscard]] std::string signedPercent(double share); // "−39 %", "+0.4 %"; "×25" from ten times on

} // namespace stepscope::compare
