// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a layout by what they say, for tests.
#pragma once

#include "core/view/track_layout.h"

#include <string_view>

namespace stepscope::tests {

/// The first node of that label; invalid when there is none.
inline view::NodeId nodeNamed(const view::TrackLayout& layout, std::string_view label)
{
    for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
        if (layout.nodes()[i].label == label)
            return view::NodeId(i);
    }
    return {};
}

} // namespace stepscope::tests
