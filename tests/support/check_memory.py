#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates memory snapshots whose figures are known and compares the report with them, number by number.

    check_memory.py PATH/TO/stepscope-cli [--seeds N] [--first-seed N] [--jobs N] [--keep DIR]

Every recipe below is written by make_snapshot.py for each seed. Against its truth file: counts per action, what is live
before and after the history, peaks and where they are, blocks, rounding, the largest block, free and stranded bytes, the
verdict of the failed allocation, frees and blocks that the history does not explain. And history and segments agree.
Exit code 0: all equal. --keep leaves the files in DIR for a closer look.
"""
import json
import os
import subprocess
import sys

from seeded_checks import check_all, options_of

GENERATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "make_snapshot.py")

RECIPES = (
    ["--leak"],
    ["--fragment", "--protocol", "2", "--stacks", "python"],
    ["--oom", "--writer", "jit"],
    ["--fragment", "--oom", "--protocol", "5", "--no-annotations"],
    ["--pending", "--protocol", "3"],
    ["--expandable", "--leak", "--shape-2026"],
    ["--expandable", "--fragment", "--json", "--stacks", "none"],
    ["--max-entries", "2000", "--leak"],
    ["--max-entries", "1500", "--expandable", "--gzip"],
    ["--max-entries", "2500", "--oom", "--writer", "jit", "--stacks", "python"],
    ["--shape", "list"],
    ["--shape", "legacy", "--protocol", "2"],
    ["--host", "--shape-2026", "--device", "1"],
    ["--json", "--gzip", "--streams", "1", "--pending"],
    ["--device", "3", "--stacks", "none", "--no-annotations"],
)


def run(*command):
    done = subprocess.run(command, capture_output=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.decode()[-300:]}")
    return done.stdout


def counted(report, kind):
    return sum(d["count"] for d in report["diagnostics"] if d["kind"] == kind)


def device_of(devices, number):
    return next(d for d in devices if d["id"] == number)


def end_figures(device, truth):
    """(what, reported, expected) of the end of the history."""
    final, free, largest = truth["final"], truth["fragmentation_at_end"], truth["largest_live_block"]
    yield "active_end", device["active_end"], final["active_requested"]
    yield "allocated_end", device["allocated_end"], final["allocated_rounded"]
    yield "reserved_end", device["reserved_end"], final["reserved"]
    yield "segments", device["segments"], final["segments"]
    yield "blocks", device["live_blocks_end"] + device["pending_blocks_end"], final["live_blocks"]
    yield "pending_blocks_end", device["pending_blocks_end"], final["pending_free_blocks"]
    yield "largest_live_block", device["largest_live_block"], largest["requested"] if largest else 0
    yield "inactive", device["inactive"], free["cached_free"]
    yield "stranded", device["stranded"], free["stranded"]
    if not final["pending_free_blocks"]:
        yield "rounding", device["rounding"], final["internal_waste"]
        yield "held_end", device["held_end"], final["active_requested"]


def history_figures(device, report, truth):
    before, peak, pairing = truth["before_window"], truth["peak"], truth["pairing"]
    yield "entries", device["entries"], truth["entries"]
    yield "initial", device["initial"], before["active_requested"]
    for name, key in (("peak_active", "active_requested"), ("peak_reserved", "reserved")):
        yield name, device[name], peak[key]["bytes"]
        yield name + "_entry", device[name + "_entry"], peak[key]["index"]
    yield "free_without_alloc", counted(report, "free_without_alloc"), pairing["free_completed_without_alloc"]
    yield "alloc_not_in_history", counted(report, "alloc_not_in_history"), pairing["live_blocks_without_alloc"]
    for kind in ("missed_free", "end_state_differs", "unknown_action", "no_history"):
        yield kind, counted(report, kind), 0


def oom_figures(device, truth):
    oom = truth["oom"]
    yield "ooms", len(device["ooms"]), 1 if oom else 0
    if not oom or not device["ooms"]:
        return
    found = device["ooms"][0]
    yield "oom entry", found["entry"], oom["index"]
    yield "oom requested", found["requested"], oom["request_rounded"]
    yield "oom device_free", found["device_free"], oom["device_free"]
    yield "oom largest_free", found["largest_free"], oom["largest_free_block_same_pool"]
    yield "oom fragmentation", found["fragmentation"], oom["verdict"] == "fragmentation"


def figures_of(cli, path, truth):
    report = json.loads(run(cli, "report", "--json", path))
    memory = report["memory"][0]
    device = device_of(memory["devices"], truth["device"])
    yield "format", report["files"][0]["format"], "memory_snapshot"
    yield "default_device", memory["default_device"], truth["device"]
    yield from end_figures(device, truth)
    if truth["options"]["shape"] != "dict":
        yield "entries", device["entries"], 0
        yield "peak_active", device["peak_active"], truth["final"]["active_requested"]
        yield "no_history", counted(report, "no_history"), 1
        return
    yield from history_figures(device, report, truth)
    yield from oom_figures(device, truth)
    info = json.loads(run(cli, "info", "--json", path))
    yield "actions", device_of(info["devices"], truth["device"])["actions"], truth["actions"]


def check(cli, seed, number, folder):
    path = os.path.join(folder, f"{seed}_{number}.snapshot")
    options = RECIPES[number] + ["--entries", str(4000 + 700 * (seed % 5)), "--seed", str(seed)]
    run(sys.executable, GENERATOR, path, *options)
    with open(path + ".truth.json", encoding="utf-8") as text:
        truth = json.load(text)
    try:
        wrong = [f"{what} is {found}, should be {expected}" for what, found, expected in figures_of(cli, path, truth)
                 if found != expected]
    except RuntimeError as error:
        wrong = [str(error)]
    return f"seed {seed} {' '.join(RECIPES[number])}", [("figures", problem) for problem in wrong], 1


def main():
    options = options_of(__doc__, 3)
    jobs = [(seed, number) for seed in options.range for number in range(len(RECIPES))]
    return check_all(options, jobs, lambda job, folder: check(options.cli, *job, folder))


if __name__ == "__main__":
    sys.exit(main())
