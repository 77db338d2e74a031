// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load_ranks.h"

#include "core/analysis/trace_figures.h"
#include "core/io/byte_source.h"
#include "core/json/trace_loader.h"
#include "core/load/content.h"
#include "core/ranks/summary_json.h"
#include "core/util/progress.h"
#include "core/util/thread_pool.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <new>
#include <optional>
#include <unistd.h>

namespace stepscope::load {
namespace {

// A summary is a few hundred KB; what is far larger is none.
constexpr std::size_t kLargestSummary = std::size_t {512} << 20U;

// Memory of a trace while it is read, in bytes for each byte of its file: measured at up to 2.5 for text, which packs
// about 12 times smaller.
constexpr std::uint64_t kMemoryOfText = 3;
constexpr std::uint64_t kMemoryOfPacked = 36;

std::uint64_t memoryOf(const std::string& path)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    const bool packed = path.ends_with(".gz") || path.ends_with(".zst");
    return error ? 0 : bytes * (packed ? kMemoryOfPacked : kMemoryOfText);
}

std::uint64_t machineMemory()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) : 0;
}

// Lets readers in while there is room; one is always let in, however much it takes.
class Budget
{
public:
    explicit Budget(std::uint64_t bytes)
        : m_bytes(bytes)
    {
    }
    void take(std::uint64_t bytes)
    {
        std::unique_lock lock(m_mutex);
        m_freed.wait(lock, [&] { return m_readers == 0 || bytes <= m_bytes - std::min(m_bytes, m_taken); });
        ++m_readers;
        m_taken += bytes;
    }
    void give(std::uint64_t bytes)
    {
        {
            const std::lock_guard lock(m_mutex);
            --m_readers;
            m_taken -= bytes;
        }
        m_freed.notify_all();
    }

private:
    const std::uint64_t m_bytes;
    std::uint64_t m_taken = 0;
    std::size_t m_readers = 0;
    std::mutex m_mutex;
    std::condition_variable m_freed;
};

Expected<ranks::RankSummary> readSummary(const std::string& path)
{
    const auto file = io::FileReader::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const Expected<io::OpenedText> opened = io::openText(*file);
    if (!opened)
        return tl::unexpected(opened.error());
    std::string text;
    std::array<char, std::size_t {64} << 10U> block {};
    while (true) {
        const Expected<std::size_t> got = opened->source->read(block);
        if (!got)
            return tl::unexpected(got.error());
        text.append(block.data(), *got);
        if (text.size() > kLargestSummary)
            return fail(ErrorClass::NotATrace, "This summary is too large to be one.");
        if (*got < block.size())
            return ranks::parseSummary(text);
    }
}

Expected<ranks::RankSummary> summarizeTrace(const std::string& path, unsigned threads, const std::stop_token& stop)
{
    Progress progress;
    const auto trace = json::loadTrace(path, progress, stop, {threads, json::LoadOptions {}.chunkBytes});
    if (!trace)
        return tl::unexpected(trace.error());
    const analysis::TraceFigures figures
        = analysis::computeFigures(**trace, analysis::buildStepIndex(**trace), analysis::Window {}, {}, stop);
    ranks::RankSummary summary = ranks::summarizeRank(**trace, figures);
    if (stop.stop_requested())
        return fail(ErrorClass::Cancelled, "Loading was cancelled.");
    return summary;
}

// Where both texts have a number, the smaller number comes first: rank_2 before rank_10.
bool naturallyLess(std::string_view a, std::string_view b)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto number = [&isDigit](std::string_view& text) {
        std::size_t end = 0;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        std::string_view digits = text.substr(0, end);
        text.remove_prefix(end);
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return digits;
    };
    const std::string_view wholeA = a;
    const std::string_view wholeB = b;
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view first = number(a);
            const std::string_view second = number(b);
            if (first.size() != second.size())
                return first.size() < second.size();
            if (first != second)
                return first < second;
            continue;
        }
        if (a.front() != b.front())
            return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.empty() == b.empty() ? wholeA < wholeB : a.empty();
}

} // namespace

Expected<std::vector<std::string>> filesOfFolder(const std::string& folder)
{
    std::vector<std::string> out;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (!name.starts_with(".") && (name.ends_with(".json") || name.ends_with(".gz") || name.ends_with(".zst"))
            && at->is_regular_file(ignored))
            out.push_back(at->path().string());
    }
    if (error)
        return fail(ErrorClass::Unreadable, fmt::format("{}: {}", folder, error.message()));
    std::sort(out.begin(), out.end(), naturallyLess);
    return out;
}

Expected<ranks::RankSummary> loadRank(const std::string& path, unsigned threads, const std::stop_token& stop)
{
    try {
        const Expected<Content> content = contentOf(path);
        if (!content)
            return tl::unexpected(content.error());
        switch (*content) {
        case Content::RankSummary:
            return readSummary(path);
        case Content::Snapshot:
            return fail(ErrorClass::NotATrace, "This is a memory snapshot; ranks are compared by their traces.");
        default:
            return summarizeTrace(path, threads, stop);
        }
    } catch (const std::bad_alloc&) {
        return fail(ErrorClass::OutOfMemory, "There is not enough memory to open this file.");
    }
}

std::vector<Expected<ranks::RankSummary>> loadRanks(const std::vector<std::string>& paths, const RanksOptions& options,
    const std::function<void(std::size_t index)>& done, const std::stop_token& stop)
{
    const unsigned threads = options.threads > 0 ? options.threads : usableThreads();
    const auto readers = static_cast<unsigned>(std::min<std::size_t>(threads, paths.size()));
    const unsigned threadsEach = readers > 0 ? std::max(1U, threads / readers) : 1U;
    Budget budget(options.memoryBudget > 0 ? options.memoryBudget : machineMemory() / 2);
    std::vector<std::optional<Expected<ranks::RankSummary>>> read(paths.size());
    parallelFor(readers, paths.size(), [&](std::size_t i) {
        if (stop.stop_requested()) {
            read[i] = fail(ErrorClass::Cancelled, "Loading was cancelled.");
            return;
        }
        const std::uint64_t memory = memoryOf(paths[i]);
        budget.take(memory);
        read[i] = loadRank(paths[i], threadsEach, stop);
        budget.give(memory);
        if (done)
            done(i);
    });
    std::vector<Expected<ranks::RankSummary>> out;
    out.reserve(read.size());
    for (std::optional<Expected<ranks::RankSummary>>& one : read)
        out.push_back(std::move(*one));
    return out;
}

} // namespace stepscope::load
