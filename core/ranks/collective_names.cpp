// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/collective_names.h"

#include "core/analysis/kernel_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

namespace stepscope::ranks {
namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
        [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return out;
}

template <class Number> std::optional<Number> number(const model::ArgValue* value)
{
    if (value == nullptr)
        return std::nullopt;
    Number out = 0;
    const char* last = value->text.data() + value->text.size();
    const auto [at, error] = std::from_chars(value->text.data(), last, out);
    return error == std::errc {} && at == last ? std::optional(out) : std::nullopt;
}

std::string text(const model::ArgValue* value)
{
    if (value == nullptr)
        return {};
    return value->kind == model::ArgValue::Kind::Array ? value->toText() : value->text;
}

std::string groupKey(const std::string& name, const std::string& ranks)
{
    return ranks.empty() ? name : name + ' ' + ranks;
}

// One spelling, whether written as an array or as text.
std::string withoutBlanks(std::string ranks)
{
    std::erase(ranks, ' ');
    return ranks;
}

std::map<std::string, std::string, std::less<>> ranksOfGroups(const model::Trace& trace)
{
    std::map<std::string, std::string, std::less<>> out;
    for (const model::MetadataEntry& entry : trace.metadata) {
        if (entry.key != "distributedInfo")
            continue;
        const auto info = nlohmann::json::parse(entry.json, nullptr, false);
        if (!info.is_object() || !info.contains("pg_config") || !info["pg_config"].is_array())
            continue;
        for (const auto& group : info["pg_config"]) {
            if (!group.is_object() || !group.contains("pg_name") || !group["pg_name"].is_string()
                || !group.contains("ranks"))
                continue;
            const auto& ranks = group["ranks"];
            out[group["pg_name"].get<std::string>()]
                = withoutBlanks(ranks.is_string() ? ranks.get<std::string>() : ranks.dump());
        }
    }
    return out;
}

SliceId recordAround(const model::Trace& trace, SliceId launch)
{
    for (SliceId at = launch; at.valid(); at = trace.slices.parent[at.index()]) {
        if (trace.nameOf(at) == "record_param_comms")
            return at;
    }
    return {};
}

// "allreduce" of "c10d::allreduce_", "all_to_all" of "nccl:all_to_all"; empty where no such operator is around the
// call.
std::string collectiveOfOperators(const model::Trace& trace, SliceId launch)
{
    constexpr std::array<std::string_view, 2> kPrefixes {"c10d::", "nccl:"};
    for (SliceId at = launch; at.valid(); at = trace.slices.parent[at.index()]) {
        for (const std::string_view prefix : kPrefixes) {
            if (trace.nameOf(at).substr(0, prefix.size()) != prefix)
                continue;
            std::string name = lower(trace.nameOf(at).substr(prefix.size()));
            while (!name.empty() && name.back() == '_')
                name.pop_back();
            return name;
        }
    }
    return {};
}

} // namespace

std::string collectiveOfKernel(std::string_view kernelName)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kKinds {{{"allreduce", "allreduce"},
        {"all_reduce", "allreduce"}, {"reducescatter", "reduce_scatter"}, {"allgather", "allgather"},
        {"alltoall", "all_to_all"}, {"sendrecv", "sendrecv"}, {"broadcast", "broadcast"}, {"reduce", "reduce"}}};
    std::string function = lower(analysis::kernelFunctionName(kernelName));
    for (const auto& [part, kind] : kKinds) {
        if (function.find(part) != std::string::npos)
            return std::string(kind);
    }
    return function;
}

CollectiveNames::CollectiveNames(const model::Trace& trace)
    : m_trace(trace)
    , m_ranksOfGroup(ranksOfGroups(trace))
    , m_silent(trace.names.size())
{
}

std::optional<CollectiveName> CollectiveNames::fromArguments(SliceId event) const
{
    const Expected<model::ArgValue> read = m_trace.args->eventAt(m_trace.slices.offset(event));
    const model::ArgValue* args = read ? read->find("args") : nullptr;
    const model::ArgValue* name = args != nullptr ? args->find("Collective name") : nullptr;
    if (name == nullptr)
        return std::nullopt;
    CollectiveName out;
    out.name = lower(name->text);
    const std::string group = text(args->find("Process Group Name"));
    std::string ranks = withoutBlanks(text(args->find("Process Group Ranks")));
    if (ranks.empty()) {
        const auto known = m_ranksOfGroup.find(group);
        if (known != m_ranksOfGroup.end())
            ranks = known->second;
    }
    out.group = groupKey(group, ranks);
    out.sequence = number<std::int64_t>(args->find("Seq"));
    out.elements = number<std::uint64_t>(args->find("In msg nelems"));
    out.type = text(args->find("dtype"));
    return out;
}

CollectiveName CollectiveNames::of(SliceId kernel, SliceId launch)
{
    std::uint8_t& silent = m_silent[m_trace.slices.name[kernel.index()].index()];
    if (m_trace.args && silent < kTries) {
        if (std::optional<CollectiveName> found = fromArguments(kernel))
            return *found;
        const SliceId record = recordAround(m_trace, launch);
        if (record.valid()) {
            if (std::optional<CollectiveName> found = fromArguments(record))
                return *found;
        }
        ++silent;
    }
    CollectiveName out;
    out.name = collectiveOfOperators(m_trace, launch);
    if (out.name.empty())
        out.name = collectiveOfKernel(m_trace.nameOf(kernel));
    return out;
}

} // namespace stepscope::ranks
