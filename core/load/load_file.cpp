// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load_file.h"

#include "core/json/trace_loader.h"
#include "core/load/content.h"
#include "core/pickle/snapshot_loader.h"
#include "core/pickle/timeline_loader.h"

#include <fmt/format.h>
#include <new>

namespace stepscope::load {
namespace {

template <class Pointer> Expected<Loaded> asLoaded(Expected<Pointer> loaded)
{
    if (!loaded)
        return tl::unexpected(std::move(loaded.error()));
    return Loaded(std::move(*loaded));
}

} // namespace

Expected<Loaded> loadFile(const std::string& path, Progress& progress, std::stop_token stop)
{
    try {
        const Expected<Content> content = contentOf(path);
        if (!content)
            return tl::unexpected(content.error());
        switch (*content) {
        case Content::Snapshot:
            return asLoaded(pickle::loadSnapshot(path, progress, std::move(stop)));
        case Content::Timeline:
            return asLoaded(pickle::loadCategoryTimeline(path, progress, std::move(stop)));
        case Content::Archive:
            return fail(ErrorClass::NotATrace,
                fmt::format("{} is a zip archive. Unpack it first; if torch.save() wrote it, write the snapshot with "
                            "torch.cuda.memory._dump_snapshot() instead.",
                    path));
        case Content::RankSummary:
            return fail(ErrorClass::NotATrace,
                fmt::format("{} is the summary of one rank, not its trace. stepscope-cli ranks reads it together with "
                            "those of the others.",
                    path));
        case Content::Trace:
            break;
        }
        return asLoaded(json::loadTrace(path, progress, std::move(stop)));
    } catch (const std::bad_alloc&) {
        return fail(ErrorClass::OutOfMemory, "There is not enough memory to open this file.");
    }
}

} // namespace stepscope::load
