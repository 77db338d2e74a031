// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli info FILE
#include "app/cli/cli.h"

#include <memory>

namespace stepscope::cli {

void addInfo(CLI::App& app, Outcome& outcome)
{
    struct Options
    {
        std::string path;
        bool json = false;
    };
    const auto options = std::make_shared<Options>();
    CLI::App* command
        = app.add_subcommand("info", "What a file is and holds: format, sizes, writer, counts, file health");
    command->add_option("FILE", options->path, "a trace or memory snapshot, plain or compressed")->required();
    command->add_flag("--json", options->json, "as JSON");
    command->callback([options, &outcome] {
        const exporting::ReportedFile file = loadFile(options->path);
        if (file.error)
            complain(options->path + ": " + file.error->message);
        const bool asText = !options->json && !file.error;
        if (!print(asText ? exporting::infoText(file, outputWidth()) : exporting::infoJson(file)))
            outcome.exitCode = kInternalError;
        else if (file.error)
            outcome.exitCode = kRefused;
    });
}

} // namespace stepscope::cli
