// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The record_function ranges of a snapshot: START and END marks paired per device and name, the latest START first.

#include "core/pickle/field_reader.h"

namespace stepscope::pickle {

class AnnotationReader
{
public:
    explicit AnnotationReader(FieldReader& fields)
        : m_fields(fields)
    {
    }

    void readAll(std::span<const Value> marks);
    // Once all of the file is read: ranges without an end last until its latest time, and all ascend by start.
    static void finish(model::SnapshotRecord& record);

private:
    struct Mark;
    [[nodiscard]] std::optional<Mark> read(Value value, std::size_t number);

    FieldReader& m_fields;
};

} // namespace stepscope::pickle
