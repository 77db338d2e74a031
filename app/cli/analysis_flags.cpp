// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_flags.h"

#include "core/util/parse_time.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace stepscope::cli {
namespace {

// "20" or "2.5", in µs.
Expected<void> readMicroseconds(const char* option, const std::string& text, std::int64_t& to)
{
    if (text.empty())
        return {};
    const std::optional<ParsedTime> time = parseMicroseconds(text);
    if (!time || time->ns < 0)
        return fail(ErrorClass::Internal, fmt::format("{} {}: a number of microseconds, 0 or more", option, text));
    to = time->ns;
    return {};
}

double factorOf(std::string_view suffix)
{
    if (suffix.size() != 1)
        return suffix.empty() ? 1 : 0;
    switch (suffix.front()) {
    case 'k':
    case 'K':
        return 1e3;
    case 'm':
    case 'M':
        return 1e6;
    case 'b':
    case 'B':
    case 'g':
    case 'G':
        return 1e9;
    case 't':
    case 'T':
        return 1e12;
    default:
        return 0;
    }
}

// "7000000000", "7e9" or "7B".
Expected<void> readNumber(const char* option, const std::string& text, std::optional<double>& to)
{
    if (text.empty())
        return {};
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    const double factor = factorOf({at, static_cast<std::size_t>(end - at)});
    if (error != std::errc {} || factor == 0 || !std::isfinite(value * factor) || value <= 0)
        return fail(ErrorClass::Internal,
            fmt::format("{} {}: a number above 0, such as 4096, 7e9, 1.5B, 125M or 32k", option, text));
    to = value * factor;
    return {};
}

} // namespace

void AnalysisFlags::addGapTo(CLI::App& command)
{
    command.add_option("--min-gap-us", minGapUs, "list no gaps shorter than this; sums stay")->type_name("N");
}

void AnalysisFlags::addTo(CLI::App& command)
{
    command.add_option("--short-kernel-us", shortKernelUs, "kernels below this make a wall (20)")->type_name("N");
    addGapTo(command);
    command.add_option("--tokens-per-step", tokensPerStep, "of this rank, for tokens/s and MFU")->type_name("N");
    command.add_option("--samples-per-step", samplesPerStep, "of this rank, for samples/s")->type_name("N");
    command.add_option("--parameters", parameters, "of the model, such as 7e9 or 1.5B, for MFU")->type_name("N");
    command.add_option("--peak-tflops", peakTflops, "of one GPU, where it is not a known one")->type_name("N");
}

Expected<analysis::AnalysisOptions> AnalysisFlags::options() const
{
    analysis::AnalysisOptions options;
    for (const Expected<void>& read :
        {readMicroseconds("--short-kernel-us", shortKernelUs, options.walls.shortKernelNs),
            readMicroseconds("--min-gap-us", minGapUs, options.minGapNs),
            readNumber("--tokens-per-step", tokensPerStep, options.job.tokensPerStep),
            readNumber("--samples-per-step", samplesPerStep, options.job.samplesPerStep),
            readNumber("--parameters", parameters, options.job.parameters),
            readNumber("--peak-tflops", peakTflops, options.job.peakTflops)}) {
        if (!read)
            return tl::unexpected(read.error());
    }
    return options;
}

} // namespace stepscope::cli
