// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shared_page.h"

#include "app/cli/cli.h"
#include "core/export/section_texts.h"

#include <fmt/format.h>
#include <map>

namespace stepscope::cli {
namespace {

using Counts = std::map<share::SecretKind, std::size_t>;

// "2 × home folder, 1 × user name"
std::string countsText(const Counts& counts)
{
    std::string text;
    for (const auto& [kind, count] : counts)
        text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, share::secretKindWords(kind));
    return text;
}

} // namespace

void SharedPage::addMask(CLI::App& command)
{
    command.add_flag("--mask", mask, "mask names, home folders, addresses, keys and tokens in --html and --markdown");
}

std::string SharedPage::written(
    std::vector<exporting::Section> sections, std::string_view subject, share::KnownSecrets known) const
{
    Counts found;
    std::string title(subject);
    const auto clear = [&](std::string& text) {
        const std::vector<share::Secret> secrets = share::findShown(text, known);
        for (const share::Secret& secret : secrets)
            ++found[secret.kind];
        if (mask && !secrets.empty())
            text = share::maskText(text, secrets);
    };
    clear(title);
    exporting::eachText(sections, clear);
    if (!found.empty())
        complain(fmt::format("{}: {}",
            mask ? "masked in the report" : "the report shows what should perhaps not be shared (--mask masks it)",
            countsText(found)));
    return html ? asHtml(std::move(sections), title) : exporting::sectionsMarkdown(sections);
}

void addKnown(const exporting::ReportedFile& file, share::KnownSecrets& known)
{
    known.addPath(file.path);
    if (file.trace)
        known.addTrace(*file.trace);
    if (file.snapshot)
        known.addNames(file.snapshot->record.names);
}

} // namespace stepscope::cli
