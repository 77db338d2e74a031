// SPDX-License-Identifier: GPL-3.0-or-later
// Large blocks that are freed are the system's again, and the next ones are as well.
#include "core/util/heap.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cstddef>
#include <vector>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <malloc.h>
#define HAS_GLIBC_HEAP 1
#endif
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef HAS_GLIBC_HEAP
#endif
#endif

using namespace stepscope;

class TestHeap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void largeBlocksAreMappedAfterOthersWereFreed()
    {
#ifdef HAS_GLIBC_HEAP
        returnLargeBlocks();
        constexpr std::size_t kBytes = 4U << 20U;
        for (int i = 0; i < 3; ++i) { // the first freed one is what raises the threshold by itself
            const auto before = mallinfo2().hblkhd;
            const std::vector<char> large(kBytes, 'x');
            QVERIFY(mallinfo2().hblkhd >= before + large.size());
        }
#else
        QSKIP("another allocator");
#endif
    }
};

STEPSCOPE_TEST(TestHeap)

#include "tst_heap.moc"
