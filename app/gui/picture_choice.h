// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people choose for a picture, as one plain value: made into bytes for the settings and back; bytes that cannot be
// read, or say what cannot be, give the defaults. Pure.

#include "widgets/pages/page_picture.h"

#include <QByteArray>
#include <QSize>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace stepscope::app {

enum class PictureTheme : std::uint8_t
{
    AsWindow,
    Light,
    Dark
};

struct PictureChoice
{
    widgets::PictureScope scope = widgets::PictureScope::View;
    widgets::PictureFormat format = widgets::PictureFormat::Png;
    int scale = 2; // of PNG
    PictureTheme theme = PictureTheme::AsWindow;
    QSize size; // of the page; empty: as it is shown
    bool caption = true;
    friend bool operator==(const PictureChoice&, const PictureChoice&) = default;
};

[[nodiscard]] QByteArray toBytes(const PictureChoice& choice);
[[nodiscard]] PictureChoice pictureChoiceFrom(const QByteArray& bytes);

} // namespace stepscope::app
