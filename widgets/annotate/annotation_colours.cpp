// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_colours.h"

#include <array>

namespace stepscope::widgets {

namespace {

struct NamedColour
{
    const char* name;
    QRgb light;
    QRgb dark;
};

// Okabe and Ito's, darker on light ground and lighter on dark; grey in the place of black.
constexpr std::array<NamedColour, kAnnotationColours> kColours {{
    {"Vermilion", 0xffb8380aU, 0xffff8f66U},
    {"Blue", 0xff0062a8U, 0xff62b5f2U},
    {"Green", 0xff007a58U, 0xff3ed2a2U},
    {"Purple", 0xffa3367eU, 0xfff0a0ceU},
    {"Yellow", 0xff8f6200U, 0xfff2cf4aU},
    {"Grey", 0xff475061U, 0xffc3cad6U},
}};

const NamedColour& colourOf(std::uint8_t number)
{
    return kColours[number % kColours.size()];
}

} // namespace

QColor annotationColour(std::uint8_t number, const Theme& theme)
{
    return QColor::fromRgb(theme.dark ? colourOf(number).dark : colourOf(number).light);
}

QColor annotationInk(std::uint8_t /*number*/, const Theme& theme)
{
    return theme.dark ? QColor(0x15, 0x17, 0x1c) : QColor(Qt::white);
}

QString annotationColourName(std::uint8_t number)
{
    return QString::fromLatin1(colourOf(number).name);
}

} // namespace stepscope::widgets
