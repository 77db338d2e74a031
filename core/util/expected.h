// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Expected<T>: a value or an Error. Core functions that can fail return it; nothing throws across the core API.

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace stepscope {

enum class ErrorClass : std::uint8_t
{
    NotATrace,
    UnsafePickle,
    EmptyFile,
    Unreadable, // open, read or decompression failed before anything could be shown
    Changed,    // the file is no longer the one that was opened
    OutOfMemory,
    Cancelled,
    Internal,
};

// The word of the report contract for a class, such as "not_a_trace".
[[nodiscard]] const char* errorClassName(ErrorClass errorClass);

struct Error
{
    ErrorClass errorClass = ErrorClass::Internal;
    std::string message;      // one or two sentences for a person: what is wrong, where, what to do
    std::int64_t offset = -1; // byte in the (decompressed) text, -1 unknown
    std::int64_t line = -1;   // from 1, -1 unknown
};

template <class T> using Expected = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(
    ErrorClass errorClass, std::string message, std::int64_t offset = -1, std::int64_t line = -1)
{
    return tl::unexpected<Error>(Error {errorClass, std::move(message), offset, line});
}

} // namespace stepscope
