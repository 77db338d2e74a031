// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/content_hash.h"

#include "core/io/file_reader.h"

#include <fmt/format.h>
#include <memory>
#include <vector>
#include <xxhash.h>

namespace stepscope::share {

namespace {

constexpr std::size_t kBlock = std::size_t {1} << 20U;

struct FreeState
{
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

} // namespace

Expected<ContentHash> contentHash(const std::string& path, Progress& progress, const std::stop_token& stop)
{
    auto file = io::FileReader::open(path);
    if (!file)
        return tl::unexpected<Error>(std::move(file.error()));
    const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
    if (!state || XXH3_128bits_reset(state.get()) != XXH_OK)
        return fail(ErrorClass::OutOfMemory, "There is not enough memory to read " + path + '.');
    progress.bytesTotal = (*file)->size();
    std::vector<char> block(kBlock);
    for (std::uint64_t done = 0; done < (*file)->size();) {
        if (stop.stop_requested())
            return fail(ErrorClass::Cancelled, {});
        const Expected<std::size_t> read = (*file)->readOpened(done, block);
        if (!read)
            return tl::unexpected<Error>(read.error());
        (void)XXH3_128bits_update(state.get(), block.data(), *read);
        done += *read;
        progress.bytesDone = done;
    }
    if (const auto unchanged = (*file)->verifyUnchanged(); !unchanged)
        return tl::unexpected<Error>(unchanged.error());
    const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    return ContentHash {(*file)->size(), fmt::format("{:016x}{:016x}", hash.high64, hash.low64)};
}

} // namespace stepscope::share
