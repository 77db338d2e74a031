// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One regular file, opened for reading at any offset with pread (never mapped: a file that is cut while open gives an
// error, not a signal). Remembers what the file was when it was opened, so that a later change is noticed.
// Shared as shared_ptr<const FileReader>; all members are safe to call from any thread.

#include "core/util/expected.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace stepscope::io {

// By what a file is known again.
struct FileIdentity
{
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modifiedSeconds = 0;
    std::int64_t modifiedNanoseconds = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

class FileReader
{
    struct Opened; // only open() can make one

public:
    // Errors: Unreadable, with the reason (missing, no permission, a folder, a pipe …).
    [[nodiscard]] static Expected<std::shared_ptr<const FileReader>> open(const std::string& path);

    FileReader(const Opened& opened, std::string path);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    [[nodiscard]] std::uint64_t size() const { return m_identity.size; } // when it was opened
    [[nodiscard]] const std::string& path() const { return m_path; }

    // Fills `out` from `offset` on; short only at the end of the file as it is now. Errors: Unreadable.
    [[nodiscard]] Expected<std::size_t> readAt(std::uint64_t offset, std::span<char> out) const;
    // As readAt(), up to the end that the file had when it was opened. Errors also: Changed when it ends before that.
    [[nodiscard]] Expected<std::size_t> readOpened(std::uint64_t offset, std::span<char> out) const;

    // Errors: Changed when the open file or the one at its path is no longer what was opened: other size, time of
    // change or file. (Who rewrites a file in place with the same size and time is not noticed.)
    [[nodiscard]] Expected<void> verifyUnchanged() const;

private:
    [[nodiscard]] Error shorter() const;
    [[nodiscard]] tl::unexpected<Error> changed(const std::string& what) const;

    std::string m_path;
    int m_descriptor = -1;
    FileIdentity m_identity;
};

} // namespace stepscope::io
