// SPDX-License-Identifier: GPL-3.0-or-later
// Any part of the text can be read back, from a file or from packed blocks, from any thread.
#include "core/io/text_store.h"
#include "tests/core/packing.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <atomic>
#include <filesystem>
#include <numeric>
#include <random>
#include <thread>

using namespace stepscope;
using namespace stepscope::io;
using stepscope::tests::TemporaryFiles;
using stepscope::tests::traceLikeText;

namespace {

struct Piece
{
    std::size_t index;
    std::size_t offset;
    std::size_t bytes;
};

std::vector<Piece> randomPieces(std::size_t total, std::size_t longest, std::mt19937& random)
{
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < total;) {
        const std::size_t n = std::min<std::size_t>(random() % (longest + 1), total - at); // empty ones too
        pieces.push_back({pieces.size(), at, n});
        at += n;
    }
    return pieces;
}

void fill(CompressedTextStore& store, const std::string& text, const std::vector<Piece>& pieces, unsigned threads)
{
    std::atomic<std::size_t> next {0};
    std::vector<std::jthread> workers;
    for (unsigned t = 0; t < threads; ++t) {
        workers.emplace_back([&] {
            for (std::size_t i = next++; i < pieces.size(); i = next++) {
                const Piece& piece = pieces[i];
                store.append(piece.index, piece.offset, std::span(text).subspan(piece.offset, piece.bytes));
            }
        });
    }
}

bool readsBack(const TextStore& store, const std::string& text, std::uint64_t offset, std::size_t bytes)
{
    std::string out(bytes, '?');
    const Expected<std::size_t> n = store.read(offset, out);
    const std::string expected = offset < text.size() ? text.substr(offset, bytes) : std::string();
    return n && *n == expected.size() && out.substr(0, *n) == expected;
}

} // namespace

class TestTextStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fileStoreReadsTheFile()
    {
        TemporaryFiles files;
        const std::string text = traceLikeText(20'000, 1);
        const std::string path = files.write(text);
        const FileTextStore store(*FileReader::open(path));
        QCOMPARE(store.size(), std::uint64_t {20'000});
        QCOMPARE(store.memoryBytes(), std::size_t {0});
        QVERIFY(readsBack(store, text, 0, 20'000));
        QVERIFY(readsBack(store, text, 19'990, 50));
        QVERIFY(readsBack(store, text, 20'001, 50));
        std::filesystem::resize_file(path, 100);
        std::string out(50, '\0');
        QVERIFY(store.read(80, out).error().errorClass == ErrorClass::Changed);
        QVERIFY(store.verifyUnchanged().error().errorClass == ErrorClass::Changed);
    }

    void blocksInAnyOrderFromManyThreads()
    {
        std::mt19937 random(2);
        for (int round = 0; round < 40; ++round) {
            const std::string text = traceLikeText(random() % 200'000, static_cast<unsigned>(round));
            std::vector<Piece> pieces = randomPieces(text.size(), 1 + random() % 20'000, random);
            std::shuffle(pieces.begin(), pieces.end(), random);
            CompressedTextStore store(nullptr, static_cast<int>(random() % 8) - 5);
            fill(store, text, pieces, 1 + random() % 4);
            QVERIFY(store.seal());
            QCOMPARE(store.size(), static_cast<std::uint64_t>(text.size()));
            QVERIFY(readsBack(store, text, 0, text.size() + 10));
            for (int i = 0; i < 200; ++i)
                QVERIFY(readsBack(store, text, random() % (text.size() + 5), random() % 3'000));
        }
    }

    void readFromManyThreads()
    {
        std::mt19937 random(3);
        const std::string text = traceLikeText(600'000, 4);
        CompressedTextStore store(nullptr);
        fill(store, text, randomPieces(text.size(), 30'000, random), 2);
        QVERIFY(store.seal());
        std::atomic<int> wrong {0};
        std::vector<std::jthread> threads;
        for (unsigned t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                std::mt19937 own(t);
                for (int i = 0; i < 500; ++i)
                    wrong += readsBack(store, text, own() % text.size(), own() % 70'000) ? 0 : 1;
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }

    void textThatCannotBePackedIsKept()
    {
        std::mt19937 random(5);
        std::string noise(100'000, '\0');
        for (char& c : noise)
            c = static_cast<char>(random());
        CompressedTextStore store(nullptr);
        store.append(0, 0, noise);
        store.append(1, noise.size(), std::string_view("x"));
        QVERIFY(store.seal());
        QVERIFY(readsBack(store, noise + 'x', 0, 100'001));
    }

    void memoryIsThatOfTheFrames()
    {
        const std::string text = traceLikeText(4'000'000, 6);
        CompressedTextStore store(nullptr);
        for (std::size_t i = 0; i < 4; ++i)
            store.append(i, i * 1'000'000, std::span(text).subspan(i * 1'000'000, 1'000'000));
        QVERIFY(store.seal());
        const std::size_t packed = store.memoryBytes();
        QVERIFY(packed < text.size() / 2);
        QVERIFY(readsBack(store, text, 0, text.size()));
        QVERIFY(store.memoryBytes() <= packed + 4 * 1'100'000); // a few unpacked blocks at most
    }

    void gapsAndOverlapsAreErrors()
    {
        for (const std::uint64_t second : {9U, 11U}) {
            CompressedTextStore store(nullptr);
            store.append(0, 0, std::string_view("0123456789"));
            store.append(1, second, std::string_view("abc"));
            const Expected<void> sealed = store.seal();
            QVERIFY(!sealed && sealed.error().errorClass == ErrorClass::Internal);
        }
    }

    void nothingAtAll()
    {
        CompressedTextStore store(nullptr);
        QVERIFY(store.seal());
        QCOMPARE(store.size(), std::uint64_t {0});
        QVERIFY(readsBack(store, "", 0, 10));
        QVERIFY(store.verifyUnchanged());
    }

    void aChangedFileIsNoticed()
    {
        TemporaryFiles files;
        const std::string path = files.write("packed data");
        CompressedTextStore store(*FileReader::open(path));
        store.append(0, 0, std::string_view("text"));
        QVERIFY(store.seal());
        QVERIFY(store.verifyUnchanged());
        std::filesystem::resize_file(path, 3);
        QVERIFY(store.verifyUnchanged().error().errorClass == ErrorClass::Changed);
        QVERIFY(readsBack(store, "text", 0, 10)); // what is in memory is still there
    }
};

STEPSCOPE_TEST(TestTextStore)

#include "tst_text_store.moc"
