// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/content.h"

#include "core/io/byte_source.h"
#include "core/ranks/summary_json.h"

#include <algorithm>
#include <array>

namespace stepscope::load {
namespace {

constexpr std::size_t kHeadBytes = std::size_t {1} << 20U;

constexpr std::array<std::string_view, 6> kSnapshotKeys {
    "segments", "device_traces", "allocator_settings", "external_annotations", "host_segments", "host_traces"};
constexpr std::array<std::string_view, 4> kSegmentKeys {"total_size", "segment_type", "allocated_size", "blocks"};
constexpr std::array<std::string_view, 3> kTraceKeys {"traceEvents", "schemaVersion", "displayTimeUnit"};

template <std::size_t Count> bool has(const std::array<std::string_view, Count>& keys, std::string_view key)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Walks over JSON without checking it: only strings and brackets matter to find the keys of the outermost object.
class KeyWalk
{
public:
    explicit KeyWalk(std::string_view text)
        : m_text(text)
    {
    }

    // The first character that is no blank, and which is skipped; NUL at the end.
    char next()
    {
        m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size());
        return m_at < m_text.size() ? m_text[m_at++] : '\0';
    }
    // The next key of the object that the walk is in; empty when there is none before the end of the text.
    std::string_view nextKey()
    {
        int depth = 0;
        while (m_at < m_text.size() && depth >= 0) {
            const char c = m_text[m_at++];
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            if (c != '"')
                continue;
            const std::string_view contents = string();
            if (depth == 0 && next() == ':')
                return contents;
        }
        return {};
    }

private:
    std::string_view string()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_text.size());
        return m_text.substr(begin, m_at - begin - (m_at > begin ? 1 : 0));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

Content jsonContent(std::string_view start)
{
    if (start.starts_with("\xef\xbb\xbf"))
        start.remove_prefix(3);
    if (ranks::looksLikeSummary(start))
        return Content::RankSummary;
    KeyWalk walk(start);
    const char first = walk.next();
    const char second = first == '[' ? walk.next() : '\0';
    const bool isList = second == '{';
    if (second == '[')
        return Content::Timeline; // rows of numbers; events and segments are objects
    if (first != '{' && !isList)
        return Content::Trace;
    for (std::string_view key = walk.nextKey(); !key.empty(); key = walk.nextKey()) {
        if (isList ? key == "ph" : has(kTraceKeys, key))
            return Content::Trace;
        if (isList ? has(kSegmentKeys, key) : has(kSnapshotKeys, key))
            return Content::Snapshot;
    }
    return Content::Trace;
}

Expected<Content> contentOf(const std::string& path)
{
    const auto file = io::FileReader::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const Expected<io::OpenedText> opened = io::openContent(*file);
    if (!opened)
        return tl::unexpected(opened.error());
    switch (opened->text) {
    case io::Format::Pickle:
    case io::Format::Html:
        return Content::Snapshot;
    case io::Format::Zip:
        return Content::Archive;
    case io::Format::Json:
    case io::Format::Utf16Le:
    case io::Format::Utf16Be:
        break;
    default:
        return Content::Trace;
    }
    std::string head(kHeadBytes, '\0');
    const Expected<std::size_t> got = opened->source->read({head.data(), head.size()});
    if (!got)
        return tl::unexpected(got.error());
    return jsonContent(std::string_view(head).substr(0, *got));
}

} // namespace stepscope::load
