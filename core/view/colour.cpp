// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/colour.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stepscope::view {

namespace {

double decode(std::uint32_t channel)
{
    const double v = channel / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

std::uint32_t encode(double linear)
{
    const double v = std::clamp(linear, 0.0, 1.0);
    const double s = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
    return static_cast<std::uint32_t>(std::lround(s * 255));
}

constexpr std::uint32_t red(Argb c)
{
    return (c >> 16U) & 0xffU;
}
constexpr std::uint32_t green(Argb c)
{
    return (c >> 8U) & 0xffU;
}
constexpr std::uint32_t blue(Argb c)
{
    return c & 0xffU;
}

constexpr Argb pack(std::uint32_t r, std::uint32_t g, std::uint32_t b)
{
    return 0xff000000U | (r << 16U) | (g << 8U) | b;
}

} // namespace

LinearRgb toLinear(Argb colour)
{
    return {decode(red(colour)), decode(green(colour)), decode(blue(colour))};
}

OkLab toOkLab(const LinearRgb& rgb)
{
    const double l = std::cbrt(0.4122214708 * rgb.r + 0.5363325363 * rgb.g + 0.0514459929 * rgb.b);
    const double m = std::cbrt(0.2119034982 * rgb.r + 0.6806995451 * rgb.g + 0.1073969566 * rgb.b);
    const double s = std::cbrt(0.0883024619 * rgb.r + 0.2817188376 * rgb.g + 0.6299787005 * rgb.b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Argb toArgb(const OkLch& colour)
{
    const double angle = colour.h * std::numbers::pi / 180;
    const double a = colour.c * std::cos(angle);
    const double b = colour.c * std::sin(angle);
    const double l = std::pow(colour.l + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(colour.l - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(colour.l - 0.0894841775 * a - 1.2914855480 * b, 3);
    return pack(encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

double distance(const OkLab& a, const OkLab& b)
{
    return std::hypot(a.l - b.l, a.a - b.a, a.b - b.b);
}

double luminance(Argb colour)
{
    const LinearRgb c = toLinear(colour);
    return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

double contrast(Argb a, Argb b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

Argb mix(Argb under, Argb over, double share)
{
    const double s = std::clamp(share, 0.0, 1.0);
    const auto channel = [s](std::uint32_t u, std::uint32_t o) {
        return static_cast<std::uint32_t>(std::lround(u + (static_cast<double>(o) - u) * s));
    };
    return pack(channel(red(under), red(over)), channel(green(under), green(over)), channel(blue(under), blue(over)));
}

} // namespace stepscope::view
