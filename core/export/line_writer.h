// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Hands long text on in pieces, line by line: the dumps of both models.

#include "core/export/dump.h"
#include "core/util/diagnostics.h"
#include "core/util/json_text.h"

#include <fmt/format.h>
#include <iterator>
#include <string>

namespace stepscope::exporting {

class LineWriter
{
public:
    explicit LineWriter(const TextSink& write) // must outlive this
        : m_write(write)
    {
    }
    template <class... Args> void line(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
        m_text.push_back('\n');
        if (m_text.size() >= kBuffer)
            flush();
    }
    void flush()
    {
        m_write(m_text);
        m_text.clear();
    }
    void diagnostics(const Diagnostics& diagnostics)
    {
        for (std::size_t k = 0; k < kDiagnosticKinds; ++k) {
            const auto kind = static_cast<DiagnosticKind>(k);
            const Diagnostics::Entry& entry = diagnostics.entry(kind);
            if (entry.count == 0)
                continue;
            line("diagnostic {} {}", diagnosticName(kind), entry.count);
            for (const DiagnosticSample& sample : entry.samples)
                line("  @{} line {} {}", sample.offset, sample.line, quoteJson(sample.detail));
        }
    }

private:
    static constexpr std::size_t kBuffer = std::size_t {1} << 16U;
    const TextSink& m_write;
    std::string m_text;
};

} // namespace stepscope::exporting
