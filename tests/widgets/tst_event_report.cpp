// SPDX-License-Identifier: GPL-3.0-or-later
// What the Selection panel says about slices, instants, samples and ranges of a small trace.
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/details/event_links.h"
#include "widgets/details/event_report.h"
#include "widgets/details/health_report.h"
#include "widgets/details/report_html.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

const DetailLine* find(const QList<DetailSection>& sections, const char* label)
{
    for (const DetailSection& section : sections) {
        for (const DetailLine& line : section.lines) {
            if (line.label == QLatin1String(label))
                return &line;
        }
    }
    return nullptr;
}

QString valueOf(const QList<DetailSection>& sections, const char* label)
{
    const DetailLine* line = find(sections, label);
    return line != nullptr ? line->value : QStringLiteral("(no such line)");
}

QString noteOf(const QList<DetailSection>& sections, const char* label)
{
    const DetailLine* line = find(sections, label);
    return line != nullptr ? line->note : QStringLiteral("(no such line)");
}

SliceId targetOf(const QList<DetailSection>& sections, const char* label)
{
    const DetailLine* line = find(sections, label);
    return line != nullptr ? line->target.slice() : SliceId();
}

const DetailSection* titled(const QList<DetailSection>& sections, const char* title)
{
    for (const DetailSection& section : sections) {
        if (section.title == QLatin1String(title))
            return &section;
    }
    return nullptr;
}

} // namespace

class TestEventReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void kernelFacts();
    void copyFacts();
    void launchChainOfKernel();
    void launchChainOfCall();
    void launchWithoutRecord();
    void operatorLeadsToItsWork();
    void parentsAreInnermostFirst();
    void flowsLeadBothWays();
    void sequenceNumbersLeadBothWays();
    void repairedDurationsShowTheRawValue();
    void unfinishedSlices();
    void beginEndPairsHaveBothEvents();
    void instants();
    void counterSamples();
    void ranges();
    void itemsThatDoNotExist();
    void bytesLeadToEvents();
    void texts();
    void links();

private:
    [[nodiscard]] EventReport report(const Item& item) const
    {
        const DeferredFacts deferred = readDeferredFacts(*m_small->trace(), item);
        return describeItem(*m_small->trace(), item, &deferred);
    }
    [[nodiscard]] EventReport report(std::string_view name) const { return report(Item::of(m_small->slice(name))); }

    std::unique_ptr<tests::LoadedTrace> m_small;
};

void TestEventReport::initTestCase()
{
    m_small = std::make_unique<tests::LoadedTrace>(tests::smallTraceJson());
    QVERIFY(m_small->ok());
}

void TestEventReport::kernelFacts()
{
    const EventReport kernel = report("void gemm<float, 128>(int*)");
    QCOMPARE(kernel.kind, QStringLiteral("Kernel"));
    QCOMPARE(kernel.name, QStringLiteral("void gemm<float, 128>(int*)"));
    QCOMPARE(valueOf(kernel.facts, "Start"), QStringLiteral("+60.1 µs"));
    QCOMPARE(noteOf(kernel.facts, "Start"), QStringLiteral("1060.125 µs"));
    QCOMPARE(noteOf(kernel.facts, "End"), QStringLiteral("1101.532 µs"));
    QCOMPARE(valueOf(kernel.facts, "Duration"), QStringLiteral("41.4 µs"));
    QCOMPARE(noteOf(kernel.facts, "Duration"), QStringLiteral("41 407 ns"));
    QCOMPARE(valueOf(kernel.facts, "Row"), QStringLiteral("stream 7"));
    QCOMPARE(valueOf(kernel.facts, "Device"), QStringLiteral("GPU 0, Test GPU"));
    QCOMPARE(valueOf(kernel.facts, "Stream"), QStringLiteral("7"));
    QCOMPARE(valueOf(kernel.facts, "Grid"), QStringLiteral("512 × 2 × 1"));
    QCOMPARE(valueOf(kernel.facts, "Block"), QStringLiteral("128 × 1 × 1"));
    QVERIFY(find(kernel.facts, "Bytes") == nullptr); // not recorded: not 0
}

void TestEventReport::copyFacts()
{
    const EventReport copy = report("Memcpy HtoD (Pinned -> Device)");
    QCOMPARE(valueOf(copy.facts, "Bytes"), QStringLiteral("4 KiB"));
    QCOMPARE(noteOf(copy.facts, "Bytes"), QStringLiteral("4 096 B"));
    QCOMPARE(valueOf(copy.facts, "Bandwidth"), QStringLiteral("2.05 GB/s")); // 4096 B in 2000 ns
}

void TestEventReport::launchChainOfKernel()
{
    const EventReport kernel = report("void gemm<float, 128>(int*)");
    QCOMPARE(targetOf(kernel.links, "Launch"), m_small->slice("cudaLaunchKernel"));
    QCOMPARE(targetOf(kernel.links, "Operator"), m_small->slice("aten::mm"));
    QCOMPARE(targetOf(kernel.links, "Python"), m_small->slice("train.py(12): step"));
    QCOMPARE(valueOf(kernel.links, "Delay"), QStringLiteral("29.6 µs"));
    QVERIFY(noteOf(kernel.links, "Delay").startsWith(QStringLiteral("29 625 ns")));
}

void TestEventReport::launchChainOfCall()
{
    const EventReport call = report("cudaLaunchKernel");
    QCOMPARE(call.kind, QStringLiteral("Runtime call"));
    QCOMPARE(targetOf(call.links, "GPU work"), m_small->slice("void gemm<float, 128>(int*)"));
    QCOMPARE(targetOf(call.links, "Operator"), m_small->slice("aten::mm"));
}

void TestEventReport::launchWithoutRecord()
{
    const EventReport call = report("cudaLaunchKernelExC");
    QCOMPARE(valueOf(call.links, "GPU work"), QStringLiteral("not in the file"));
    QVERIFY(find(call.links, "GPU work")->warn);
}

void TestEventReport::operatorLeadsToItsWork()
{
    QCOMPARE(targetOf(report("aten::mm").links, "GPU work"), m_small->slice("void gemm<float, 128>(int*)"));
    const EventReport step = report("ProfilerStep#4");
    const DetailSection* launched = titled(step.links, "Launched from here");
    QVERIFY(launched != nullptr);
    QCOMPARE(launched->lines.size(), 2);
    QVERIFY(titled(report("ProfilerStep#5").links, "Launched from here") == nullptr);
}

void TestEventReport::parentsAreInnermostFirst()
{
    const EventReport call = report("cudaLaunchKernel");
    const DetailSection* parents = titled(call.links, "Parents, innermost first");
    QVERIFY(parents != nullptr);
    QList<SliceId> chain;
    for (const DetailLine& line : parents->lines)
        chain << line.target.slice();
    QCOMPARE(chain,
        QList<SliceId>(
            {m_small->slice("aten::mm"), m_small->slice("train.py(12): step"), m_small->slice("ProfilerStep#4")}));
    QCOMPARE(valueOf(call.facts, "Depth"), QStringLiteral("3"));
    QCOMPARE(valueOf(report("aten::mm").facts, "Children"), QStringLiteral("1"));
    QCOMPARE(noteOf(report("aten::mm").facts, "Self time"), QStringLiteral("89 750 ns"));
}

void TestEventReport::flowsLeadBothWays()
{
    QCOMPARE(targetOf(report("aten::mm").links, "to"), m_small->slice("load"));
    QCOMPARE(targetOf(report("load").links, "from"), m_small->slice("aten::mm"));
    QVERIFY(noteOf(report("load").links, "from").contains(QStringLiteral("fwdbwd")));
}

void TestEventReport::sequenceNumbersLeadBothWays()
{
    const auto op = [](const char* name, int tid, int start, int forwardThread) {
        return QStringLiteral("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%1\", \"pid\": 1, \"tid\": %2, "
                              "\"ts\": %3, \"dur\": 5, \"args\": {\"Sequence number\": 7, \"Fwd thread id\": %4}}")
            .arg(QLatin1String(name))
            .arg(tid)
            .arg(start)
            .arg(forwardThread);
    };
    const tests::LoadedTrace loaded(
        QStringLiteral("[%1, %2]").arg(op("aten::mm", 1, 10, 0), op("MmBackward0", 2, 30, 1)).toUtf8());
    const SliceId forward = loaded.slice("aten::mm");
    const SliceId backward = loaded.slice("MmBackward0");
    const QList<DetailSection> from = linksOfSlice(*loaded.trace(), forward);
    const QList<DetailSection> back = linksOfSlice(*loaded.trace(), backward);
    QCOMPARE(targetOf(from, "to"), backward);
    QCOMPARE(targetOf(back, "from"), forward);
    QVERIFY(noteOf(back, "from").contains(QStringLiteral("forward/backward by sequence number")));
    const QList<DetailSection> health = contentSections(*loaded.trace());
    QCOMPARE(valueOf(health, "Flows"), QStringLiteral("0"));
    QVERIFY(valueOf(health, "Backward links").startsWith(QStringLiteral("1, found by sequence number")));
}

void TestEventReport::repairedDurationsShowTheRawValue()
{
    const EventReport negative = report("backwards");
    QCOMPARE(noteOf(negative.facts, "Duration"), QStringLiteral("0 ns"));
    QCOMPARE(noteOf(negative.facts, "In the file"), QStringLiteral("-3 000 ns"));
    QVERIFY(find(negative.facts, "In the file")->warn);
    QVERIFY(valueOf(negative.facts, "Note").contains(QStringLiteral("below zero")));
}

void TestEventReport::unfinishedSlices()
{
    const EventReport endless = report("endless");
    QVERIFY(valueOf(endless.facts, "Note").contains(QStringLiteral("no end")));
    QVERIFY(noteOf(endless.facts, "Duration").contains(QStringLiteral("up to the end of the range")));
    QVERIFY(find(endless.facts, "Self time") == nullptr); // nobody knows
    QVERIFY(find(endless.facts, "End") == nullptr);
}

void TestEventReport::beginEndPairsHaveBothEvents()
{
    const DeferredFacts facts = readDeferredFacts(*m_small->trace(), Item::of(m_small->slice("load")));
    QVERIFY(facts.event && facts.endEvent);
    QVERIFY(!facts.error);
    const QString text = toPlainText(report("load"), &facts);
    QVERIFY2(text.contains(QStringLiteral("a.bin")) && text.contains(QStringLiteral("77")), qPrintable(text));
    QVERIFY(toJsonText(facts).startsWith(QLatin1Char('[')));
}

void TestEventReport::instants()
{
    QCOMPARE(m_small->trace()->instants.size(), std::size_t {1});
    const EventReport memory = report(Item::of(InstantId(0U)));
    QCOMPARE(memory.name, QStringLiteral("[memory]"));
    QCOMPARE(noteOf(memory.facts, "Time"), QStringLiteral("1035.000 µs"));
    const DetailSection* inside = titled(memory.links, "Inside, innermost first");
    QVERIFY(inside != nullptr);
    QCOMPARE(inside->lines.constFirst().target.slice(), m_small->slice("cudaLaunchKernel"));
}

void TestEventReport::counterSamples()
{
    const EventReport sample = report(Item::ofSample(0, 1));
    QCOMPARE(sample.name, QStringLiteral("load average"));
    QCOMPARE(valueOf(sample.facts, "Value"), QStringLiteral("2.25"));
    QCOMPARE(valueOf(sample.facts, "Sample"), QStringLiteral("2 of 2"));
    QCOMPARE(valueOf(report(Item::ofSample(0, 0)).facts, "Holds for"), QStringLiteral("300 µs"));
}

void TestEventReport::ranges()
{
    const TimeRange range {1'000'000, 1'050'000}; // up to before the kernel
    const RangeCounts counts = countInRange(*m_small->trace(), range, {});
    QCOMPARE(counts.slices, std::uint64_t {4}); // step, frame, operator, call
    QCOMPARE(counts.gpuWork, std::uint64_t {0});
    QCOMPARE(counts.instants, std::uint64_t {1});
    const TimeRange all {m_small->trace()->rangeStart, m_small->trace()->rangeEnd};
    QCOMPARE(countInRange(*m_small->trace(), all, {}).gpuWork, std::uint64_t {2});
    const DetailSection section = describeRange(*m_small->trace(), range, &counts);
    QCOMPARE(valueOf({section}, "Length"), QStringLiteral("50 µs"));
    QCOMPARE(valueOf({section}, "Slices"), QStringLiteral("4"));
}

void TestEventReport::itemsThatDoNotExist()
{
    for (const Item& item :
        {Item {}, Item::of(SliceId(9999U)), Item::of(InstantId(9999U)), Item::ofSample(0, 99), Item::ofSample(99, 0)}) {
        QVERIFY(report(item).isEmpty());
        QVERIFY(!offsetOf(*m_small->trace(), item));
    }
}

void TestEventReport::bytesLeadToEvents()
{
    const model::Trace& trace = *m_small->trace();
    for (const Item& item : {Item::of(m_small->slice("aten::mm")), Item::of(InstantId(0U)), Item::ofSample(0, 1)}) {
        const std::uint64_t offset = *offsetOf(trace, item);
        QVERIFY(itemAtByte(trace, offset) == item);
        QVERIFY(itemAtByte(trace, offset + 5) == item); // inside of it
    }
    QVERIFY(!itemAtByte(trace, 0).valid());         // before all events
    QVERIFY(!itemAtByte(trace, 1U << 30U).valid()); // beyond the file
}

void TestEventReport::texts()
{
    const Item item = Item::of(m_small->slice("aten::mm"));
    const DeferredFacts facts = readDeferredFacts(*m_small->trace(), item);
    const QString text = toPlainText(describeItem(*m_small->trace(), item, &facts), &facts);
    for (const char* part :
        {"aten::mm", "Operator", "100 µs", "[[64, 3], [3, 8]]", "first", "second", "train.py(12): step"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    QVERIFY(toJsonText(facts).contains(QStringLiteral("\"note\": \"first\", \"note\": \"second\"")));
    QCOMPARE(eventJson(*m_small->trace(), item), toJsonText(facts));
    QCOMPARE(eventJson(*m_small->trace(), {}), QString());
}

void TestEventReport::links()
{
    for (const Item& item : {Item::of(SliceId(12U)), Item::of(InstantId(3U)), Item::ofSample(4, 5)})
        QVERIFY(itemOfLink(linkOf(item)) == item);
    for (const char* link :
        {"", "slice", "slice:", "slice:x", "slice:-1", "slice:1:2", "sample:1", "web:1", "slice:99999999999"})
        QVERIFY2(!itemOfLink(QLatin1String(link)).valid(), link);
    const QString html
        = toHtml({{QString(), {{QStringLiteral("a"), QStringLiteral("<b>&"), {}, {}, false, false}}}}, lightTheme());
    QVERIFY(html.contains(QStringLiteral("&lt;b&gt;&amp;")));
}

STEPSCOPE_TEST(TestEventReport)
#include "tst_event_report.moc"
