// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a session and as a picture that carries one. What is read as a session must come back from its own text
// the same, and its numbers must be those of files and pages that it has; every refusal has a message.
#include "core/share/png_session.h"
#include "core/share/session_json.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/violation.h"

#include <cstdint>
#include <string_view>

namespace {

using namespace stepscope;
using namespace stepscope::share;

void checkSession(const Session& session)
{
    fuzzing::require(
        session.pages.empty() || session.current < session.pages.size(), "the current page is one of them");
    for (const SessionPage& page : session.pages) {
        for (const std::size_t file : page.files)
            fuzzing::require(file < session.files.size(), "the file of a page is one of the session's");
    }
    const auto again = parseSession(sessionJson(session));
    fuzzing::require(again && *again == session, "what was read comes back from its text");
}

void checkText(std::string_view text)
{
    if (const auto session = parseSession(text))
        checkSession(*session);
    else
        fuzzing::require(!session.error().message.empty(), "a refusal has a message");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    checkText({reinterpret_cast<const char*>(bytes), size});
    const fuzzing::MemoryFile file(bytes, size);
    const auto carried = sessionTextOfPng(file.path());
    if (!carried)
        fuzzing::require(!carried.error().message.empty(), "a refusal has a message");
    else if (*carried)
        checkText(**carried);
    return 0;
}
