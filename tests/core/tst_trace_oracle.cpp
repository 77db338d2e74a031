// SPDX-License-Identifier: GPL-3.0-or-later
// The loader against a slow reading of the same text with QJsonDocument that shares no code with it: every X event with
// its exact times, how long each stream is busy, and the launch of each piece of GPU work whose correlation number is
// unique. On generated traces and on the real ones of the shared folder, where there is one.
#include "core/util/interval_ops.h"

#include "tests/support/random_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_files.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

constexpr std::size_t kLargestText = std::size_t {5} << 20U;

// ts and dur as texts, since a double does not hold them; what is no JSON at all becomes null.
QByteArray prepared(const std::string& text)
{
    static const QRegularExpression times(QStringLiteral("\"(ts|dur)\"(\\s*:\\s*)(-?[0-9][-+.0-9eE]*)"));
    static const QRegularExpression bare(QStringLiteral("(\":\\s*)-?(NaN|nan|Infinity|inf)(?=\\s*[,}])"));
    QString copy = QString::fromStdString(text);
    copy.replace(times, QStringLiteral("\"\\1\"\\2\"\\3\""));
    copy.replace(bare, QStringLiteral("\\1null"));
    return copy.toUtf8();
}

std::optional<QJsonArray> eventsOf(const std::string& text)
{
    const QJsonDocument document = QJsonDocument::fromJson(prepared(text));
    const QJsonValue events
        = document.isArray() ? QJsonValue(document.array()) : document.object().value(QLatin1String("traceEvents"));
    return events.isArray() ? std::optional(events.toArray()) : std::nullopt;
}

// Microseconds as decimal text to nanoseconds; half a nanosecond goes up.
std::optional<std::int64_t> nanoseconds(const QJsonValue& value)
{
    static const QRegularExpression decimal(QStringLiteral("^(-?)([0-9]{1,15}|[0-9]{16})(?:\\.([0-9]+))?$"));
    const QRegularExpressionMatch match = decimal.match(value.toString().trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    const QString fraction = match.captured(3) + QStringLiteral("0000");
    const std::int64_t size = match.captured(2).toLongLong() * 1000 + fraction.left(3).toLongLong()
        + (fraction.at(3) >= QLatin1Char('5') ? 1 : 0);
    return match.captured(1).isEmpty() ? size : -size;
}

std::string textOf(const QJsonValue& value)
{
    return value.isDouble() ? fmt::format("{}", value.toInteger()) : value.toString().toStdString();
}

// An event without pid or tid lies on 0.
std::string idOf(const QJsonValue& value)
{
    return value.isUndefined() || value.isNull() ? "0" : textOf(value);
}

struct Span
{
    std::int64_t start = 0;
    std::int64_t end = 0;
};
using OracleRow = std::pair<std::string, std::string>; // pid, tid

struct Picture
{
    std::vector<std::string> slices; // sorted
    std::map<OracleRow, std::int64_t> busy;
    std::map<std::int64_t, std::string> launches; // by unique correlation number
};

// By every stretch between two neighbouring edges: busy where any span covers it.
std::int64_t coveredLength(const std::vector<Span>& spans)
{
    std::set<std::int64_t> edges;
    for (const Span& span : spans)
        edges.insert({span.start, span.end});
    std::int64_t sum = 0;
    for (auto edge = edges.begin(); edge != edges.end() && std::next(edge) != edges.end(); ++edge) {
        const std::int64_t from = *edge;
        const std::int64_t to = *std::next(edge);
        const bool covered = std::any_of(
            spans.begin(), spans.end(), [&](const Span& span) { return span.start <= from && to <= span.end; });
        sum += covered ? to - from : 0;
    }
    return sum;
}

std::string sliceLine(
    std::int64_t start, const std::optional<std::int64_t>& dur, const std::string& cat, const std::string& name)
{
    return fmt::format("{} {} [{}] [{}]", start, dur ? std::to_string(*dur) : "unfinished", cat, name);
}

bool isWork(const std::string& cat)
{
    static const std::set<QString> kWork {QStringLiteral("kernel"), QStringLiteral("gpu_memcpy"),
        QStringLiteral("gpu_memset"), QStringLiteral("memcpy"), QStringLiteral("memset")};
    return kWork.count(QString::fromStdString(cat).toLower()) > 0;
}

bool isCall(const std::string& cat)
{
    const QString lower = QString::fromStdString(cat).toLower();
    return lower == QLatin1String("runtime") || lower.endsWith(QLatin1String("_runtime"))
        || lower.endsWith(QLatin1String("_driver"));
}

class Reference
{
public:
    explicit Reference(std::int64_t rangeEnd)
        : m_rangeEnd(rangeEnd)
    {
    }

    void add(const QJsonObject& event)
    {
        const std::optional<std::int64_t> start = nanoseconds(event[QLatin1String("ts")]);
        if (event[QLatin1String("ph")].toString() != QLatin1String("X") || !start)
            return;
        const std::string cat = textOf(event[QLatin1String("cat")]);
        const std::string name = textOf(event[QLatin1String("name")]);
        const std::optional<std::int64_t> dur = nanoseconds(event[QLatin1String("dur")]);
        m_picture.slices.push_back(sliceLine(*start, dur, cat, name));
        const QJsonValue number = event[QLatin1String("args")].toObject()[QLatin1String("correlation")];
        const std::int64_t correlation = number.toInteger();
        if (isWork(cat)) {
            const OracleRow row {idOf(event[QLatin1String("pid")]), idOf(event[QLatin1String("tid")])};
            const std::int64_t end = dur ? *start + std::max<std::int64_t>(*dur, 0) : m_rangeEnd;
            m_work[row].push_back({*start, end});
            ++m_workOf[correlation];
        } else if (isCall(cat)) {
            m_calls[correlation].push_back(sliceLine(*start, dur, cat, name));
        }
    }

    Picture finish()
    {
        std::sort(m_picture.slices.begin(), m_picture.slices.end());
        for (const auto& [row, spans] : m_work)
            m_picture.busy[row] = coveredLength(spans);
        for (const auto& [correlation, calls] : m_calls) {
            if (correlation > 0 && calls.size() == 1 && m_workOf[correlation] == 1)
                m_picture.launches[correlation] = calls.front();
        }
        return m_picture;
    }

private:
    std::int64_t m_rangeEnd;
    Picture m_picture;
    std::map<OracleRow, std::vector<Span>> m_work;
    std::map<std::int64_t, int> m_workOf;
    std::map<std::int64_t, std::vector<std::string>> m_calls;
};

std::string modelLine(const model::Trace& trace, SliceId id)
{
    const bool unfinished = (trace.slices.flags[id.index()] & model::kUnfinished) != 0;
    const auto dur = unfinished ? std::nullopt : std::optional(trace.rawDurationOf(id));
    return sliceLine(
        trace.slices.start[id.index()], dur, std::string(trace.categoryOf(id)), std::string(trace.nameOf(id)));
}

Picture pictureOf(const model::Trace& trace)
{
    Picture picture;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        if ((trace.slices.flags[i] & model::kBeginEnd) == 0)
            picture.slices.push_back(modelLine(trace, SliceId(i)));
    }
    std::sort(picture.slices.begin(), picture.slices.end());
    std::map<OracleRow, std::vector<Interval>> work;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId id = trace.gpuWork.slice[i];
        if (trace.kindOf(id) == model::EventKind::DeviceOp)
            continue;
        const model::Track& track = trace.tracks[trace.trackOf(id).index()];
        work[{trace.processes[track.process.index()].pid, track.tid}].push_back(
            {trace.slices.start[id.index()], trace.slices.end(id)});
        if (trace.gpuWork.launch[i].valid())
            picture.launches[trace.gpuWork.correlation[i]] = modelLine(trace, trace.gpuWork.launch[i]);
    }
    for (auto& [row, intervals] : work)
        picture.busy[row] = totalLength(makeSet(std::move(intervals)));
    return picture;
}

// What is repaired or put aside has other times than the file.
bool timesAreTrusted(const model::Trace& trace)
{
    for (const DiagnosticKind kind :
        {DiagnosticKind::impossible_duration, DiagnosticKind::no_time_recorded, DiagnosticKind::time_outlier}) {
        if (trace.diagnostics.entry(kind).count > 0)
            return false;
    }
    return true;
}

std::string firstMissing(
    const char* what, const std::vector<std::string>& expected, const std::vector<std::string>& actual)
{
    std::vector<std::string> missing;
    std::set_difference(expected.begin(), expected.end(), actual.begin(), actual.end(), std::back_inserter(missing));
    return missing.empty() ? std::string()
                           : fmt::format("{} of {} {}: {}", missing.size(), expected.size(), what, missing.front());
}

struct Compared
{
    std::string difference;
    std::size_t slices = 0;
    std::size_t rows = 0;
    std::size_t launches = 0;
};

Compared compare(const QJsonArray& events, const model::Trace& trace)
{
    Reference reference(trace.rangeEnd);
    for (const QJsonValue& event : events)
        reference.add(event.toObject());
    const Picture expected = reference.finish();
    const Picture actual = pictureOf(trace);
    Compared result {firstMissing("slices not in the model", expected.slices, actual.slices), expected.slices.size(), 0,
        expected.launches.size()};
    if (result.difference.empty())
        result.difference = firstMissing("slices not in the file", actual.slices, expected.slices);
    for (const auto& [correlation, launch] : expected.launches) {
        const auto found = actual.launches.find(correlation);
        const std::string linked = found == actual.launches.end() ? "nothing" : found->second;
        if (linked != launch && result.difference.empty())
            result.difference = fmt::format("correlation {}: {} instead of {}", correlation, linked, launch);
    }
    if (!timesAreTrusted(trace))
        return result;
    result.rows = expected.busy.size();
    for (const auto& [row, busy] : expected.busy) {
        const auto found = actual.busy.find(row);
        const std::int64_t got = found == actual.busy.end() ? -1 : found->second;
        if (got != busy && result.difference.empty())
            result.difference = fmt::format("pid {} tid {}: busy {} instead of {}", row.first, row.second, got, busy);
    }
    return result;
}

// Two launches and their kernels, which overlap for half a microsecond; time and correlation number of the second
// kernel are the caller's.
std::string twoKernels(const std::string& ts, const std::string& correlation)
{
    const auto call = [](int number) {
        return fmt::format("{{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":9,\"tid\":9,"
                           "\"ts\":1712195495406{0}00,\"dur\":1.5,\"args\":{{\"correlation\":{0}}}}}",
            number);
    };
    const auto kernel = [](const std::string& start, const std::string& number) {
        return fmt::format("{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":{},\"dur\":2,"
                           "\"args\":{{\"stream\":7,\"correlation\":{}}}}}",
            start, number);
    };
    return traceOf({call(1), call(2), kernel("1712195495406300.0005", "1"), kernel(ts, correlation)});
}

} // namespace

class TestTraceOracle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void referenceIsRight()
    {
        Reference reference(0);
        const std::string text = twoKernels("1712195495406301.501", "2");
        const std::optional<QJsonArray> events = eventsOf(text);
        QVERIFY(events && events->size() == 4);
        for (const QJsonValue& event : *events)
            reference.add(event.toObject());
        const Picture picture = reference.finish();
        QCOMPARE(picture.slices.size(), std::size_t {4});
        QCOMPARE(picture.slices[2], std::string("1712195495406300001 2000 [kernel] [k]"));
        QCOMPARE(picture.busy.at({"0", "7"}), std::int64_t {3500});
        QCOMPARE(picture.launches.at(2), std::string("1712195495406200000 1500 [cuda_runtime] [cudaLaunchKernel]"));
    }

    void differencesAreFound_data()
    {
        QTest::addColumn<QString>("ts");
        QTest::addColumn<QString>("correlation");
        QTest::addColumn<bool>("same");
        QTest::newRow("the same") << "1712195495406301.501"
                                  << "2" << true;
        QTest::newRow("a nanosecond") << "1712195495406301.502"
                                      << "2" << false;
        QTest::newRow("no launch") << "1712195495406301.501"
                                   << "3" << false;
    }
    void differencesAreFound()
    {
        QFETCH(QString, ts);
        QFETCH(QString, correlation);
        const std::optional<QJsonArray> events = eventsOf(twoKernels("1712195495406301.501", "2"));
        const TraceOrError loaded = loadText(twoKernels(ts.toStdString(), correlation.toStdString()));
        QVERIFY(events && loaded);
        const Compared result = compare(*events, **loaded);
        QTEST(result.difference.empty(), "same");
        QCOMPARE(result.rows, std::size_t {1});
        QCOMPARE(result.launches, std::size_t {2});
    }

    void generatedTraces_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void generatedTraces()
    {
        QFETCH(int, seed);
        auto events = randomEvents(static_cast<std::uint64_t>(seed) + 7000, 600);
        for (GeneratedEvent& event : events) {
            const auto isStream = [](const auto& arg) { return arg.first == "stream"; };
            if (std::any_of(event.args.begin(), event.args.end(), isStream))
                event.args.emplace_back("graph node id", "1"); // work of a graph is never repaired
        }
        const std::string text = writeTrace(events, kStyles[seed % 4]);
        const std::optional<QJsonArray> parsed = eventsOf(text);
        QVERIFY(parsed && parsed->size() == 600);
        const TraceOrError loaded = loadText(text, {2, std::size_t {16} << 10U, Packing::Plain});
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
        const Compared result = compare(*parsed, **loaded);
        QVERIFY2(result.difference.empty(), result.difference.c_str());
        QVERIFY(result.slices > 250);
        QVERIFY(result.rows > 3);
        QVERIFY(result.launches > 3);
    }

    void realTraces_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(sharedDir().value_or(QString()) + QStringLiteral("/data/traces"));
        const QStringList patterns {QStringLiteral("*.json"), QStringLiteral("*.json.gz")};
        for (const QString& name : sharedDir() ? folder.entryList(patterns, QDir::Files, QDir::Name) : QStringList())
            QTest::newRow(qPrintable(name)) << folder.absoluteFilePath(name);
        if (!sharedDir())
            QTest::newRow("none") << QString();
    }
    void realTraces()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("no shared folder");
        const std::string text = readText(path.toStdString());
        if (text.size() > kLargestText)
            QSKIP("too large for the slow reading");
        const std::optional<QJsonArray> parsed = eventsOf(text);
        if (!parsed)
            QSKIP("no plain JSON, or no trace");
        const TraceOrError loaded = loadFile(path.toStdString());
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
        const Compared result = compare(*parsed, **loaded);
        QVERIFY2(result.difference.empty(), result.difference.c_str());
    }
};

STEPSCOPE_TEST(TestTraceOracle)

#include "tst_trace_oracle.moc"
