// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The picture of the memory timeline's canvas but for what follows the pointer: tint of the steps, bands, the edge of
// the active total, held and reserved lines, baselines, marks, flags and the names on bands. GUI thread only.

#include "core/view/memory_columns.h"
#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/memory/memory_timeline_frame.h"

#include <QImage>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::widgets {

class MemoryTimelinePainter
{
public:
    MemoryTimelinePainter(const MemoryTimelineData& data, const Theme& theme);
    void setTheme(const Theme& theme);
    void contentChanged(); // device, colours

    void paint(QImage& image, const MemoryFrame& frame);
    // Texts and lines over the bands of the picture painted last, for where it was not lettered.
    void write(QPainter& painter, const MemoryFrame& frame) const;

    // Of the last picture.
    [[nodiscard]] const view::BandPicture& bands() const { return m_bands; }
    [[nodiscard]] const std::vector<std::int32_t>& entries() const { return m_entries; } // of each device column

private:
    void paintBands(QImage& image, const MemoryFrame& frame, const std::vector<view::EntrySpan>& spans);
    void paintReserved(QPainter& painter, const MemoryFrame& frame, const std::vector<view::EntrySpan>& spans) const;
    void paintReservedName(
        QPainter& painter, const MemoryFrame& frame, const std::vector<view::EntrySpan>& spans) const;
    void paintHeld(QPainter& painter, const MemoryFrame& frame) const;
    void paintLabels(QPainter& painter, const MemoryFrame& frame) const;

    const MemoryTimelineData& m_data;
    Theme m_theme;
    view::BandPalette m_palette;
    std::optional<view::BandLayout> m_layout;
    view::BandPicture m_bands;
    std::vector<std::int32_t> m_entries;
    std::vector<view::Argb> m_colours; // of each allocation
};

} // namespace stepscope::widgets
