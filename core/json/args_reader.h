// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads single events of an opened trace from its text when somebody asks. Thread-safe. O(length of the event).

#include "core/io/text_store.h"
#include "core/model/args_provider.h"

#include <memory>

namespace stepscope::json {

class ArgsReader final : public model::ArgsProvider
{
public:
    explicit ArgsReader(std::shared_ptr<const io::TextStore> store)
        : m_store(std::move(store))
    {
    }
    Expected<model::ArgValue> eventAt(std::uint64_t offset) const override;
    Expected<std::string> rawEventAt(std::uint64_t offset, std::size_t limit) const override;

private:
    // The text from `offset` on, long enough to hold the event that starts there; `end` is where it ends, kNotFound
    // when it has no end.
    Expected<std::string> textAt(std::uint64_t offset, std::size_t& end) const;

    std::shared_ptr<const io::TextStore> m_store;
};

} // namespace stepscope::json
