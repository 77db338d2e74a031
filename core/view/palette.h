// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Name and kind of a slice -> colour. Hue says what kind of work it is (kernel families have hues of their own;
// operators take the hue of what they launch at lower chroma, so that cause and effect match by eye), lightness varies
// with a stable hash of the name, so that neighbours differ and the same name has the same colour in every run.
// Families are told apart with protan, deutan and tritan vision too (tests compute the distances).
// ColourIndex is independent of the theme; a Palette turns it into colours for light or dark surfaces.

#include "core/model/trace.h"
#include "core/view/colour.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope::view {

enum class HueFamily : std::uint8_t
{
    Matrix,
    Attention,
    Convolution,
    Reduction, // and normalisation
    ElementWise,
    Optimizer,
    Copy,
    Communication,
    Compiled,
    Other,
};
inline constexpr std::size_t kHueFamilies = 10;

// Colour groups: families of kernels, the same families as operators, then the neutrals.
enum class ColourGroup : std::uint8_t
{
    FirstKernel = 0,
    FirstOperator = kHueFamilies,
    Annotation = 2 * kHueFamilies,
    Python,
    Call, // runtime and driver calls
    Wait, // calls that make the CPU wait, and sync records
    Overhead,
    Count,
};
inline constexpr std::size_t kColourGroups = static_cast<std::size_t>(ColourGroup::Count);
inline constexpr std::size_t kShades = 5; // of each group

using ColourIndex = std::uint8_t; // group * kShades + shade
inline constexpr std::size_t kColours = kColourGroups * kShades;
static_assert(kColours < 255);

[[nodiscard]] HueFamily familyOfName(std::string_view name); // by patterns in kernel and operator names
[[nodiscard]] ColourIndex colourIndex(std::string_view name, model::EventKind kind);
[[nodiscard]] constexpr ColourIndex colourIndex(ColourGroup group, std::size_t shade = kShades / 2)
{
    return static_cast<ColourIndex>(static_cast<std::size_t>(group) * kShades + shade);
}

class Palette
{
public:
    explicit Palette(bool dark);
    [[nodiscard]] Argb colour(ColourIndex index) const { return m_colours[index]; }
    [[nodiscard]] Argb text(ColourIndex index) const { return m_texts[index]; } // readable on colour(index)
    [[nodiscard]] bool dark() const { return m_dark; }

private:
    bool m_dark;
    std::array<Argb, kColours> m_colours {};
    std::array<Argb, kColours> m_texts {};
};

// Remembers the index of each slice and each (name, category) it was asked for: 1 byte a slice, for a look into one
// place of memory instead of three. One per view; not thread-safe. O(1) after the first.
class SliceColours
{
public:
    using KernelColour = ColourIndex (*)(std::string_view name); // by who knows more about their names
    explicit SliceColours(const model::Trace& trace, KernelColour ofKernel = nullptr);
    [[nodiscard]] ColourIndex of(SliceId slice);

private:
    [[nodiscard]] ColourIndex find(std::string_view name, model::EventKind kind) const;

    const model::Trace& m_trace;
    KernelColour m_ofKernel;
    std::vector<ColourIndex> m_ofSlice;            // 255: not asked for yet
    std::vector<std::vector<ColourIndex>> m_known; // [kind][name], likewise
};

} // namespace stepscope::view
