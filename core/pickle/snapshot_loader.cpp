// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/snapshot_loader.h"

#include "core/pickle/snapshot_file.h"

namespace stepscope::pickle {

Expected<std::shared_ptr<const model::MemorySnapshot>> loadSnapshot(
    const std::string& path, Progress& progress, std::stop_token stop)
{
    Expected<model::SnapshotRecord> record = readSnapshot(path, progress, stop);
    if (!record)
        return tl::unexpected(record.error());
    auto snapshot = model::assembleSnapshot(std::move(*record), progress, stop);
    if (snapshot)
        progress.stage = LoadStage::Done;
    return snapshot;
}

} // namespace stepscope::pickle
