// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A file that appears under its name only when it is whole; until then it is beside it, hidden. Packed with gzip where
// the name ends in .gz.

#include "core/util/expected.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace stepscope::share {

class OutputFile
{
public:
    // A link is followed; a file that is replaced keeps its permissions. Errors: Unreadable when it cannot be made,
    // would replace `source`, or is no regular file.
    [[nodiscard]] static Expected<std::unique_ptr<OutputFile>> create(
        const std::string& path, const std::string& source);
    ~OutputFile(); // removes what was not finished
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text); // finish() tells whether it went well
    [[nodiscard]] Expected<void> finish();

private:
    explicit OutputFile(std::string path);
    void openPart(); // under a name that nobody has
    [[nodiscard]] tl::unexpected<Error> failed() const;

    std::string m_path;
    std::string m_part;
    void* m_packed = nullptr; // gzFile
    std::FILE* m_plain = nullptr;
    bool m_good = true;
};

} // namespace stepscope::share
