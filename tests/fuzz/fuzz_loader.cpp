// SPDX-License-Identifier: GPL-3.0-or-later
// Loads any bytes as a trace twice: by one thread with the whole text in one chunk, and by three with chunks so small
// that events, strings and damage are cut at every place. Both must refuse the file for the same reason or make the
// same model of it.
#include "core/json/trace_loader.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/violation.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace {

using namespace stepscope;

// What two loads are compared by: small, and still tells which part differs.
struct Digest
{
    std::uint64_t events = 0;
    std::uint64_t dropped = 0;
    std::uint64_t slices = 0;
    std::uint64_t slicesHash = 14695981039346656037U; // FNV-1a
    std::array<std::uint64_t, kDiagnosticKinds> diagnostics {};
};

void mix(std::uint64_t& hash, std::string_view text)
{
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
}

void mix(std::uint64_t& hash, std::uint64_t number)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        hash = (hash ^ ((number >> shift) & 0xffU)) * 1099511628211U;
}

Digest digestOf(const model::Trace& trace)
{
    Digest digest;
    digest.events = trace.events;
    digest.dropped = trace.dropped;
    digest.slices = trace.slices.size();
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const SliceId id(i);
        mix(digest.slicesHash, static_cast<std::uint64_t>(trace.slices.start[i]));
        mix(digest.slicesHash, static_cast<std::uint64_t>(trace.slices.dur[i]));
        // Lengths keep "a" + "bc" apart from "ab" + "c".
        mix(digest.slicesHash, std::uint64_t {trace.nameOf(id).size()});
        mix(digest.slicesHash, trace.nameOf(id));
        mix(digest.slicesHash, std::uint64_t {trace.categoryOf(id).size()});
        mix(digest.slicesHash, trace.categoryOf(id));
        mix(digest.slicesHash, std::uint64_t {trace.slices.flags[i]});
        mix(digest.slicesHash, std::uint64_t {trace.slices.parent[i].value});
    }
    for (std::size_t kind = 0; kind < kDiagnosticKinds; ++kind)
        digest.diagnostics[kind] = trace.diagnostics.count(static_cast<DiagnosticKind>(kind));
    return digest;
}

void requireSame(const char* what, std::uint64_t whole, std::uint64_t cut)
{
    if (whole != cut)
        fuzzing::violated(fmt::format("{}: {} in one chunk, {} in small ones", what, whole, cut));
}

void compare(const Digest& whole, const Digest& cut)
{
    requireSame("events", whole.events, cut.events);
    requireSame("dropped events", whole.dropped, cut.dropped);
    requireSame("slices", whole.slices, cut.slices);
    requireSame("hash of the slices", whole.slicesHash, cut.slicesHash);
    for (std::size_t kind = 0; kind < kDiagnosticKinds; ++kind)
        requireSame(diagnosticName(static_cast<DiagnosticKind>(kind)), whole.diagnostics[kind], cut.diagnostics[kind]);
}

Expected<std::shared_ptr<const model::Trace>> load(const std::string& path, unsigned threads, std::size_t chunkBytes)
{
    Progress progress;
    return json::loadTrace(path, progress, {}, {.threads = threads, .chunkBytes = chunkBytes});
}

// The reason of a refusal as text; empty when the file was loaded.
std::string refusal(const Expected<std::shared_ptr<const model::Trace>>& loaded)
{
    if (loaded)
        return {};
    const Error& error = loaded.error();
    return fmt::format(
        "{} at byte {}, line {}: {}", errorClassName(error.errorClass), error.offset, error.line, error.message);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const fuzzing::MemoryFile file(bytes, size);
    const auto whole = load(file.path(), 1, std::size_t {2} << 20U);
    const auto cut = load(file.path(), 3, std::size_t {1} << 10U);
    if (refusal(whole) != refusal(cut))
        fuzzing::violated(
            fmt::format("refusal \"{}\" in one chunk, \"{}\" in small ones", refusal(whole), refusal(cut)));
    if (whole && cut)
        compare(digestOf(**whole), digestOf(**cut));
    return 0;
}
