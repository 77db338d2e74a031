// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_labels.h"

#include "core/analysis/kernel_names.h"
#include "core/util/text_parts.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostWords = 4;
constexpr std::size_t kMostCompared = 200'000; // words of all names with one short name; more are no real kernels

bool isNumber(std::string_view word)
{
    return std::isdigit(static_cast<unsigned char>(word.front())) != 0;
}

// Identifiers without the namespaces before them, and numbers.
std::vector<std::string_view> wordsOf(std::string_view name)
{
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < name.size();) {
        if (!isIdentifierCharacter(name[i])) {
            ++i;
            continue;
        }
        const std::size_t start = i;
        while (i < name.size() && isIdentifierCharacter(name[i]))
            ++i;
        if (name.substr(i, 2) != "::")
            words.push_back(name.substr(start, i - start));
    }
    return words;
}

// Tells names apart that have one short name.
class Differences
{
public:
    explicit Differences(const std::vector<std::string_view>& names)
    {
        for (const std::string_view name : names) {
            m_words.push_back(wordsOf(name));
            m_places = std::max(m_places, m_words.back().size());
        }
        m_group.assign(names.size(), 0);
    }

    // What is to be written behind each name; may be empty.
    std::vector<std::string> find()
    {
        std::vector<std::string> texts(m_words.size());
        if (m_places * m_words.size() > kMostCompared)
            return texts;
        std::vector<std::size_t> chosen;
        while (chosen.size() < kMostWords && m_groups < m_words.size()) {
            const std::size_t place = best();
            if (place == m_places)
                break;
            chosen.push_back(place);
            split(place);
        }
        std::sort(chosen.begin(), chosen.end());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            for (const std::size_t place : chosen) {
                const std::string_view word = at(i, place);
                texts[i].append(texts[i].empty() || word.empty() ? "" : ", ").append(word);
            }
        }
        return texts;
    }

private:
    [[nodiscard]] std::string_view at(std::size_t name, std::size_t place) const
    {
        return place < m_words[name].size() ? m_words[name][place] : std::string_view();
    }

    // The place that tells most apart; m_places: none does.
    [[nodiscard]] std::size_t best() const
    {
        std::size_t found = m_places;
        std::size_t most = m_groups;
        bool isOfNumbers = true;
        for (std::size_t place = 0; place < m_places; ++place) {
            std::set<std::pair<std::size_t, std::string_view>> parts;
            bool hasNumbers = false;
            for (std::size_t i = 0; i < m_words.size(); ++i) {
                const std::string_view word = at(i, place);
                hasNumbers = hasNumbers || word.empty() || isNumber(word);
                parts.emplace(m_group[i], word);
            }
            const bool isBetter = parts.size() > most || (parts.size() == most && isOfNumbers && !hasNumbers);
            if (parts.size() > m_groups && isBetter) {
                found = place;
                most = parts.size();
                isOfNumbers = hasNumbers;
            }
        }
        return found;
    }

    void split(std::size_t place)
    {
        std::map<std::pair<std::size_t, std::string_view>, std::size_t> groups;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const auto part = groups.try_emplace({m_group[i], at(i, place)}, groups.size()).first;
            m_group[i] = part->second;
        }
        m_groups = groups.size();
    }

    std::vector<std::vector<std::string_view>> m_words; // of each name
    std::vector<std::size_t> m_group;                   // names in one group are not told apart yet
    std::size_t m_groups = 1;
    std::size_t m_places = 0;
};

} // namespace

std::vector<std::string> kernelLabels(std::span<const std::string_view> names)
{
    std::vector<std::string> labels;
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < names.size(); ++i) {
        labels.push_back(shortKernelName(names[i]));
        alike[labels.back()].push_back(i);
    }
    for (const auto& [label, members] : alike) {
        if (members.size() < 2)
            continue;
        std::vector<std::string_view> whole;
        for (const std::size_t i : members)
            whole.push_back(names[i]);
        const std::vector<std::string> texts = Differences(whole).find();
        for (std::size_t i = 0; i < members.size(); ++i) {
            std::string& text = labels[members[i]];
            if (!texts[i].empty() && text.ends_with('>'))
                text.insert(text.size() - 1, ", " + texts[i]);
            else if (!texts[i].empty())
                text.append(" · ").append(texts[i]);
        }
    }
    return labels;
}

KernelLabels::KernelLabels(const model::Trace& trace)
    : m_trace(trace)
{
    std::vector<bool> seen(trace.names.size(), false);
    std::vector<NameId> kernels;
    std::vector<std::string_view> names;
    for (const SliceId slice : trace.gpuWork.slice) {
        const NameId name = trace.slices.name[slice.index()];
        const model::EventKind kind = trace.kindOf(slice);
        if (!name.valid() || seen[name.index()]
            || (kind != model::EventKind::Kernel && kind != model::EventKind::DeviceOp))
            continue;
        seen[name.index()] = true;
        kernels.push_back(name);
        names.push_back(trace.names.view(name));
    }
    std::vector<std::string> labels = kernelLabels(names);
    for (std::size_t i = 0; i < kernels.size(); ++i)
        m_labels.emplace(kernels[i].value, std::move(labels[i]));
}

std::string KernelLabels::of(NameId kernel) const
{
    const auto found = m_labels.find(kernel.value);
    return found != m_labels.end() ? found->second : shortKernelName(m_trace.names.view(kernel));
}

} // namespace stepscope::analysis
