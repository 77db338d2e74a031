// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Entries of the allocation history: dictionaries with an "action" become rows of columns. Watches the lists while they
// are read and takes batches of entries out of the arena at once, so that a history of millions of entries never exists
// as dictionaries. One thread.

#include "core/pickle/field_reader.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stepscope::pickle {

struct History
{
    model::MemoryEntries entries;
    std::vector<model::OomRecord> ooms;
    Diagnostics diagnostics; // of its entries; nobody's until the list turns out to be the history of a device
    bool claimed = false;
};

class HistoryReader final : public ValueArena::ElementTaker
{
public:
    HistoryReader(FieldReader& fields, std::stop_token stop)
        : m_fields(fields)
        , m_stop(std::move(stop))
    {
    }

    bool takeElements(Value list, std::span<const Value> elements) override;
    // The history in a list, read now if it was not taken while it was read. Null for a list that was claimed before
    // or is no history.
    [[nodiscard]] History* claim(Value list);

private:
    struct Entry;
    [[nodiscard]] bool isEntry(Value value) const;
    History& newHistory(Value list);
    void addAll(History& history, std::span<const Value> elements);
    void add(History& history, Value value);
    bool readField(History& history, Entry& entry, Word key, Value value); // false: no key of an entry
    template <class Field, class Read>
    bool set(History& history, Field& field, Word key, Value value, const Read& read);
    void readAction(Entry& entry, Value value);
    void noteMissing(History& history, const Entry& entry);
    void append(History& history, const Entry& entry);

    FieldReader& m_fields;
    std::stop_token m_stop;
    std::deque<History> m_histories;
};

} // namespace stepscope::pickle
