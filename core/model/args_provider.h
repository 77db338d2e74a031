// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How analyses and views ask for an event's own fields and arguments, which are not kept in memory but read from the
// file when needed. Implemented by core/json; safe to call from any thread.

#include "core/util/expected.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::model {

// A JSON value as it stands in the file: keys in order, duplicates kept, numbers as their exact text.
struct ArgValue
{
    enum class Kind : std::uint8_t
    {
        Null,
        Bool,
        Number,
        Bare,
        String,
        Array,
        Object
    }; // Bare: NaN, inf, …
    // Declared here, defined where the type is complete: clang 14 cannot instantiate the vector below otherwise.
    ArgValue();
    ~ArgValue();
    ArgValue(const ArgValue& other);
    ArgValue(ArgValue&& other) noexcept;
    ArgValue& operator=(const ArgValue& other);
    ArgValue& operator=(ArgValue&& other) noexcept;

    Kind kind = Kind::Null;
    std::string text; // Null, Bool, Number, Bare: the token; String: the unescaped text, made visible
    std::vector<std::pair<std::string, ArgValue>> members; // Array (keys empty) and Object

    [[nodiscard]] const ArgValue* find(std::string_view key) const; // last member of that key, or null
    [[nodiscard]] std::string toText() const;                       // one line, as JSON
};

class ArgsProvider
{
public:
    ArgsProvider() = default;
    virtual ~ArgsProvider() = default;
    ArgsProvider(const ArgsProvider&) = delete;
    ArgsProvider& operator=(const ArgsProvider&) = delete;

    // The whole event that starts at this byte of the text, as an Object. Errors: Changed when the file is no longer
    // the one that was opened, Unreadable when it cannot be read.
    [[nodiscard]] virtual Expected<ArgValue> eventAt(std::uint64_t offset) const = 0;
    // The bytes of the event as they stand in the file, at most `limit`.
    [[nodiscard]] virtual Expected<std::string> rawEventAt(std::uint64_t offset, std::size_t limit) const = 0;
    // All events in the order of the file, each with its byte, as strict JSON: damaged ones as they were mended for the
    // trace. `take` returns false to stop. Reads the whole file again.
    using TakeEvent = std::function<bool(std::uint64_t offset, std::string_view json)>;
    [[nodiscard]] virtual Expected<void> eachEvent(const TakeEvent& take) const = 0;
};

} // namespace stepscope::model
