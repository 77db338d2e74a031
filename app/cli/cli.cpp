// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli.h"

#include "core/export/sections_html.h"
#include "core/load/load_file.h"
#include "core/util/time.h"

#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <new>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

namespace stepscope::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kDefaultWidth = 120;
constexpr std::size_t kLeastWidth = 60;
const Error kNoMemoryForFigures {
    ErrorClass::OutOfMemory, "There is not enough memory for the figures of this file.", -1, -1};

// Prints progress twice a second until it is destroyed; silent for files that load at once.
class ProgressPrinter
{
public:
    ProgressPrinter(const std::string& path, const Progress& progress)
        : m_path(path)
        , m_progress(progress)
    {
        if (isatty(STDERR_FILENO) != 0)
            m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

private:
    void run(const std::stop_token& stop)
    {
        bool shown = false;
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, stop, 500ms, [&stop] { return stop.stop_requested(); })) {
            const std::uint64_t total = m_progress.bytesTotal.load();
            const double share
                = total > 0 ? static_cast<double>(m_progress.bytesDone.load()) / static_cast<double>(total) : 0;
            fmt::print(
                stderr, "\r{}: {}, {} events ", m_path, formatPercent(share), formatCount(m_progress.events.load()));
            std::fflush(stderr);
            shown = true;
        }
        if (shown)
            fmt::print(stderr, "\r\033[K");
    }

    const std::string& m_path;
    const Progress& m_progress;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread; // last: stops before what it uses goes away
};

std::optional<std::int64_t> parseNs(std::string_view text)
{
    std::int64_t value = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || at != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

bool print(std::string_view text)
{
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

std::string asHtml(std::vector<exporting::Section> sections, std::string_view subject)
{
    return exporting::pageHtml(
        {fmt::format("{}: Stepscope report", subject), std::move(sections), {}, "Stepscope " STEPSCOPE_VERSION});
}

void complain(std::string_view message)
{
    fmt::print(stderr, "stepscope-cli: {}\n", message);
}

bool outputIsTerminal()
{
    return isatty(STDOUT_FILENO) != 0;
}

std::size_t outputWidth()
{
    winsize size {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(kLeastWidth, size.ws_col);
    return kDefaultWidth;
}

exporting::ReportedFile loadFile(const std::string& path)
{
    exporting::ReportedFile file;
    file.path = path;
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (!error)
        file.bytes = bytes;
    Progress progress;
    const ProgressPrinter printer(path, progress);
    auto loaded = load::loadFile(path, progress);
    if (!loaded)
        file.error = loaded.error();
    else if (const auto* trace = std::get_if<load::TracePtr>(&*loaded))
        file.trace = *trace;
    else if (const auto* snapshot = std::get_if<load::SnapshotPtr>(&*loaded))
        file.snapshot = *snapshot;
    else
        file.timeline = std::get<load::TimelinePtr>(*loaded);
    return file;
}

void WindowOptions::addTo(CLI::App& command)
{
    command.add_option("--window", window, "only what lies in A..B, in ns of the file")->type_name("A..B");
    command.add_option("--step", step, "only ProfilerStep number N")->type_name("N");
}

Expected<analysis::WindowRequest> WindowOptions::request() const
{
    analysis::WindowRequest request;
    request.step = step;
    if (window.empty())
        return request;
    const std::size_t dots = window.find("..");
    if (dots != std::string::npos) {
        const std::optional<std::int64_t> from = parseNs(std::string_view(window).substr(0, dots));
        const std::optional<std::int64_t> to = parseNs(std::string_view(window).substr(dots + 2));
        if (from && to && *from <= *to) {
            request.window = Interval {*from, *to};
            return request;
        }
    }
    return fail(ErrorClass::Internal,
        fmt::format("--window {}: write it as A..B, two times in ns of the file, A not after B", window));
}

void DeviceOption::addTo(CLI::App& command)
{
    command.add_option("--device", id, "this device of a snapshot; -1 is pinned host memory")->type_name("D");
}

Expected<std::size_t> DeviceOption::indexIn(const model::MemorySnapshot& snapshot, const std::string& path) const
{
    std::string ids;
    for (std::size_t i = 0; i < snapshot.devices.size(); ++i) {
        if (id ? snapshot.devices[i].id == *id : i == snapshot.defaultDevice)
            return i;
        ids += fmt::format("{}{}", ids.empty() ? "" : ", ", snapshot.devices[i].id);
    }
    return fail(ErrorClass::Internal,
        ids.empty() ? fmt::format("{} holds no device", path)
                    : fmt::format("--device {}: the devices are {}", id.value_or(0), ids));
}

Expected<void> addFigures(
    exporting::ReportedFile& file, const analysis::WindowRequest& request, const analysis::AnalysisOptions& options)
{
    analysis::StepIndex steps = analysis::buildStepIndex(*file.trace);
    const std::optional<analysis::Window> window = analysis::resolveWindow(request, steps);
    if (!window)
        return fail(ErrorClass::Internal,
            fmt::format("{} has no ProfilerStep#{}{}", file.path, request.step.value_or(0),
                steps.steps.empty()
                    ? "; it has no steps at all"
                    : fmt::format("; its steps are {} to {}", steps.steps.front().number, steps.steps.back().number)));
    try {
        file.figures = analysis::computeFigures(*file.trace, std::move(steps), *window, options);
    } catch (const std::bad_alloc&) {
        file.trace.reset();
        file.error = kNoMemoryForFigures;
    }
    return {};
}

void addMemoryFigures(exporting::ReportedFile& file)
{
    try {
        if (file.snapshot)
            file.memory = analysis::computeMemoryFigures(*file.snapshot);
        else
            file.categories = analysis::computeCategoryFigures(*file.timeline);
    } catch (const std::bad_alloc&) {
        file.snapshot.reset();
        file.timeline.reset();
        file.error = kNoMemoryForFigures;
    }
}

} // namespace stepscope::cli
