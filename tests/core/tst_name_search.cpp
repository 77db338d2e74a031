// SPDX-License-Identifier: GPL-3.0-or-later
// Search by name and in arguments against a look at every slice.
#include "core/analysis/argument_search.h"
#include "core/analysis/name_search.h"
#include "tests/support/as_json.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

using namespace stepscope;
using namespace stepscope::analysis;

namespace {

std::vector<SliceId> slowHits(const model::Trace& trace, const SearchFilter& filter)
{
    std::vector<SliceId> hits;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const NameId name = trace.slices.name[i];
        const bool inCategory = filter.categories.empty() || filter.categories[trace.slices.category[i]] != 0;
        if (filter.names[name.index()] != 0 && inCategory)
            hits.emplace_back(i);
    }
    std::sort(hits.begin(), hits.end(), [&trace](SliceId a, SliceId b) {
        return std::tuple(trace.slices.start[a.index()], a) < std::tuple(trace.slices.start[b.index()], b);
    });
    return hits;
}

QString lower(std::string_view text)
{
    std::string copy(text);
    for (char& c : copy)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return QString::fromLatin1(copy.data(), static_cast<qsizetype>(copy.size()));
}

std::vector<SliceId> inArguments(const model::Trace& trace, const std::string& text)
{
    std::vector<SliceId> hits;
    Progress progress;
    const ArgumentSearch search {[text](std::string_view of) { return containsIgnoringCase(of, text); }, text, {}};
    const auto done = searchArguments(
        trace, search, [&hits](SliceId slice) { hits.push_back(slice); }, progress, std::stop_token());
    if (!done || !*done || progress.events != hits.size() || progress.bytesDone != progress.bytesTotal)
        return {SliceId()};
    return hits;
}

} // namespace

class TestNameSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameAsLookingAtEverySlice()
    {
        std::mt19937_64 random(11);
        std::size_t found = 0;
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const tests::LoadedTrace loaded(
                QByteArray::fromStdString(writeTrace(tests::randomEvents(seed, 600), tests::Style::Compact)));
            QVERIFY(loaded.ok());
            const model::Trace& trace = *loaded.trace();
            for (int i = 0; i < 8; ++i) {
                SearchFilter filter;
                for (std::size_t name = 0; name < trace.names.size(); ++name)
                    filter.names.push_back(random() % 3 == 0 ? 1 : 0);
                for (std::size_t category = 0; i % 2 == 1 && category < trace.categories.size(); ++category)
                    filter.categories.push_back(random() % 2 == 0 ? 1 : 0);
                const std::vector<SliceId> expected = slowHits(trace, filter);
                QCOMPARE(hitsInOrder(trace, filter, std::stop_token()).value(), expected);
                const HitCounts counts = countHits(trace, filter, std::stop_token()).value();
                QCOMPARE(counts.total, expected.size());
                std::map<NameId, std::uint64_t> perName;
                for (const SliceId slice : expected)
                    ++perName[trace.slices.name[slice.index()]];
                QCOMPARE(counts.byName.size(), perName.size());
                for (const NameCount& entry : counts.byName)
                    QCOMPARE(entry.slices, perName.at(entry.name));
                QVERIFY(std::is_sorted(counts.byName.begin(), counts.byName.end(),
                    [](const NameCount& a, const NameCount& b) { return a.slices > b.slices; }));
                found += expected.size();
            }
        }
        QVERIFY(found > 1000);
    }

    void textsAreFoundInEitherCase()
    {
        StringPool names;
        for (const char* name : {"aten::MM", "Kernel_mm", "m m", "", "\xc3\xa4tna"})
            names.intern(name);
        const std::vector<std::uint8_t> both {1, 1, 0, 0, 0};
        QCOMPARE(namesContaining(names, "mM"), both);
        QCOMPARE(namesContaining(names, ""), std::vector<std::uint8_t>(5, 0));
        for (std::string_view text : {"T", "::m", "\xc3\xa4", "aten::mm", "longer than any of them"}) {
            const std::vector<std::uint8_t> found = namesContaining(names, text);
            for (std::size_t i = 0; i < names.size(); ++i)
                QCOMPARE(found[i] != 0, lower(names.view(NameId(i))).contains(lower(text)));
        }
    }

    void argumentsAreReadFromTheFile()
    {
        const std::string events = tests::asJson("{'traceEvents':["
                                                 "{'ph':'X','name':'b','pid':1,'tid':1,'ts':90,'dur':1,"
                                                 "'args':{'Input Dims':[[64,128],[7]],'path':'a/Model.py'}},"
                                                 "{'ph':'X','name':'a','pid':1,'tid':1,'ts':10,'dur':1,"
                                                 "'args':{'deep':{'er':'MODEL'}}},"
                                                 "{'ph':'X','name':'model','pid':1,'tid':1,'ts':30,'dur':1},"
                                                 "{'ph':'X','name':'c','pid':1,'tid':1,'ts':50,'dur':1,"
                                                 "'args':{'text':'m\\u006fdel'}}]}");
        const tests::LoadedTrace loaded(QByteArray::fromStdString(events));
        QVERIFY(loaded.ok());
        const std::vector<SliceId> hits = inArguments(*loaded.trace(), "model");
        // In the order of the file, escapes understood; names are no arguments.
        QCOMPARE(hits, (std::vector<SliceId> {loaded.slice("b"), loaded.slice("a"), loaded.slice("c")}));
        QCOMPARE(inArguments(*loaded.trace(), "128"), std::vector<SliceId> {loaded.slice("b")});
        QCOMPARE(inArguments(*loaded.trace(), "input dims"), std::vector<SliceId> {loaded.slice("b")});
        QVERIFY(inArguments(*loaded.trace(), "90").empty());
    }

    void stopsWhenAsked()
    {
        const tests::LoadedTrace loaded(tests::smallTraceJson());
        QVERIFY(loaded.ok());
        std::stop_source stop;
        stop.request_stop();
        const SearchFilter filter {std::vector<std::uint8_t>(loaded.trace()->names.size(), 1), {}};
        QVERIFY(!countHits(*loaded.trace(), filter, stop.get_token()));
        QVERIFY(!hitsInOrder(*loaded.trace(), filter, stop.get_token()));
        Progress progress;
        std::size_t found = 0;
        const auto done = searchArguments(
            *loaded.trace(), {[](std::string_view) { return true; }, {}, {}}, [&found](SliceId) { ++found; }, progress,
            stop.get_token());
        QVERIFY(done && !*done);
        QCOMPARE(found, std::size_t {0});
    }
};

STEPSCOPE_TEST(TestNameSearch)
#include "tst_name_search.moc"
