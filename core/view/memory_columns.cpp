// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_columns.h"

#include "core/util/thread_pool.h"

#include <algorithm>

namespace stepscope::view {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t {1} << 62U; // of a scale, so that its products stay in range

// Divides by a number that stays the same with one multiplication.
class Divider
{
public:
    explicit Divider(std::uint64_t by)
        : m_by(by)
        , m_inverse(~std::uint64_t {0} / by)
    {
    }
    [[nodiscard]] std::uint64_t operator()(std::uint64_t number) const
    {
        auto quotient = static_cast<std::uint64_t>((Wide {number} * m_inverse) >> 64U); // at most two too small
        for (std::uint64_t rest = number - quotient * m_by; rest >= m_by; rest -= m_by)
            ++quotient;
        return quotient;
    }

private:
    __extension__ using Wide = unsigned __int128;
    std::uint64_t m_by;
    std::uint64_t m_inverse;
};

// Puts pieces on top of each other, from the bottom up, and writes who owns which pixels.
class PixelStack
{
public:
    // Pixels below `kept` are written already; pieces begin at `offset` bytes.
    PixelStack(std::vector<BandRun>& runs, std::size_t firstRun, const BandPicture& picture, std::int32_t kept,
        std::uint64_t offset)
        : m_runs(runs)
        , m_firstRun(firstRun)
        , m_bytesPerPixel(picture.bytesPerPixel)
        , m_divide(picture.bytesPerPixel)
        , m_height(picture.height)
        , m_kept(kept)
        , m_offset(offset)
    {
        enterPixel(offset / m_bytesPerPixel);
    }

    [[nodiscard]] bool full() const { return m_pixel >= static_cast<std::uint64_t>(m_height); }

    void add(const LiveStack::Chunk& chunk)
    {
        if (addInside(chunk.all, chunk))
            return;
        constexpr std::size_t kGroup = LiveStack::Chunk::kGroup;
        for (std::size_t first = 0; first < chunk.count; first += kGroup) {
            if (addInside(chunk.groups[first / kGroup], chunk))
                continue;
            const std::size_t end = std::min<std::size_t>(first + kGroup, chunk.count);
            for (std::size_t i = first; i < end; ++i)
                add(chunk.pieces[i]);
        }
    }
    void add(const LiveStack::Piece& piece)
    {
        if (staysInside(piece.size)) {
            consider(piece.id, piece.size);
            m_offset += piece.size;
            return;
        }
        consider(piece.id, m_pixelEnd - m_offset);
        put(m_best, m_pixel + 1);
        m_offset = saturatingSum(m_offset, piece.size);
        const std::uint64_t pixel = pixelOf(m_offset);
        put(piece.id, pixel);
        enterPixel(pixel);
        m_best = piece.id;
        m_bestBytes = m_offset - pixel * m_bytesPerPixel;
    }
    void finish()
    {
        const std::uint64_t rest = m_offset - m_pixel * m_bytesPerPixel;
        if (rest > 0 && (m_pixel == 0 || rest >= m_bytesPerPixel - rest))
            put(m_best, m_pixel + 1);
    }

private:
    // Whether so many bytes more would stay inside the pixel that is being filled.
    [[nodiscard]] bool staysInside(std::uint64_t bytes) const { return bytes < m_pixelEnd - m_offset; }
    // Several pieces at once; false where they do not stay inside.
    bool addInside(const LiveStack::Sum& sum, const LiveStack::Chunk& chunk)
    {
        if (!staysInside(sum.bytes))
            return false;
        consider(chunk.pieces[sum.largest].id, chunk.pieces[sum.largest].size);
        m_offset += sum.bytes;
        return true;
    }
    // Of an offset at or beyond the end of the pixel that is being filled; mostly it is the next one.
    [[nodiscard]] std::uint64_t pixelOf(std::uint64_t offset) const
    {
        return offset - m_pixelEnd < m_bytesPerPixel ? m_pixel + 1 : m_divide(offset);
    }
    void enterPixel(std::uint64_t pixel)
    {
        m_pixel = pixel;
        m_bestBytes = 0;
        if (__builtin_mul_overflow(pixel + 1, m_bytesPerPixel, &m_pixelEnd))
            m_pixelEnd = ~std::uint64_t {0};
    }
    void consider(std::uint32_t id, std::uint64_t bytes)
    {
        if (bytes <= m_bestBytes)
            return;
        m_best = id;
        m_bestBytes = bytes;
    }
    void put(std::uint32_t id, std::uint64_t top)
    {
        const auto pixel
            = static_cast<std::int32_t>(std::min<std::uint64_t>(top, static_cast<std::uint64_t>(m_height)));
        if (pixel <= m_kept)
            return;
        m_kept = pixel;
        if (m_runs.size() > m_firstRun && m_runs.back().piece == id)
            m_runs.back().top = pixel;
        else
            m_runs.push_back({id, pixel});
    }

    std::vector<BandRun>& m_runs;
    std::size_t m_firstRun;
    std::uint64_t m_bytesPerPixel;
    Divider m_divide;
    std::int32_t m_height;
    std::int32_t m_kept;
    std::uint64_t m_offset;
    std::uint64_t m_pixel = 0; // that is being filled
    std::uint64_t m_pixelEnd = 0;
    std::uint32_t m_best = 0; // who has most of it so far
    std::uint64_t m_bestBytes = 0;
};

} // namespace

std::optional<std::uint32_t> BandPicture::pieceAt(std::int32_t column, std::int32_t pixel) const
{
    if (column < 0 || static_cast<std::size_t>(column) >= columns.size() || pixel < 0)
        return std::nullopt;
    const auto span = runsOf(columns[static_cast<std::size_t>(column)]);
    const auto run
        = std::upper_bound(span.begin(), span.end(), pixel, [](std::int32_t p, const BandRun& r) { return p < r.top; });
    return run == span.end() ? std::nullopt : std::optional(run->piece);
}

std::uint64_t bytesPerPixelFor(std::uint64_t top, std::int32_t height)
{
    const auto pixels = static_cast<std::uint64_t>(std::max(1, height));
    top = std::min(top, kMostBytes);
    return std::max<std::uint64_t>(1, top / pixels + (top % pixels != 0 ? 1 : 0));
}

std::vector<std::int32_t> shownEntries(const CurvePeaks& peaks, std::span<const EntrySpan> columns)
{
    std::vector<std::int32_t> entries;
    entries.reserve(columns.size());
    for (const EntrySpan& span : columns)
        entries.push_back(span.empty() ? BandColumn::kNothing : peaks.highest(span));
    return entries;
}

void BandLayout::layOut(
    std::span<const std::int32_t> entries, std::uint64_t bytesPerPixel, std::int32_t height, BandPicture& picture)
{
    const std::size_t count = partsOf(entries.size());
    while (m_parts.size() < count)
        m_parts.emplace_back(m_index);
    m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(count), m_parts.end());
    const auto begin = [&](std::size_t part) { return entries.size() * part / count; };
    parallelFor(usableThreads(), count, [&](std::size_t i) {
        m_parts[i].layOut(entries.subspan(begin(i), begin(i + 1) - begin(i)), bytesPerPixel, height);
    });
    picture.bytesPerPixel = bytesPerPixel;
    picture.height = height;
    picture.columns.clear();
    picture.columns.reserve(entries.size());
    picture.runs.clear();
    for (const Part& part : m_parts) {
        const auto before = static_cast<std::uint32_t>(picture.runs.size());
        picture.runs.insert(picture.runs.end(), part.picture().runs.begin(), part.picture().runs.end());
        for (BandColumn column : part.picture().columns) {
            column.runs += before;
            column.runsEnd += before;
            picture.columns.push_back(column);
        }
    }
}

// A part begins with all that lives at its first column: not for few columns, nor for what is done at once.
std::size_t BandLayout::partsOf(std::size_t columns) const
{
    constexpr std::size_t kLeastColumns = 64;
    constexpr std::size_t kLeastPieces = 20'000;
    constexpr std::size_t kPartsPerThread = 2; // they differ in cost
    const unsigned threads = usableThreads();
    if (threads == 1 || m_index.count() < kLeastPieces)
        return 1;
    return std::clamp<std::size_t>(columns / kLeastColumns, 1, threads * kPartsPerThread);
}

void BandLayout::Part::layOut(std::span<const std::int32_t> entries, std::uint64_t bytesPerPixel, std::int32_t height)
{
    m_picture.bytesPerPixel = bytesPerPixel;
    m_picture.height = height;
    m_picture.columns.clear();
    m_picture.columns.reserve(entries.size());
    m_picture.runs.clear();
    m_stack.clear();
    m_born = 0;
    const BandColumn* before = nullptr;
    for (const std::int32_t entry : entries) {
        BandColumn column;
        column.entry = entry;
        if (entry != BandColumn::kNothing) {
            moveTo(entry);
            writeRuns(column, before);
        }
        m_picture.columns.push_back(column);
        before = entry == BandColumn::kNothing ? nullptr : &m_picture.columns.back();
    }
}

void BandLayout::Part::moveTo(std::int32_t entry)
{
    m_stack.removeDead(entry);
    const std::size_t born = m_index->bornBy(entry);
    const Lifetimes& all = m_index->lifetimes();
    m_index->eachDyingAfter(m_born, born, entry, [&](std::size_t piece) {
        m_stack.append({all.size[piece], all.died[piece], static_cast<std::uint32_t>(piece)});
    });
    m_born = std::max(m_born, born);
}

void BandLayout::Part::writeRuns(BandColumn& column, const BandColumn* before)
{
    if (before && !m_stack.changed()) {
        column.runs = before->runs;
        column.runsEnd = before->runsEnd;
        return;
    }
    column.runs = static_cast<std::uint32_t>(m_picture.runs.size());
    const std::int32_t kept = before ? unchangedPixels() : 0;
    if (before)
        copyRuns(*before, kept);
    const std::uint64_t keptBytes = static_cast<std::uint64_t>(kept) * m_picture.bytesPerPixel;
    const auto& chunks = m_stack.chunks();
    std::uint64_t offset = 0;
    std::size_t i = 0;
    while (i < chunks.size() && saturatingSum(offset, chunks[i]->all.bytes) <= keptBytes)
        offset += chunks[i++]->all.bytes;
    PixelStack stack(m_picture.runs, column.runs, m_picture, kept, offset);
    for (; i < chunks.size() && !stack.full(); ++i)
        stack.add(*chunks[i]);
    stack.finish();
    column.runsEnd = static_cast<std::uint32_t>(m_picture.runs.size());
    m_stack.markSeen();
}

// How many pixels from the bottom on look as they did in the column before.
std::int32_t BandLayout::Part::unchangedPixels() const
{
    const auto& chunks = m_stack.chunks();
    const std::size_t unchanged = std::min(m_stack.firstChanged(), chunks.size());
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < unchanged; ++i)
        offset = saturatingSum(offset, chunks[i]->all.bytes);
    const auto height = static_cast<std::uint64_t>(m_picture.height);
    return static_cast<std::int32_t>(std::min(offset / m_picture.bytesPerPixel, height));
}

void BandLayout::Part::copyRuns(const BandColumn& from, std::int32_t kept)
{
    std::int32_t bottom = 0;
    for (std::uint32_t i = from.runs; i < from.runsEnd && bottom < kept; ++i) {
        const BandRun run = m_picture.runs[i];
        m_picture.runs.push_back({run.piece, std::min(run.top, kept)});
        bottom = run.top;
    }
}

} // namespace stepscope::view
