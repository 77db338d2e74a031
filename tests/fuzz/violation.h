// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a fuzzer says that a promise was broken: a line on stderr, then abort(), which libFuzzer takes as a find and
// keeps the input of. Any thread.

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string>

namespace stepscope::fuzzing {

[[noreturn]] inline void violated(const std::string& what)
{
    fmt::print(stderr, "violated: {}\n", what);
    std::abort();
}

inline void require(bool holds, const char* promise)
{
    if (!holds)
        violated(promise);
}

} // namespace stepscope::fuzzing
