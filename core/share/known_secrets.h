// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an opened file gives away by its path, its metadata and the names in it, so that it is known wherever it is
// shown: on the screen a value stands apart from the key that tells what it is, and names are cut off. Plain values.
// Events are not read, only names, each once.

#include "core/model/trace.h"
#include "core/share/secrets.h"
#include "core/util/string_pool.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::share {

struct KnownSecrets
{
    LearnedNames names;
    std::map<std::string, SecretKind, std::less<>> values; // command lines, values of the environment, keys, ...

    void addPath(std::string_view path);    // with the folders above it, where it is relative
    void addJson(std::string_view json);    // an object, or a member of one
    void addNames(const StringPool& texts); // of events, of files in stacks
    void addTrace(const model::Trace& trace);

private:
    void addName(std::string_view name);
};

// In a text as it is shown: by shape, by name, known names, and known values, also where they are cut off by "…". Keys,
// tokens and passwords that are known are found within texts, other values where they are all of it. Adds to what is
// known.
[[nodiscard]] std::vector<Secret> findShown(std::string_view text, KnownSecrets& known);

} // namespace stepscope::share
