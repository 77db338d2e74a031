// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Strong 32-bit index types. An id is an index into the table it is named after; mixing two kinds does not compile.
// `invalid` (0xffffffff) means "none". Trivially copyable, the size of its number.

#include <compare>
#include <cstdint>
#include <functional>

namespace stepscope {

template <class Tag> struct Id
{
    static constexpr std::uint32_t kInvalid = 0xffffffffU;
    std::uint32_t value = kInvalid;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v)
        : value(v)
    {
    }
    constexpr explicit Id(std::size_t v)
        : value(static_cast<std::uint32_t>(v))
    {
    }
    [[nodiscard]] constexpr bool valid() const { return value != kInvalid; }
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using NameId = Id<struct NameTag>;
using CategoryId = Id<struct CategoryTag>;
using ProcessId = Id<struct ProcessTag>;
using TrackId = Id<struct TrackTag>;
using LaneId = Id<struct LaneTag>;
using SliceId = Id<struct SliceTag>;
using InstantId = Id<struct InstantTag>;
using GpuWorkId = Id<struct GpuWorkTag>;
using FrameId = Id<struct FrameTag>;
using StackId = Id<struct StackTag>;
using AllocId = Id<struct AllocTag>;

} // namespace stepscope

template <class Tag> struct std::hash<stepscope::Id<Tag>>
{
    std::size_t operator()(stepscope::Id<Tag> id) const noexcept { return id.value; }
};
