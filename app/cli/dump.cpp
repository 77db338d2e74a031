// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli dump FILE
#include "app/cli/cli.h"

#include "core/export/dump.h"

#include <memory>

namespace stepscope::cli {

void addDump(CLI::App& app, Outcome& outcome)
{
    const auto path = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("dump", "The model of a file as plain text, for tests and diffs");
    command->add_option("FILE", *path, "a trace or memory snapshot, plain or compressed")->required();
    command->callback([path, &outcome] {
        const exporting::ReportedFile file = loadFile(*path);
        if (file.error) {
            complain(*path + ": " + file.error->message);
            outcome.exitCode = kRefused;
            return;
        }
        bool written = true;
        const exporting::TextSink write = [&written](std::string_view text) { written = written && print(text); };
        if (file.snapshot)
            exporting::dumpSnapshot(*file.snapshot, write);
        else if (file.timeline)
            exporting::dumpTimeline(*file.timeline, write);
        else
            exporting::dumpTrace(*file.trace, write);
        outcome.exitCode = written ? kDone : kInternalError;
    });
}

} // namespace stepscope::cli
