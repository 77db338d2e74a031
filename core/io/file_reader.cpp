// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_reader.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace stepscope::io {
namespace {

std::string reason(int error)
{
    return std::generic_category().message(error);
}

// What a file that cannot be a trace is; empty for a regular one.
std::string kindOf(mode_t mode)
{
    if (S_ISREG(mode))
        return {};
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

FileIdentity identityOf(const struct stat& status)
{
    return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec};
}

} // namespace

struct FileReader::Opened
{
    int descriptor;
    FileIdentity identity;
};

Expected<std::shared_ptr<const FileReader>> FileReader::open(const std::string& path)
{
    // O_NONBLOCK: opening a pipe must not wait for a writer. It means nothing for regular files.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return fail(ErrorClass::Unreadable, fmt::format("Cannot open {}: {}.", path, reason(errno)));
    struct stat status = {};
    if (fstat(descriptor, &status) != 0) {
        const int error = errno;
        close(descriptor);
        return fail(ErrorClass::Unreadable, fmt::format("Cannot look at {}: {}.", path, reason(error)));
    }
    if (const std::string kind = kindOf(status.st_mode); !kind.empty()) {
        close(descriptor);
        return fail(ErrorClass::Unreadable, fmt::format("{} is {}, not a file that holds a trace.", path, kind));
    }
    return std::make_shared<const FileReader>(Opened {descriptor, identityOf(status)}, path);
}

FileReader::FileReader(const Opened& opened, std::string path)
    : m_path(std::move(path))
    , m_descriptor(opened.descriptor)
    , m_identity(opened.identity)
{
}

FileReader::~FileReader()
{
    close(m_descriptor);
}

Expected<std::size_t> FileReader::readAt(std::uint64_t offset, std::span<char> out) const
{
    constexpr std::uint64_t kLargestOffset = std::numeric_limits<off_t>::max();
    const auto reachable = static_cast<std::size_t>(
        std::min<std::uint64_t>(out.size(), kLargestOffset - std::min(offset, kLargestOffset)));
    std::size_t done = 0;
    while (done < reachable) {
        const ssize_t n = pread(m_descriptor, out.data() + done, reachable - done, static_cast<off_t>(offset + done));
        if (n == 0)
            break;
        if (n > 0) {
            done += static_cast<std::size_t>(n);
        } else if (errno != EINTR) {
            return fail(ErrorClass::Unreadable,
                fmt::format("Cannot read {} at byte {}: {}.", m_path, offset + done, reason(errno)));
        }
    }
    return done;
}

Expected<std::size_t> FileReader::readOpened(std::uint64_t offset, std::span<char> out) const
{
    const std::uint64_t left = offset < size() ? size() - offset : 0;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), left));
    Expected<std::size_t> n = readAt(offset, out.first(wanted));
    if (n && *n < wanted)
        return tl::unexpected(shorter());
    return n;
}

// What to say when the file ended before its end.
Error FileReader::shorter() const
{
    const Expected<void> same = verifyUnchanged();
    return same ? changed("was shorter for a moment").value() : same.error();
}

tl::unexpected<Error> FileReader::changed(const std::string& what) const
{
    return fail(ErrorClass::Changed, fmt::format("{} {} since it was opened. Open it again.", m_path, what));
}

Expected<void> FileReader::verifyUnchanged() const
{
    struct stat status = {};
    if (fstat(m_descriptor, &status) != 0)
        return fail(ErrorClass::Unreadable, fmt::format("Cannot look at {}: {}.", m_path, reason(errno)));
    const FileIdentity now = identityOf(status);
    if (now.size < m_identity.size)
        return changed(fmt::format("was cut from {} to {} bytes", m_identity.size, now.size));
    if (now.size > m_identity.size)
        return changed(fmt::format("grew from {} to {} bytes", m_identity.size, now.size));
    if (now != m_identity)
        return changed("was written to");
    if (stat(m_path.c_str(), &status) != 0)
        return changed(
            errno == ENOENT ? "was deleted or moved" : fmt::format("became out of reach ({})", reason(errno)));
    if (identityOf(status) != m_identity)
        return changed("was replaced by another file");
    return {};
}

} // namespace stepscope::io
