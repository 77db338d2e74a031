// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Segments and their blocks as they were when the snapshot was taken, from PyTorch 1.12 on.

#include "core/pickle/field_reader.h"

namespace stepscope::pickle {

class SegmentReader
{
public:
    explicit SegmentReader(FieldReader& fields)
        : m_fields(fields)
    {
    }

    // Appends to the record's segments. `host`: of pinned memory, which has no device.
    void readAll(std::span<const Value> segments, bool host);

private:
    void read(Value value, bool host);
    bool readField(model::SegmentRecord& segment, Word key, Value value);
    void readBlocks(model::SegmentRecord& segment, Value list);
    void readBlock(model::SegmentRecord& segment, Value value, std::uint64_t& nextAddress);
    bool readBlockField(model::BlockRecord& block, Word key, Value value);
    void readBlockHistory(model::BlockRecord& block, Value list);
    void bad(std::string_view field, Value value);
    template <class Field, class Read> void set(Field& field, std::string_view name, Value value, const Read& read);

    FieldReader& m_fields;
    Value m_blocks; // of the segment that is being read: they may need its address, which may follow
};

} // namespace stepscope::pickle
