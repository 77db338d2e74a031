#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates memory snapshots with known faults and checks that the report finds each, and nothing where there is none.

    check_memory_findings.py PATH/TO/stepscope-cli [--seeds N] [--first-seed N] [--jobs N] [--keep DIR]

For each seed files of make_snapshot.py: nothing planted, a leak, fragmentation, out of memory, and both of the last; the
seed chooses stacks, annotations, streams, the pickler and whether a ring buffer has lost the start. Against the truth:
  - a leak is the first finding (but for an out-of-memory, which comes before it), its bytes per step exact, its line the
    one that is named where stacks were recorded
  - out of memory is the first finding, fragmentation told from shortage; without it, fragmentation is the first
  - without a leak there is no memory.growth; with nothing planted no finding is of more than low severity but
    memory.activations and memory.flat_block, and no verdict is "memory"
Exit code 0: all hold. --keep leaves the files in DIR for a closer look.
"""
import json
import os
import subprocess
import sys

from seeded_checks import check_all, options_of

GENERATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "make_snapshot.py")
PLANTS = {
    "none": [],
    "leak": ["--leak", "6"],
    "slow leak": ["--leak", "2"],
    "fragment": ["--fragment"],
    "oom": ["--oom"],
    "fragment and oom": ["--fragment", "--oom"],
    "leak and oom": ["--leak", "6", "--oom"],
}
STACKS = ("all", "python", "none")
INFORMATION = {"memory.activations", "memory.flat_block", "memory.peak"}


def arguments_of(plant, seed):
    entries = 6000 if plant != "slow leak" else 12000
    arguments = ["--entries", str(entries), "--layers", "2", "--seed", str(seed), *PLANTS[plant]]
    arguments += ["--stacks", STACKS[seed % 3], "--streams", str(1 + seed // 3 % 2)]
    arguments += ["--no-annotations"] if seed // 2 % 2 else []
    arguments += ["--writer", "jit"] if seed // 4 % 2 else ["--protocol", str(2 + seed % 4)]
    # What a ring buffer loses may be the fault itself; a leak shows in what is left.
    if plant in ("none", "leak", "slow leak") and seed // 5 % 2:
        arguments += ["--max-entries", str(entries * 3 // 5)]
    return arguments


def run(command):
    return subprocess.run(command, capture_output=True, timeout=300)


def rules_of(report):
    return [finding["rule"] for finding in report["findings"]]


def leak_problems(report, truth, place):
    found = next((f for f in report["findings"] if f["rule"] == "memory.growth"), None)
    if found is None:
        yield "leak", f"not found; the findings are {rules_of(report)}"
        return
    if rules_of(report)[place] != "memory.growth":
        yield "top", f"the findings are {rules_of(report)}"
    devices = [d for d in report["memory"][0]["devices"] if d["growth_per_step"] is not None]
    growth = [d["growth_per_step"] for d in devices]
    if growth != [truth["leak"]["bytes_per_step"]]:
        yield "bytes", f"{growth} bytes per step, not {truth['leak']['bytes_per_step']}"
    if truth["options"]["stacks"] != "none":
        function, line = truth["leak"]["user_frame"].rsplit(" ", 1)
        named = f"{os.path.basename(line)} {function}"
        if named not in found["headline"]:
            yield "line", f"{named} is not named: {found['headline']}"


def oom_problems(report, truth):
    first = report["findings"][0]
    if first["rule"] != "memory.oom":
        yield "top", f"the findings are {rules_of(report)}"
        return
    ooms = [oom for device in report["memory"][0]["devices"] for oom in device["ooms"]]
    fragmentation = truth["oom"]["verdict"] == "fragmentation"
    if [oom["fragmentation"] for oom in ooms] != [fragmentation]:
        yield "oom", f"fragmentation is {ooms}, not {fragmentation}"
    if ("in pieces" in first["headline"]) != fragmentation:
        yield "oom", f"{truth['oom']['verdict']} is told as: {first['headline']}"


def healthy_problems(report):
    for finding in report["findings"]:
        if finding["rule"] not in INFORMATION:
            yield "none", f"nothing is planted, but {finding['rule']}: {finding['headline']}"
    if report["verdict"]["bucket"] == "memory":
        yield "none", f"nothing is planted, but: {report['verdict']['sentence']}"


def problems_with(plant, report, truth):
    if not report["findings"]:
        return [("found", "no findings at all")]
    problems = []
    if truth["oom"]:
        problems += oom_problems(report, truth)
    if truth["leak"]:
        problems += leak_problems(report, truth, 1 if truth["oom"] else 0)
    elif "memory.growth" in rules_of(report):
        problems.append(("none", f"no leak, but: {report['findings'][rules_of(report).index('memory.growth')]['headline']}"))
    if plant == "fragment" and report["findings"][0]["rule"] != "memory.fragmentation":
        problems.append(("top", f"the findings are {rules_of(report)}"))
    if plant == "none":
        problems += healthy_problems(report)
    return problems


def problems_of(cli, plant, seed, folder):
    arguments = arguments_of(plant, seed)
    path = os.path.join(folder, f"{plant.replace(' ', '_')}_{seed}.pickle")
    label = f"{plant}, seed {seed} ({' '.join(arguments)})"
    made = run([sys.executable, GENERATOR, path, *arguments])
    if made.returncode != 0:
        return label, [("generator", made.stderr.decode().strip())]
    with open(path + ".truth.json", encoding="utf-8") as file:
        truth = json.load(file)
    done = run([cli, "report", "--json", path])
    if done.returncode != 0:
        return label, [("report", f"exit {done.returncode}: {done.stderr.decode().strip()}")]
    return label, problems_with(plant, json.loads(done.stdout), truth)


def main():
    options = options_of(__doc__, 3)
    jobs = [(plant, seed) for seed in options.range for plant in PLANTS]
    return check_all(options, jobs, lambda job, folder: (*problems_of(options.cli, *job, folder), 1))


if __name__ == "__main__":
    sys.exit(main())
