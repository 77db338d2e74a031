// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli: every figure of the window on the command line.
#include "app/cli/cli.h"
#include "core/util/heap.h"

#include <algorithm>
#include <new>

int main(int argc, char** argv)
{
    using namespace stepscope::cli;
    stepscope::returnLargeBlocks();
    // Most likely a variable of a script that is not set; without it the command would do something else.
    if (std::any_of(argv + std::min(1, argc), argv + argc, [](const char* argument) { return *argument == '\0'; })) {
        complain("one of the arguments is empty");
        return kRefused;
    }
    CLI::App app("Figures of PyTorch profiler traces", "stepscope-cli");
    app.set_version_flag("--version", STEPSCOPE_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(28);
    Outcome outcome;
    try {
        addInfo(app, outcome);
        addReport(app, outcome);
        addTables(app, outcome);
        addMemory(app, outcome);
        addRanks(app, outcome);
        addCompare(app, outcome);
        addCut(app, outcome);
        addDump(app, outcome);
        addRecorder(app, outcome);
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // Help and the version are no errors; wrong arguments get the code of the report contract.
        return app.exit(error) == 0 ? kDone : kRefused;
    } catch (const std::bad_alloc&) {
        complain("out of memory");
        return kRefused;
    } catch (const std::exception& error) {
        complain(error.what());
        return kInternalError;
    }
    return outcome.exitCode;
}
