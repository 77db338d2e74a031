// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes pickles that tests write by hand.
#pragma once

#include "core/pickle/pickle_machine.h"
#include "core/pickle/value_text.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace stepscope::tests {

/// Bytes of a program's memory as a source.
class StringSource final : public io::ByteSource
{
public:
    explicit StringSource(std::string_view bytes)
        : m_bytes(bytes)
    {
    }
    Expected<std::size_t> read(std::span<char> out) override
    {
        const std::size_t n = std::min(out.size(), m_bytes.size() - m_at);
        std::copy_n(m_bytes.data() + m_at, n, out.data());
        m_at += n;
        return n;
    }
    std::uint64_t inputBytesDone() const override { return m_at; }
    io::SourceEnd end() const override { return {}; }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

struct Unpickled
{
    std::string text; // the value in Python's words; with an error, its class and message
    bool cut = false;
    std::uint64_t end = 0;
    std::int64_t errorAt = -1; // with an error only
    std::size_t objects = 0;   // lists, tuples and dictionaries that were made
    Diagnostics diagnostics;
};

/// `window`: how much of the bytes the machine sees at first.
inline Unpickled unpickle(std::string_view bytes, std::size_t window = 16)
{
    using namespace pickle;
    StringSource source(bytes);
    Progress progress;
    ByteWindow input(source, progress, {}, window);
    ValueArena arena;
    StringPool names;
    Unpickled out;
    const Expected<PickleResult> result = PickleMachine(input, arena, names, out.diagnostics).run();
    out.objects = arena.objectCount();
    if (!result) {
        out.text = std::string(errorClassName(result.error().errorClass)) + ": " + result.error().message;
        out.errorAt = result.error().offset;
        return out;
    }
    out.text = result->root.isSet() ? valueText(arena, names, result->root) : "nothing";
    out.cut = result->cut;
    out.end = result->end;
    return out;
}

} // namespace stepscope::tests
