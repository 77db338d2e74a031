// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fail_on.h"

#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace stepscope::cli {
namespace {

constexpr std::array<std::string_view, 27> kRules {"idle.input", "idle.host_dispatch", "idle.sync", "idle.dependency",
    "idle.comm_wait", "idle.launch_latency", "idle.unexplained", "wall.short_kernels", "sync.in_step",
    "copy.device_to_host", "copy.pageable", "copy.redundant", "comm.exposed", "comm.straggler", "kernel.low_efficiency",
    "kernel.shapes", "host.overhead", "host.recompile", "step.warm_up", "step.outlier", "step.throttled",
    "memory.growth", "memory.flat_block", "memory.fragmentation", "memory.activations", "memory.oom", "memory.peak"};

// Whether a rule is the one asked for or belongs to the group asked for.
bool covers(std::string_view asked, std::string_view rule)
{
    return rule == asked
        || (rule.size() > asked.size() && rule.substr(0, asked.size()) == asked && rule[asked.size()] == '.');
}

std::optional<double> shareOf(std::string_view text)
{
    const bool percent = !text.empty() && text.back() == '%';
    if (percent)
        text.remove_suffix(1);
    double value = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || at != text.data() + text.size() || !(value >= 0 && value <= 100))
        return std::nullopt;
    return percent || value > 1 ? value / 100 : value;
}

Expected<FailLimit> parseLimit(const std::string& text)
{
    const std::size_t colon = text.find(':');
    FailLimit limit {text, text.substr(0, colon), 0};
    const bool known
        = std::any_of(kRules.begin(), kRules.end(), [&](std::string_view rule) { return covers(limit.rule, rule); });
    if (!known)
        return fail(ErrorClass::Internal,
            fmt::format(
                "--fail-on {}: there is no such rule. The rules are {}; the word before a dot means all of them", text,
                fmt::join(kRules, ", ")));
    if (colon == std::string::npos)
        return limit;
    const std::optional<double> share = shareOf(std::string_view(text).substr(colon + 1));
    if (!share)
        return fail(ErrorClass::Internal,
            fmt::format("--fail-on {}: write the share as a percentage (20) or as a number from 0 to 1 (0.2)", text));
    limit.share = *share;
    return limit;
}

} // namespace

Expected<std::vector<FailLimit>> parseLimits(const std::vector<std::string>& texts)
{
    std::vector<FailLimit> limits;
    for (const std::string& text : texts) {
        Expected<FailLimit> limit = parseLimit(text);
        if (!limit)
            return tl::unexpected(limit.error());
        limits.push_back(std::move(*limit));
    }
    return limits;
}

std::optional<std::string> exceededLimit(
    const std::vector<FailLimit>& limits, const std::vector<exporting::ReportedFile>& files)
{
    for (const FailLimit& limit : limits) {
        for (const exporting::ReportedFile& file : files) {
            if (file.judgement() == nullptr)
                continue;
            for (const analysis::Finding& finding : file.judgement()->findings) {
                if (covers(limit.rule, finding.rule) && finding.share >= limit.share)
                    return fmt::format("--fail-on {}: {} {} in {}: {}", limit.text, finding.rule,
                        formatPercent(finding.share), file.path, finding.headline);
            }
        }
    }
    return std::nullopt;
}

} // namespace stepscope::cli
