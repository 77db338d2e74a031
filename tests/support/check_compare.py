#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates runs that differ in one planted thing and checks that `compare` names it first, with its size.

    check_compare.py PATH/TO/stepscope-cli [--seeds N] [--first-seed N] [--quick] [--jobs N] [--keep DIR]

For each seed, against the truth files of make_trace.py and make_snapshot.py:
  - a trace without and with each kind of item: its kind is the first difference and the only one outside of the noise, its
    size is the truth's to 1 % (the step's length with and without; of a graph the launches it saves), in both directions
  - a file with itself: no difference at all; two seeds of one program: none outside of the noise
  - a snapshot without and with a leak: the leak first, its line and its size per step
  - exit codes: 0, 1 past a limit, 2 for what is refused or asked wrongly
--quick: one seed, four of the kinds. Exit code 0: all hold. --keep leaves the files in DIR for a closer look.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCE = 0.01

# kind: the kind of the difference
KINDS = {
    "input_bound": "idle.input",
    "small_kernel_wall": "wall.short_kernels",
    "sync_in_step": "sync.in_step",
    "long_all_reduce": "comm.exposed",
    "pageable_copies": "copy.pageable",
    "comm_exposed": "comm.exposed",
    "warm_up_step": "step.warm_up",
    "slow_step": "step.throttled",
    "graph_launch": "launches",
    "recompile": "host.recompile",
}
QUICK = ("input_bound", "sync_in_step", "warm_up_step", "graph_launch")

# Each seed another shape of file.
VARIANTS = (
    ["--steps", "12", "--layers", "4"],
    ["--steps", "14", "--layers", "5", "--layout", "v2026"],
    ["--steps", "12", "--layers", "6", "--no-stack", "--no-memory"],
    ["--steps", "30", "--layers", "4", "--no-shapes"],
    ["--steps", "12", "--layers", "8", "--layout", "v2026", "--no-stack"],
)


def generate(tool, path, arguments):
    subprocess.run([sys.executable, os.path.join(HERE, tool), path, *arguments], check=True, capture_output=True)


def truth_of(path):
    for name in (path + ".truth.json", os.path.splitext(path)[0] + ".truth.json"):
        if os.path.exists(name):
            with open(name, encoding="utf-8") as file:
                return json.load(file)
    raise FileNotFoundError(path)


def compare(cli, before, after, *options):
    done = subprocess.run([cli, "compare", "--json", *options, before, after], capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout.startswith("{") else None


def planted_size(truth, kind):
    """What the item adds: ns in all, or launches."""
    planted = next(item for item in truth["planted"] if item["kind"] == kind)
    places = planted.get("steps") or [planted]
    if kind == "graph_launch":
        return sum(1 - place["nodes"] for place in places)
    return sum(place["with"]["dur_ns"] - place["without"]["dur_ns"] for place in places)


def told_size(result, difference):
    """The same as the comparison tells it."""
    if difference["kind"] == "step.warm_up":
        return difference["change"]
    return difference["change"] * result["steps_compared"]["before"]


def real(result):
    return [one for one in result["differences"] if not one["within_noise"]]


def planted_problems(cli, plain, planted, kind):
    expected = planted_size(truth_of(planted), kind)
    for before, after, sign in ((plain, planted, 1), (planted, plain, -1)):
        code, result = compare(cli, before, after)
        name = f"{kind}, {'with after without' if sign > 0 else 'without after with'}"
        if code != 0 or result is None:
            yield f"{name}: exit code {code}"
            continue
        found = real(result)
        if [one["kind"] for one in found] != [KINDS[kind]]:
            yield f"{name}: the differences are {[(one['kind'], one['change']) for one in found]}"
            continue
        size = told_size(result, found[0])
        if abs(size - sign * expected) > TOLERANCE * abs(expected):
            yield f"{name}: {size:.0f} instead of {sign * expected}"
        if result["differences"][0] is not found[0]:
            yield f"{name}: is not the first difference"


def trace_problems(cli, folder, seed, kinds):
    variant = VARIANTS[seed % len(VARIANTS)] + ["--mb", "1"]
    plain, other = os.path.join(folder, f"{seed}-none.json"), os.path.join(folder, f"{seed}-other.json")
    generate("make_trace.py", plain, [*variant, "--seed", str(seed), "--plant", "none"])
    generate("make_trace.py", other, [*variant, "--seed", str(seed + 1000), "--plant", "none"])
    for kind in kinds:
        path = os.path.join(folder, f"{seed}-{kind}.json")
        generate("make_trace.py", path, [*variant, "--seed", str(seed), "--plant", kind])
        yield from planted_problems(cli, plain, path, kind)
    _, same = compare(cli, plain, plain)
    if same["differences"] or any(row["change"] for table in same["tables"] for row in table["rows"]):
        yield "a file differs from itself"
    for before, after in ((plain, other), (other, plain)):
        _, noise = compare(cli, before, after)
        if real(noise):
            yield f"two seeds differ: {[one['sentence'] for one in real(noise)]}"
        if not noise["step_time"]["within_noise"]:
            yield f"two seeds: the step time is not within noise: {noise['step_time']}"
    longer = os.path.join(folder, f"{seed}-input_bound.json")
    if os.path.exists(longer):
        yield from exit_problems(cli, plain, longer, marks="--no-memory" not in variant)


def exit_problems(cli, plain, longer, marks):
    for code, before, after, options in (
        (1, plain, longer, ["--max-step-regression", "10%"]),
        (0, plain, longer, ["--max-step-regression", "10000"]),
        (0, longer, plain, ["--max-step-regression", "0"]),
        (0 if marks else 2, plain, longer, ["--max-peak-memory-regression", "1"]),
        (2, plain, longer, ["--max-step-regression", "much"]),
        (2, plain, os.path.join(HERE, "check_compare.py"), []),
        (2, plain, plain + ".not there", []),
        (2, plain, longer, ["--with-memory", plain, longer]),
    ):
        got, result = compare(cli, before, after, *options)
        if got != code:
            yield f"exit code {got} instead of {code} with {options}"
        if result is not None and code == 1 and not result["exceeded"]:
            yield "the limit that was exceeded is not named"


def leak_problems(cli, folder, seed):
    mib = (6, 2.5, 17, 40)[seed % 4]
    same = ["--entries", "6000", "--seed", str(seed)] + [["--no-vary"], [], ["--expandable"]][seed % 3]
    plain, leaky = os.path.join(folder, f"{seed}-plain.pickle"), os.path.join(folder, f"{seed}-leak.pickle")
    generate("make_snapshot.py", plain, same)
    generate("make_snapshot.py", leaky, [*same, "--leak", str(mib)])
    leak = truth_of(leaky)["leak"]
    function, place = leak["user_frame"].rsplit(" ", 1)
    for before, after, sign in ((plain, leaky, 1), (leaky, plain, -1)):
        _, result = compare(cli, before, after)
        first = (real(result) or [None])[0]
        if first is None or first["kind"] != "memory.growth":
            yield f"leak of {mib} MiB: the first difference is {first and first['sentence']}"
            continue
        if os.path.basename(place) not in first["sentence"] or function not in first["sentence"]:
            yield f"leak of {mib} MiB: its line is not named: {first['sentence']}"
        if abs(first["change"] - sign * leak["bytes_per_step"]) > TOLERANCE * leak["bytes_per_step"]:
            yield f"leak of {mib} MiB: {first['change']} bytes per step"
    _, same = compare(cli, leaky, leaky)
    if same["differences"]:
        yield f"a snapshot differs from itself: {same['differences']}"
    limit = ["--max-peak-memory-regression", "1%"]
    peaks = [truth_of(path)["peak"]["active_requested"]["bytes"] for path in (plain, leaky)]
    code, _ = compare(cli, plain, leaky, *limit)
    if code != (1 if peaks[1] > 1.01 * peaks[0] else 0):
        yield f"--max-peak-memory-regression: exit code {code} for peaks {peaks}"


def problems_of(arguments, folder, seed):
    kinds = QUICK if arguments.quick else tuple(KINDS)
    return [f"seed {seed}: {problem}" for problem in (
        *trace_problems(arguments.cli, folder, seed, kinds), *leak_problems(arguments.cli, folder, seed))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="DIR")
    arguments = parser.parse_args()
    seeds = range(arguments.first_seed, arguments.first_seed + (1 if arguments.quick else arguments.seeds))
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            found = [one for each in pool.map(lambda seed: problems_of(arguments, folder, seed), seeds) for one in each]
    for problem in found:
        print(problem)
    print(f"{len(seeds)} seeds, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
