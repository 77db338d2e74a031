// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/memory_file.h"

#include "tests/fuzz/violation.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace stepscope::fuzzing {

MemoryFile::MemoryFile(const std::uint8_t* bytes, std::size_t size)
    : m_descriptor(memfd_create("fuzz", MFD_CLOEXEC))
{
    require(m_descriptor >= 0, "the system has no memory file for the fuzzer");
    while (size > 0) {
        const ssize_t written = write(m_descriptor, bytes, size);
        require(written > 0, "the memory file of the fuzzer takes no more bytes");
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
}

MemoryFile::~MemoryFile()
{
    close(m_descriptor);
}

std::string MemoryFile::path() const
{
    return fmt::format("/proc/self/fd/{}", m_descriptor);
}

} // namespace stepscope::fuzzing
