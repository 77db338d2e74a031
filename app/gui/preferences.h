// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people can choose, as one plain value: how timelines show things, which kernels count as short, what pictures
// carry. Made into bytes for the settings and back; bytes that cannot be read, or say what cannot be, give the
// defaults. GUI thread only because of apply().

#include "core/analysis/analysis_options.h"
#include "widgets/timeline/display.h"

#include <QByteArray>

namespace stepscope::widgets {
class TracePage;
} // namespace stepscope::widgets

namespace stepscope::app {

struct Preferences
{
    widgets::TimelineDisplay timeline;
    std::int64_t shortKernelNs = analysis::WallRules().shortKernelNs;
    bool picturesCarrySession = true; // PNGs
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

void apply(const Preferences& preferences, widgets::TracePage* page); // null: nothing
[[nodiscard]] QByteArray toBytes(const Preferences& preferences);
[[nodiscard]] Preferences preferencesFrom(const QByteArray& bytes);

} // namespace stepscope::app
