// SPDX-License-Identifier: GPL-3.0-or-later
// Traces for tests of the analyses: events as plain values, which both the loader and a brute-force oracle can read.
#pragma once

#include "core/json/trace_loader.h"
#include "core/util/json_text.h"
#include "core/util/time.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stepscope::tests {

struct TestEvent
{
    std::string category;
    std::string name;
    int pid = 0;
    int tid = 0;
    std::int64_t start = 0; // ns
    std::int64_t dur = 0;   // ns
    int correlation = 0;    // 0: none
    std::string args;       // further arguments as JSON members

    [[nodiscard]] std::int64_t end() const { return start + dur; }
};

inline constexpr int kCpu = 100; // pid of the program; 0 and 1 are GPUs

class EventList
{
public:
    std::vector<TestEvent> events;
    std::string topLevel; // further top-level members, each followed by a comma

    TestEvent& add(const std::string& category, const std::string& name, int pid, int tid, std::int64_t start,
        std::int64_t dur, int correlation = 0)
    {
        TestEvent event;
        event.category = category;
        event.name = name;
        event.pid = pid;
        event.tid = tid;
        event.start = start;
        event.dur = dur;
        event.correlation = correlation;
        events.push_back(event);
        return events.back();
    }
    TestEvent& kernel(const std::string& name, int stream, std::int64_t start, std::int64_t dur, int correlation = 0)
    {
        return add("kernel", name, 0, stream, start, dur, correlation);
    }
    TestEvent& launch(int tid, std::int64_t start, std::int64_t dur, int correlation)
    {
        return add("cuda_runtime", "cudaLaunchKernel", kCpu, tid, start, dur, correlation);
    }
    TestEvent& op(const std::string& name, int tid, std::int64_t start, std::int64_t dur)
    {
        return add("cpu_op", name, kCpu, tid, start, dur);
    }

    [[nodiscard]] std::string json() const
    {
        std::string out = "{\"schemaVersion\": 1, " + topLevel + "\"traceEvents\": [\n";
        for (std::size_t i = 0; i < events.size(); ++i)
            out += (i > 0 ? ",\n" : "") + line(events[i]);
        return out + "\n]}\n";
    }

    // Fails the calling test and returns null when the loader refuses it.
    [[nodiscard]] std::shared_ptr<const model::Trace> load() const { return loadText(json()); }

    [[nodiscard]] static std::shared_ptr<const model::Trace> loadText(const std::string& text)
    {
        static const auto dir = std::make_unique<QTemporaryDir>();
        QFile file(dir->filePath(QStringLiteral("trace.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            return nullptr;
        file.close();
        Progress progress;
        auto trace = json::loadTrace(file.fileName().toStdString(), progress);
        if (!trace)
            qWarning("%s", trace.error().message.c_str());
        return trace ? *trace : nullptr;
    }

private:
    static std::string line(const TestEvent& event)
    {
        std::string args = event.args;
        if (event.correlation > 0)
            args = "\"correlation\": " + std::to_string(event.correlation) + (args.empty() ? "" : ", ") + args;
        if (event.pid != kCpu)
            args = "\"device\": " + std::to_string(event.pid) + ", \"stream\": " + std::to_string(event.tid)
                + (args.empty() ? "" : ", ") + args;
        return "{\"ph\": \"X\", \"cat\": \"" + event.category + "\", \"name\": \"" + escapeJson(event.name)
            + "\", \"pid\": " + std::to_string(event.pid) + ", \"tid\": " + std::to_string(event.tid)
            + ", \"ts\": " + formatExactMicroseconds(event.start) + ", \"dur\": " + formatExactMicroseconds(event.dur)
            + ", \"args\": {" + args + "}}";
    }
};

} // namespace stepscope::tests
