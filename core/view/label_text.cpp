// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/label_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace stepscope::view {

namespace {

constexpr std::size_t kLongestName = 4096; // what is read of a name; some are many kB of template arguments

bool isIdentifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

std::string_view withoutNamespaces(std::string_view head)
{
    const std::size_t colons = head.rfind("::");
    return colons == std::string_view::npos ? head : head.substr(colons + 2);
}

// End of the bracket that opens at `open`; npos when it never closes.
std::size_t closingBracket(std::string_view name, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < name.size(); ++i) {
        if (name[i] == '<')
            ++depth;
        else if (name[i] == '>' && (i == 0 || name[i - 1] != '-') && --depth == 0)
            return i;
    }
    return std::string_view::npos;
}

bool tells(std::string_view identifier)
{
    static constexpr std::array<std::string_view, 12> kTelling = {"Functor", "Ops", "_kernel", "gemm", "cutlass",
        "flash", "oftmax", "oftMax", "Norm", "_functor", "conv", "_cuda"};
    static constexpr std::array<std::string_view, 5> kWrappers
        = {"gpu_kernel_impl", "BinaryFunctor", "UnaryFunctor", "ReduceOps", "TensorListMetadata"};
    const auto holds = [identifier](std::string_view word) { return identifier.find(word) != std::string_view::npos; };
    return identifier.size() >= 5 && std::any_of(kTelling.begin(), kTelling.end(), holds)
        && std::none_of(kWrappers.begin(), kWrappers.end(), holds);
}

// The first template argument whose identifier tells what is done; empty when none does.
std::string_view tellingArgument(std::string_view arguments)
{
    std::size_t i = 0;
    while (i < arguments.size()) {
        if (!isIdentifier(arguments[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < arguments.size() && isIdentifier(arguments[end]))
            ++end;
        const std::string_view word = arguments.substr(i, end - i);
        const bool isScope = arguments.compare(end, 2, "::") == 0;
        if (!isScope && tells(word))
            return word;
        i = end;
    }
    return {};
}

} // namespace

std::string shortKernelName(std::string_view name)
{
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    std::string body(name.substr(0, kLongestName));
    for (std::size_t at = body.find(kAnonymous); at != std::string::npos; at = body.find(kAnonymous, at))
        body.erase(at, kAnonymous.size());
    if (body.starts_with("void "))
        body.erase(0, 5);
    const std::string_view text = body;
    const std::size_t end = std::min(text.find_first_of("<("), text.size());
    if (end == 0 || text.find(' ') < end) // no C++ signature, such as "Memcpy HtoD (Pageable -> Device)"
        return std::string(name);
    std::string result(withoutNamespaces(text.substr(0, end)));
    if (end == text.size() || text[end] != '<')
        return result;
    const std::size_t close = std::min(closingBracket(text, end), text.size());
    result += '<';
    result += tellingArgument(text.substr(end + 1, close - end - 1));
    result += "…>";
    if (text.substr(close).starts_with(">::")) { // a member of a class template
        const std::string_view member = text.substr(close + 3);
        result += "::";
        result += member.substr(0, member.find_first_of("<("));
    }
    return result;
}

std::string shortPythonName(std::string_view name)
{
    const std::size_t bracket = name.find(".py(");
    if (bracket == std::string_view::npos)
        return std::string(name);
    const std::size_t slash = name.rfind('/', bracket);
    return std::string(slash == std::string_view::npos ? name : name.substr(slash + 1));
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
