// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the desktop asks for. Qt 6.4 has no colour scheme of its own: the portal is asked first (GNOME and others set no
// palette), then the palette that the platform gave the application. Waits for the portal 100 ms at most.

#include <optional>

class QVariant;

namespace stepscope::app {

[[nodiscard]] bool systemWantsDark();

// Answer of org.freedesktop.portal.Settings to color-scheme: 1 dark, 2 light, anything else no preference.
[[nodiscard]] std::optional<bool> darkFromPortal(const QVariant& colorScheme);

} // namespace stepscope::app
