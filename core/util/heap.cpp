// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/heap.h"

#include <cstdlib> // says whether this is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace stepscope {

void returnLargeBlocks()
{
#ifdef __GLIBC__
    constexpr int kLargeBlock = 1024 * 1024;
    mallopt(M_MMAP_THRESHOLD, kLargeBlock); // a set threshold is no longer raised
#endif
}

} // namespace stepscope
