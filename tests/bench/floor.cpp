// SPDX-License-Identifier: GPL-3.0-or-later
// The floor: the least that any reader of a trace has to do, as a yardstick for the loader. Reads the file in chunks
// into a buffer that is used again and again and decodes name, cat, ph, pid, tid, ts and dur of each event with
// simdjson On-Demand, on one thread. Nothing is kept; the sums that are printed keep the compiler from dropping work.
// Only for files that the generator writes: one object after another, cut where a line holds "},", and "{" follows.
//   bench_floor FILE [CHUNK_BYTES]

#include "tests/bench/measure.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <simdjson.h>
#include <string_view>
#include <unistd.h>

namespace {

namespace ondemand = simdjson::ondemand;
using simdjson::padded_string_view;
using stepscope::bench::Usage;

struct Sums
{
    std::uint64_t events = 0;
    std::uint64_t textBytes = 0; // of names and categories
    std::uint64_t ids = 0;
    std::uint64_t phases = 0;
    double times = 0;
};

[[noreturn]] void die(std::string_view what)
{
    fmt::print(stderr, "bench_floor: {}\n", what);
    std::exit(1);
}

template <class T> T need(simdjson::simdjson_result<T> result)
{
    T value;
    if (const auto error = std::move(result).get(value))
        die(simdjson::error_message(error));
    return value;
}

// A pid or tid is a number or a string.
std::uint64_t idOf(ondemand::value value)
{
    if (need(value.type()) == ondemand::json_type::string)
        return need(value.get_string()).size();
    return static_cast<std::uint64_t>(need(value.get_int64()));
}

void decode(ondemand::object event, Sums& sums)
{
    ++sums.events;
    for (auto field : event) {
        const ondemand::raw_json_string key = need(field.key());
        ondemand::value value = need(field.value());
        if (key == "name" || key == "cat")
            sums.textBytes += need(value.get_string()).size();
        else if (key == "ph")
            sums.phases += static_cast<unsigned char>(need(value.get_string()).front());
        else if (key == "pid" || key == "tid")
            sums.ids += idOf(value);
        else if (key == "ts" || key == "dur")
            sums.times += need(value.get_double());
    }
}

// The chunk: `[`, whole events, `]` and padding.
void decodeChunk(ondemand::parser& parser, char* text, std::size_t size, std::size_t capacity, Sums& sums)
{
    ondemand::document document = need(parser.iterate(padded_string_view(text, size, capacity)));
    for (auto event : need(document.get_array()))
        decode(need(event.get_object()), sums);
}

class ChunkedFile
{
public:
    ChunkedFile(const char* path, std::size_t chunkBytes)
        : m_descriptor(open(path, O_RDONLY))
        , m_chunkBytes(chunkBytes)
        , m_capacity(2 * chunkBytes + simdjson::SIMDJSON_PADDING)
        , m_buffer(std::make_unique<char[]>(m_capacity))
    {
        if (m_descriptor < 0)
            die("the file cannot be opened");
    }
    ~ChunkedFile() { close(m_descriptor); }
    ChunkedFile(const ChunkedFile&) = delete;
    ChunkedFile& operator=(const ChunkedFile&) = delete;

    Sums decodeAll()
    {
        Sums sums;
        ondemand::parser parser;
        skipHead();
        while (readMore()) {
            const std::size_t cut = m_ended ? m_size : lastCut();
            if (cut == 0)
                continue;
            // The comma before the cut gives way to a bracket. At the end the events' own bracket is followed by what
            // the file holds behind them, which nobody looks at: another bracket makes it look complete.
            const std::size_t end = m_ended ? cut : cut - 1;
            const char taken = m_buffer[end];
            m_buffer[end] = ']';
            decodeChunk(parser, m_buffer.get(), end + 1, m_capacity, sums);
            m_buffer[end] = taken;
            if (m_ended)
                break;
            m_size -= cut;
            std::memmove(m_buffer.get() + 1, m_buffer.get() + cut, m_size);
            m_buffer[0] = '[';
            ++m_size;
        }
        return sums;
    }

private:
    bool readMore()
    {
        if (m_size + m_chunkBytes + simdjson::SIMDJSON_PADDING > m_capacity)
            die("an event is longer than a chunk");
        const ssize_t n = read(m_descriptor, m_buffer.get() + m_size, m_chunkBytes);
        if (n < 0)
            die("the file cannot be read");
        m_size += static_cast<std::size_t>(n);
        m_ended = m_ended || n == 0;
        return m_size > 1;
    }
    void skipHead()
    {
        readMore();
        const std::string_view text(m_buffer.get(), m_size);
        const std::size_t key = text.find("\"traceEvents\"");
        const std::size_t bracket = key == text.npos ? key : text.find('[', key);
        if (bracket == text.npos)
            die("no events in the first chunk");
        m_size -= bracket;
        std::memmove(m_buffer.get(), m_buffer.get() + bracket, m_size);
    }
    // Position of the last `{` that follows `},` and blanks; 0 when there is none.
    [[nodiscard]] std::size_t lastCut() const
    {
        const std::string_view text(m_buffer.get(), m_size);
        for (std::size_t brace = text.rfind("\n  {"); brace != text.npos && brace > 0;
             brace = text.rfind("\n  {", brace - 1)) {
            if (brace >= 2 && text[brace - 1] == ',' && text[brace - 2] == '}')
                return brace;
        }
        return 0;
    }

    int m_descriptor;
    std::size_t m_chunkBytes;
    std::size_t m_capacity;
    std::unique_ptr<char[]> m_buffer; // begins with the `[` of the chunk
    std::size_t m_size = 0;
    bool m_ended = false;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || argc > 3)
        die("usage: bench_floor FILE [CHUNK_BYTES]");
    const std::size_t chunkBytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::size_t {2} << 20U;
    if (chunkBytes < 4096)
        die("a chunk has at least 4096 bytes");
    const Usage begin = Usage::now();
    const Sums sums = ChunkedFile(argv[1], chunkBytes).decodeAll();
    const Usage end = Usage::now();
    fmt::print("{},\"events\":{},\"text_bytes\":{},\"ids\":{},\"phases\":{},\"times\":{}}}\n",
        stepscope::bench::usageJson(begin, end), sums.events, sums.textBytes, sums.ids, sums.phases, sums.times);
    return 0;
}
