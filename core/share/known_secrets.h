// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an opened file gives away by its path and its metadata, so that it is known wherever it is shown: on the screen
// a value stands apart from the key that tells what it is. Plain values. Events are not read: made in milliseconds.

#include "core/model/trace.h"
#include "core/share/secrets.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::share {

struct KnownSecrets
{
    LearnedNames names;
    std::map<std::string, SecretKind, std::less<>> values; // whole texts: command lines, values of the environment, ...

    void addPath(std::string_view path);
    void addMetadata(const model::Trace& trace);
};

// In a text as it is shown: by shape, by name, known names, and known values, also where they are cut off by "…". Adds
// to what is known.
[[nodiscard]] std::vector<Secret> findShown(std::string_view text, KnownSecrets& known);

} // namespace stepscope::share
