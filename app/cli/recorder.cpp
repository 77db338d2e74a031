// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli recorder
#include "app/cli/cli.h"
#include "app/cli/recorder_text.h"

namespace stepscope::cli {

void addRecorder(CLI::App& app, Outcome& outcome)
{
    CLI::App* command = app.add_subcommand(
        "recorder", "Print stepscope_record.py, which records a training script; to be put into a file of that name");
    command->callback([&outcome] {
        if (!print(kRecorderText))
            outcome.exitCode = kInternalError;
    });
}

} // namespace stepscope::cli
