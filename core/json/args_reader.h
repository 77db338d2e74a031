// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads single events of an opened trace from its text when somebody asks. Thread-safe. O(length of the event).

#include "core/io/text_store.h"
#include "core/model/args_provider.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace stepscope::json {

class ArgsReader final : public model::ArgsProvider
{
public:
    // The events begin behind the bracket before `eventsAt`; `isObject`: they are a member of an object.
    ArgsReader(std::shared_ptr<const io::TextStore> store, std::uint64_t eventsAt, bool isObject)
        : m_store(std::move(store))
        , m_eventsAt(eventsAt)
        , m_isObject(isObject)
    {
    }
    Expected<model::ArgValue> eventAt(std::uint64_t offset) const override;
    Expected<std::string> rawEventAt(std::uint64_t offset, std::size_t limit) const override;
    Expected<void> eachEvent(const TakeEvent& take) const override;

private:
    // The text of the event at `offset` as it stands in the file, and its fields where they can be read.
    struct Event
    {
        std::string text;
        std::optional<model::ArgValue> value;
    };
    Expected<Event> read(std::uint64_t offset) const;

    std::shared_ptr<const io::TextStore> m_store;
    std::uint64_t m_eventsAt;
    bool m_isObject;
};

} // namespace stepscope::json
