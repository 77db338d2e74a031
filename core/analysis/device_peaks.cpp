// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/device_peaks.h"

#include <algorithm>
#include <array>

namespace stepscope::analysis {
namespace {

struct Known
{
    std::array<std::string_view, 2> words; // all must be in the name; "" for none
    DevicePeak peak;
};

constexpr std::optional<double> kNoTf32;

// Of other cards that share a number.
constexpr std::string_view kOtherCards[] = {"Ti", "D", "Laptop", "Max-Q", "SUPER"};

// More special names first.
const std::array<Known, 16> kKnown {{
    {{"V100", "PCIE"}, {"V100 PCIe", 112, kNoTf32, 14}},
    {{"V100", ""}, {"V100 SXM2", 125, kNoTf32, 15.7}},
    {{"T4", ""}, {"T4", 65, kNoTf32, 8.1}},
    {{"A10", ""}, {"A10", 125, 62.5, 31.2}},
    {{"A100", ""}, {"A100", 312, 156, 19.5}},
    {{"H100", "PCIe"}, {"H100 PCIe", 756, 378, 51}},
    {{"H100", "NVL"}, {"H100 NVL", 835, 417.5, 60}},
    {{"H100", "HBM3"}, {"H100 SXM", 989.5, 494.7, 67}},
    {{"H200", "NVL"}, {"H200 NVL", 835.5, 417.7, 60}},
    {{"H200", ""}, {"H200 SXM", 989.5, 494.7, 67}},
    {{"L4", ""}, {"L4", 121, 60, 30.3}},
    {{"L40S", ""}, {"L40S", 362, 183, 91.6}},
    {{"3090", ""}, {"RTX 3090", 71, 35.6, 35.6}},
    {{"4090", ""}, {"RTX 4090", 165.2, 82.6, 82.6}},
    {{"MI250X", ""}, {"MI250X (one of two)", 191.5, kNoTf32, 47.9}},
    {{"MI300X", ""}, {"MI300X", 1307.4, 653.7, 163.4}},
}};

bool isWordPart(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordPart(text[at - 1])) && (end == text.size() || !isWordPart(text[end])))
            return true;
    }
    return word.empty();
}

} // namespace

const DevicePeak* devicePeak(std::string_view name)
{
    if (std::any_of(std::begin(kOtherCards), std::end(kOtherCards), [&](auto word) { return hasWord(name, word); }))
        return nullptr;
    const auto found = std::find_if(kKnown.begin(), kKnown.end(),
        [&](const Known& known) { return hasWord(name, known.words[0]) && hasWord(name, known.words[1]); });
    return found == kKnown.end() ? nullptr : &found->peak;
}

std::optional<double> peakTflops(const model::Trace& trace, std::int32_t device, Precision precision)
{
    const auto info = std::find_if(
        trace.devices.begin(), trace.devices.end(), [&](const model::DeviceInfo& entry) { return entry.id == device; });
    const DevicePeak* peak = info == trace.devices.end() ? nullptr : devicePeak(info->name);
    if (peak == nullptr)
        return std::nullopt;
    return precision == Precision::Half ? std::optional(peak->half)
        : precision == Precision::Tf32  ? peak->tf32
                                        : std::optional(peak->single);
}

} // namespace stepscope::analysis
