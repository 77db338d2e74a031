// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes a snapshot's record of decoded values, whatever version wrote them and whatever text they stood in. Must exist
// while the values are decoded: it takes the histories out of the arena as they come.

#include "core/model/snapshot_record.h"
#include "core/pickle/field_reader.h"
#include "core/pickle/history_reader.h"
#include "core/util/expected.h"

#include <stop_token>

namespace stepscope::pickle {

class SnapshotReader
{
public:
    SnapshotReader(ValueArena& arena, model::SnapshotRecord& record, std::stop_token stop);

    // Errors: NotATrace, with what the value is instead.
    [[nodiscard]] Expected<void> read(Value root);

private:
    void readKey(Value key, Value value);
    void readTraces(Value list);
    void readHostTraces(Value list);
    void readHistory(Value list, std::int32_t id);
    void readSegments(Value list, std::string_view name, bool host);
    void readAnnotations(Value list);
    void readSettings(Value dict);
    model::DeviceRecord& device(std::int32_t id);
    void completeDevices();
    [[nodiscard]] bool looksLikeSegments(Value list) const;

    FieldReader m_fields;
    HistoryReader m_histories;
    model::SnapshotRecord& m_record;
};

} // namespace stepscope::pickle
