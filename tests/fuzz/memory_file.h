// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The input of a fuzzer as a regular file that exists in memory only: core opens files by path, and thousands of them a
// second must not wear out a disk. The path is valid as long as the object lives, in this process. One thread.

#include <cstddef>
#include <cstdint>
#include <string>

namespace stepscope::fuzzing {

class MemoryFile
{
public:
    MemoryFile(const std::uint8_t* bytes, std::size_t size); // aborts when the system gives no file
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const;

private:
    int m_descriptor = -1;
};

} // namespace stepscope::fuzzing
