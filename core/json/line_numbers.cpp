// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/line_numbers.h"

#include "core/util/text_lines.h"

#include <algorithm>
#include <string>

namespace stepscope::json {
namespace {

class Lines
{
public:
    Lines(const io::TextStore& store, std::string_view head, const std::vector<LineMark>& marks)
        : m_store(store)
        , m_head(head)
        , m_marks(marks)
    {
        std::uint64_t sum = countNewlines(head);
        for (const LineMark& mark : marks) {
            m_before.push_back(sum);
            sum += mark.newlines;
        }
    }

    // Line of a byte, from 1; -1 when it cannot be told.
    [[nodiscard]] std::int64_t lineOf(std::uint64_t offset) const
    {
        if (offset < m_head.size())
            return line(countNewlines(m_head.substr(0, static_cast<std::size_t>(offset))));
        const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), offset,
            [](std::uint64_t o, const LineMark& mark) { return o < mark.offset; });
        if (after == m_marks.begin())
            return line(countNewlines(m_head));
        const auto index = static_cast<std::size_t>(after - m_marks.begin()) - 1;
        std::string text(
            static_cast<std::size_t>(std::min<std::uint64_t>(offset - m_marks[index].offset, m_marks[index].size)),
            '\0');
        const auto got = m_store.read(m_marks[index].offset, {text.data(), text.size()});
        if (!got || *got < text.size())
            return -1;
        return line(m_before[index] + countNewlines(text));
    }

private:
    static std::int64_t line(std::uint64_t newlinesBefore) { return 1 + static_cast<std::int64_t>(newlinesBefore); }

    const io::TextStore& m_store;
    std::string_view m_head;
    const std::vector<LineMark>& m_marks;
    std::vector<std::uint64_t> m_before;
};

} // namespace

void fillLines(
    Diagnostics& diagnostics, const io::TextStore& store, std::string_view head, const std::vector<LineMark>& marks)
{
    const Lines lines(store, head, marks);
    for (std::size_t kind = 0; kind < kDiagnosticKinds; ++kind) {
        for (DiagnosticSample& sample : diagnostics.entry(static_cast<DiagnosticKind>(kind)).samples) {
            if (sample.offset >= 0)
                sample.line = lines.lineOf(static_cast<std::uint64_t>(sample.offset));
        }
    }
}

} // namespace stepscope::json
