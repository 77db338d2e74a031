// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/column.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace stepscope::detail {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLargestSmall = std::size_t {16} << 10U;
constexpr std::size_t kHugePage = std::size_t {2} << 20U;

std::size_t roundUp(std::size_t bytes)
{
    return (bytes + kPage - 1) / kPage * kPage;
}

void* mapPages(std::size_t bytes)
{
    return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void* movePages(void* pages, std::size_t oldBytes, std::size_t newBytes)
{
#ifdef __SANITIZE_THREAD__
    // ThreadSanitizer does not see mremap: pages that another thread left would look shared.
    void* moved = mapPages(newBytes);
    if (moved == MAP_FAILED)
        return moved;
    std::memcpy(moved, pages, std::min(oldBytes, newBytes));
    munmap(pages, oldBytes);
    return moved;
#else
    return mremap(pages, oldBytes, newBytes, MREMAP_MAYMOVE);
#endif
}

} // namespace

namespace {

// A mapping for a few bytes would waste most of a page, and the system grants only some ten thousand mappings.
bool isSmall(std::size_t bytes)
{
    return bytes <= kLargestSmall;
}

void* resizeSmall(void* old, std::size_t oldBytes, std::size_t newBytes)
{
    if (newBytes == 0) {
        std::free(old);
        return nullptr;
    }
    char* grown = static_cast<char*>(std::realloc(old, newBytes));
    if (grown == nullptr)
        throw std::bad_alloc();
    if (newBytes > oldBytes)
        std::memset(grown + oldBytes, 0, newBytes - oldBytes);
    return grown;
}

void* resizeMapped(void* pages, std::size_t oldBytes, std::size_t newBytes)
{
    oldBytes = roundUp(oldBytes);
    newBytes = roundUp(newBytes);
    if (oldBytes == newBytes)
        return newBytes ? pages : nullptr;
    if (newBytes == 0) {
        munmap(pages, oldBytes);
        return nullptr;
    }
    void* grown = oldBytes == 0 ? mapPages(newBytes) : movePages(pages, oldBytes, newBytes);
    if (grown == MAP_FAILED)
        throw std::bad_alloc();
    // Huge pages save page faults, but only whole ones: a small column must not grow to 2 MiB.
    if (newBytes >= 4 * kHugePage)
        madvise(grown, newBytes, MADV_HUGEPAGE);
    return grown;
}

} // namespace

void* remapPages(void* pages, std::size_t oldBytes, std::size_t newBytes)
{
    if (isSmall(oldBytes) == isSmall(newBytes))
        return isSmall(oldBytes) ? resizeSmall(pages, oldBytes, newBytes) : resizeMapped(pages, oldBytes, newBytes);
    void* moved = isSmall(newBytes) ? resizeSmall(nullptr, 0, newBytes) : resizeMapped(nullptr, 0, newBytes);
    if (const std::size_t kept = std::min(oldBytes, newBytes))
        std::memcpy(moved, pages, kept);
    if (isSmall(oldBytes))
        resizeSmall(pages, oldBytes, 0);
    else
        resizeMapped(pages, oldBytes, 0);
    return moved;
}

} // namespace stepscope::detail
