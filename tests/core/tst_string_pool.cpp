// SPDX-License-Identifier: GPL-3.0-or-later
// Each text once, ids in order of first use, texts that never move.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/util/string_pool.h"
#include "tests/support/test_registry.h"

#include <map>
#include <random>

using namespace stepscope;

class TestStringPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithAMap()
    {
        std::mt19937 random(1);
        StringPool pool;
        std::map<std::string, std::uint32_t> oracle;
        std::vector<std::pair<NameId, const char*>> places;
        for (int i = 0; i < 40'000; ++i) {
            const std::string text = randomText(random);
            const auto [known, isNew] = oracle.emplace(text, static_cast<std::uint32_t>(oracle.size()));
            QCOMPARE(pool.find(text).valid(), !isNew);
            const NameId id = random() % 2 == 0 ? pool.intern(text) : pool.intern(text, StringPool::hash(text));
            QCOMPARE(id.value, known->second);
            QCOMPARE(pool.find(text), id);
            if (isNew)
                places.emplace_back(id, pool.view(id).data());
        }
        QCOMPARE(pool.size(), oracle.size());
        for (const auto& [text, id] : oracle)
            QVERIFY(pool.view(NameId(id)) == text);
        for (const auto& [id, place] : places)
            QVERIFY(pool.view(id).data() == place);
    }

    void textsNeedNotOutliveTheCall()
    {
        StringPool pool;
        std::string text = "gemm";
        const NameId id = pool.intern(text);
        text = "conv";
        QVERIFY(pool.view(id) == "gemm");
        QVERIFY(pool.intern("gemm") == id);
        QVERIFY(pool.intern(text) != id);
    }

    void nulsAndPrefixesAreDifferentTexts()
    {
        StringPool pool;
        const NameId a = pool.intern(std::string_view("a\0b", 3));
        const NameId b = pool.intern("a");
        const NameId c = pool.intern(std::string_view("a\0", 2));
        const NameId empty = pool.intern("");
        QVERIFY(a != b && b != c && a != c && empty != b);
        QCOMPARE(pool.view(a).size(), std::size_t {3});
        QVERIFY(pool.view(empty).empty());
    }

    void unknownIdsAreEmpty()
    {
        const StringPool pool;
        QVERIFY(pool.view(NameId()).empty());
        QVERIFY(!pool.find("x").valid());
    }

    void moves()
    {
        StringPool pool;
        const NameId id = pool.intern("one");
        StringPool other(std::move(pool));
        QVERIFY(other.view(id) == "one");
        QVERIFY(other.intern("one") == id);
        pool = StringPool();
        QCOMPARE(pool.intern("two").value, 0U);
    }

    void longTextsDoNotWasteBlocks()
    {
        StringPool pool;
        constexpr std::size_t kLong = 60'000;
        for (int i = 0; i < 100; ++i) {
            pool.intern(std::string(kLong, 'x') + std::to_string(i));
            pool.intern("short " + std::to_string(i));
        }
        QVERIFY(pool.bytes() >= 100 * kLong);
        QVERIFY(pool.bytes() < 100 * kLong + 200'000);
    }

private:
    static std::string randomText(std::mt19937& random)
    {
        const std::size_t length = random() % 500 == 0 ? random() % 200'000 : random() % 12;
        std::string text(length, 'a');
        for (std::size_t i = 0; i < std::min<std::size_t>(length, 12); ++i)
            text[i] = static_cast<char>('a' + random() % 3);
        return text;
    }
};

STEPSCOPE_TEST(TestStringPool)

#include "tst_string_pool.moc"
