// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The words of a memory snapshot: keys, actions, states. They are interned before anything else, so that a key is told
// by its id alone: wordOf() is one comparison.

#include "core/util/ids.h"
#include "core/util/string_pool.h"

#include <cstdint>

namespace stepscope::pickle {

#define STEPSCOPE_SNAPSHOT_WORDS(X)                                                                                    \
    X(device_traces), X(segments), X(allocator_settings), X(external_annotations), X(host_segments), X(host_traces),   \
        X(action), X(addr), X(device_free), X(size), X(stream), X(time_us), X(frames), X(category),                    \
        X(compile_context), X(user_metadata), X(pool_id), X(alloc), X(free_requested), X(free_completed), X(free),     \
        X(segment_alloc), X(segment_free), X(segment_map), X(segment_unmap), X(oom), X(snapshot), X(annotate),         \
        X(user_defined), X(device), X(address), X(total_size), X(segment_type), X(segment_pool_id), X(allocated_size), \
        X(active_size), X(requested_size), X(is_expandable), X(blocks), X(large), X(small), X(state), X(history),      \
        X(real_size), X(active_allocated), X(active_pending_free), X(active_awaiting_free), X(inactive), X(active),    \
        X(name), X(filename), X(line), X(stage), X(START), X(END), X(trace_alloc_max_entries),                         \
        X(trace_alloc_overflowed), X(internal_metadata), X(forward_frames), X(fx_node_op), X(fx_node_name),            \
        X(fx_node_target), X(fx_original_trace)

#define STEPSCOPE_WORD(word) word
#define STEPSCOPE_WORD_TEXT(word) #word

enum class Word : std::uint32_t
{
    STEPSCOPE_SNAPSHOT_WORDS(STEPSCOPE_WORD),
    Other
};

// Must be the first to use the pool.
inline void internWords(StringPool& names)
{
    for (const char* word : {STEPSCOPE_SNAPSHOT_WORDS(STEPSCOPE_WORD_TEXT)})
        names.intern(word);
}

#undef STEPSCOPE_SNAPSHOT_WORDS
#undef STEPSCOPE_WORD
#undef STEPSCOPE_WORD_TEXT

[[nodiscard]] constexpr Word wordOf(NameId name)
{
    return name.value < static_cast<std::uint32_t>(Word::Other) ? static_cast<Word>(name.value) : Word::Other;
}
[[nodiscard]] constexpr NameId nameOf(Word word)
{
    return NameId(static_cast<std::uint32_t>(word));
}

} // namespace stepscope::pickle
