// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/column.h"

#include <new>
#include <sys/mman.h>

namespace stepscope::detail {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t {2} << 20U;

std::size_t roundUp(std::size_t bytes)
{
    return (bytes + kPage - 1) / kPage * kPage;
}

} // namespace

void* remapPages(void* pages, std::size_t oldBytes, std::size_t newBytes)
{
    oldBytes = roundUp(oldBytes);
    newBytes = roundUp(newBytes);
    if (oldBytes == newBytes)
        return newBytes ? pages : nullptr;
    if (newBytes == 0) {
        munmap(pages, oldBytes);
        return nullptr;
    }
    void* grown = oldBytes == 0 ? mmap(nullptr, newBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                : mremap(pages, oldBytes, newBytes, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED)
        throw std::bad_alloc();
    // Huge pages save page faults, but only whole ones: a small column must not grow to 2 MiB.
    if (newBytes >= 4 * kHugePage)
        madvise(grown, newBytes, MADV_HUGEPAGE);
    return grown;
}

} // namespace stepscope::detail
