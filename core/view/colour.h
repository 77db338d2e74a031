// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colour arithmetic without a toolkit: OKLab (Ottosson 2020), in which equal distances look equally different, and its
// polar form OKLCH. Pure functions, O(1). Colours are 0xffRRGGBB in sRGB.

#include <cstdint>

namespace stepscope::view {

using Argb = std::uint32_t;

struct LinearRgb // linear light, 0 to 1
{
    double r = 0;
    double g = 0;
    double b = 0;
};
struct OkLab
{
    double l = 0; // lightness, 0 to 1
    double a = 0;
    double b = 0;
};
struct OkLch
{
    double l = 0;
    double c = 0; // chroma
    double h = 0; // hue in degrees
};

[[nodiscard]] LinearRgb toLinear(Argb colour);
[[nodiscard]] OkLab toOkLab(const LinearRgb& rgb);
[[nodiscard]] Argb toArgb(const OkLch& colour);                // channels outside sRGB are clipped
[[nodiscard]] double distance(const OkLab& a, const OkLab& b); // 0.02 is just noticeable
[[nodiscard]] double luminance(Argb colour);                   // relative, as WCAG 2 defines it
[[nodiscard]] double contrast(Argb a, Argb b);                 // WCAG 2, 1 to 21
[[nodiscard]] Argb mix(Argb under, Argb over, double share);   // in sRGB, as painters do

} // namespace stepscope::view
