// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reports as HTML or Markdown are made to be passed on: what of them should perhaps not be shared is said on standard
// error, or masked with --mask.

#include "core/export/report.h"
#include "core/export/sections.h"
#include "core/share/known_secrets.h"

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::cli {

struct SharedPage
{
    bool markdown = false;
    bool html = false;
    bool mask = false;

    void addMask(CLI::App& command); // --mask, behind --html and --markdown
    [[nodiscard]] bool asked() const { return markdown || html; }
    // The page about `subject`; `known`: what its files give away (addKnown).
    [[nodiscard]] std::string written(
        std::vector<exporting::Section> sections, std::string_view subject, share::KnownSecrets known) const;
};

void addKnown(const exporting::ReportedFile& file, share::KnownSecrets& known);

} // namespace stepscope::cli
