// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/label_text.h"

#include <algorithm>
#include <vector>

namespace stepscope::view {

std::string shortPythonName(std::string_view name)
{
    const std::size_t bracket = name.find(".py(");
    if (bracket == std::string_view::npos)
        return std::string(name);
    const std::size_t slash = name.rfind('/', bracket);
    return std::string(slash == std::string_view::npos ? name : name.substr(slash + 1));
}

std::string_view compactName(std::string_view name)
{
    if (name.starts_with("ProfilerStep#"))
        return name.substr(name.find('#'));
    // Kernels that do whatever their template argument says: "CUDAFunctor_add" of
    // "elementwise_kernel<CUDAFunctor_add>".
    const std::size_t open = name.find('<');
    if (open != std::string_view::npos && open > 0 && name.ends_with('>') && open + 2 < name.size())
        return name.substr(open + 1, name.size() - open - 2);
    // Brackets may hold separators of their own: only what stands outside of them is left out.
    const std::size_t bracket = name.find_first_of("<(");
    std::size_t start = 0;
    for (const std::string_view separator :
        {std::string_view("::"), std::string_view(": "), std::string_view("nccl:")}) {
        const std::size_t at = name.rfind(separator, separator == ": " ? std::string_view::npos : bracket);
        if (at != std::string_view::npos && at + separator.size() < name.size())
            start = std::max(start, at + separator.size());
    }
    return name.substr(start);
}

std::size_t characterCount(std::string_view utf8)
{
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

namespace {

// Byte offset of each character, and the size at the end.
std::vector<std::size_t> characterOffsets(std::string_view text)
{
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U || i == 0)
            offsets.push_back(i);
    }
    offsets.push_back(text.size());
    return offsets;
}

// A tail that begins at an underscore or a colon reads better: looks a few characters to either side of `tail`.
std::size_t betterTail(
    std::string_view text, const std::vector<std::size_t>& offsets, std::size_t tail, std::size_t most)
{
    const std::size_t count = offsets.size() - 1;
    const auto isBorder = [&](std::size_t length) {
        return std::string_view("_:<( /.").find(text[offsets[count - length]]) != std::string_view::npos;
    };
    for (const int shift : {0, -1, 1, -2, 2, 3, 4}) {
        const std::size_t length = tail + static_cast<std::size_t>(shift); // wraps below 0, and then is too long
        if (length >= 2 && length <= most && isBorder(length))
            return length;
    }
    return tail;
}

} // namespace

std::string elideMiddle(std::string_view text, std::size_t characters)
{
    if (text.size() <= characters)
        return std::string(text);
    const std::vector<std::size_t> offsets = characterOffsets(text);
    const std::size_t count = offsets.size() - 1;
    if (count <= characters)
        return std::string(text);
    if (characters <= 1)
        return "…";
    if (characters < 6) // too short for two ends
        return std::string(text.substr(0, offsets[characters - 1])) + "…";
    const std::size_t kept = characters - 1;
    const std::size_t tail = betterTail(text, offsets, kept * 2 / 5, kept - 3);
    const std::size_t head = kept - tail;
    return std::string(text.substr(0, offsets[head])) + "…" + std::string(text.substr(offsets[count - tail]));
}

} // namespace stepscope::view
