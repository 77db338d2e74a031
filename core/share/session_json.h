// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sessions as JSON text, in *.stepscope files and in pictures:
//
//   { "schema": "stepscope.session/1", "program": "stepscope 1.0", "files": [{"path", "bytes", "xxh3"}, …],
//     "pages": [{"kind", "files": [numbers of files], "panel", "timelines": [{"window_ns", "rows", "selected", …}],
//                "annotations": [{"number", "kind", "from": {"at", "row", "lane"}, "to", "text", …}], …}, …],
//     "current": number of a page }
//
// session_fields.h has all members. What is missing has its default, so members can come without a new version; members
// that a program does not know it ignores, and does not keep. The version grows only when older programs would misread
// what is written; they refuse it. Whatever the text, reading ends with a session or with a message that names the
// place ("pages[0].annotations[2].kind"), in time and memory proportional to its length.

#include "core/share/session.h"
#include "core/util/expected.h"

#include <string>
#include <string_view>

namespace stepscope::share {

inline constexpr std::size_t kMostSessionBytes = std::size_t {16} << 20U; // of the text
inline constexpr std::size_t kMostItems = std::size_t {1} << 18U;         // of a list
inline constexpr std::size_t kMostText = std::size_t {1} << 18U;          // bytes of one string

// ASCII. Text that is not UTF-8 has U+FFFD where it is not.
[[nodiscard]] std::string sessionJson(const Session& session);

// Errors: Unreadable, with what is wrong and where.
[[nodiscard]] Expected<Session> parseSession(std::string_view text);

} // namespace stepscope::share
