// SPDX-License-Identifier: GPL-3.0-or-later
// Makes packed inputs for tests, with zlib and zstd themselves, and files to put them in.
#pragma once

#include <QTemporaryDir>

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope::tests {

struct GzipOptions
{
    int level = 6;
    bool allHeaderFields = false; // name, comment, extra field and header checksum
};

/// One gzip member.
std::string gzipMember(std::string_view text, const GzipOptions& options = {});

/// One zstd frame, with a checksum.
std::string zstdFrame(std::string_view text, int level = 3);

/// A zstd frame that readers have to skip.
std::string zstdSkippableFrame(std::string_view content);

/// Text like that of a trace: repeated keys, changing numbers. The same for the same seed.
std::string traceLikeText(std::size_t bytes, unsigned seed);

/// A folder that goes away with its files at the end of the test.
class TemporaryFiles
{
public:
    /// Writes a file and returns its path.
    std::string write(std::string_view content, const char* name = "input");

private:
    QTemporaryDir m_dir;
};

} // namespace stepscope::tests
