#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records the programs of this folder with the recording kit and checks what stepscope-cli says of them.

    record_all.py [STEPSCOPE-CLI] [--here] [--out DIR] [--keep DIR] [--recorded] [--only NAME…]

Each program shows one pattern on purpose. Checked are: the report names it; calls and times of all operators equal
key_averages() of the same run; on a GPU the peaks equal memory_stats(). Prints a Markdown table and the problems; exit 1
when there are any, 77 when there is no PyTorch to record with.

Without --here they run in Debian's PyTorch (torch_tree.py), on the CPU. With it this Python's PyTorch is used, on the GPU
if there is one; what shows on a GPU only is left out elsewhere. --keep copies recordings, without paths of this machine.
Recording and checking may be on two machines: without STEPSCOPE-CLI nothing is checked, with --recorded nothing is
recorded, and what lies in DIR is checked.
"""
import argparse
import collections
import glob
import gzip
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile

import torch_tree

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 300  # seconds for one program
NAMES_OF_THE_MACHINE = re.compile(r'("(?:host_name|traceName)"): "[^"]*"')

# says: the rule of the finding that the verdict tells; finds: rules that are among the findings; seen: ticks of the
# checklist; never: beginnings of rules that would be wrong
Expected = collections.namedtuple("Expected", "says bucket finds seen never", defaults=(None, None, (), (), ()))
Pattern = collections.namedtuple("Pattern", "program options cpu gpu", defaults=((), None, None))

PATTERNS = (
    Pattern("healthy", (), Expected(never=("host.",)), Expected(bucket="healthy")),
    Pattern("starved", (), Expected("host.input"), Expected("idle.input", "input_pipeline")),
    Pattern("starved_by_workers", (), Expected("host.input"), Expected("idle.input", "input_pipeline")),
    Pattern("warm_up", ("--wait", "0", "--warmup", "1"), Expected(finds=("step.warm_up",)),
            Expected(finds=("step.warm_up",))),
    Pattern("recompiled", (), Expected("host.recompile"), Expected("host.recompile", "host_launch")),
    Pattern("compiled", (), None, Expected(seen=("compiled kernels",), never=("host.recompile",))),
    Pattern("small_kernels", ("--active", "2"), None, Expected("wall.short_kernels", "host_launch")),
    Pattern("item_in_loop", (), None, Expected(finds=("sync.in_step",))),
    Pattern("pageable", (), None, Expected("copy.pageable", "input_pipeline")),
    Pattern("cuda_graph", (), None, Expected(seen=("graph-launched kernels",))),
    Pattern("retained_graph", ("--active", "7"), None, Expected(finds=("memory.growth",))),
    Pattern("fragmentation", ("--wait", "0", "--warmup", "1", "--active", "10"), None,
            Expected(finds=("memory.fragmentation",))),
    Pattern("out_of_memory", ("--oom",), None, Expected(finds=("memory.oom",))),
    Pattern("activations", (), None, Expected(finds=("memory.activations",))),
)


def truth_at(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def has_gpu(options):
    if options.recorded:
        truths = glob.glob(os.path.join(options.out, "*.truth.json"))
        return any(truth_at(path)["device"] != "CPU" for path in truths)
    if not options.here:
        return False
    code = "import torch; raise SystemExit(0 if torch.cuda.is_available() else 1)"
    return subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def record(pattern, out, here):
    """What went wrong, or nothing. The program may fail: one of them runs out of memory."""
    folder, source = (out, torch_tree.SOURCE) if here else (torch_tree.OUT_INSIDE, torch_tree.SOURCE_INSIDE)
    inside = os.path.join(source, "tests", "recordings")
    arguments = [os.path.join(inside, "record_one.py"), folder,
                 os.path.join(inside, "programs", pattern.program + ".py"), *pattern.options]
    command = [sys.executable, *arguments] if here else torch_tree.python(arguments, out)
    with open(os.path.join(out, pattern.program + ".log"), "wb") as log:
        try:
            subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            return f"takes longer than {TIMEOUT} s"
    if not recordings(pattern, out):
        with open(log.name, encoding="utf-8", errors="replace") as text:
            return "nothing was recorded: " + (text.read().strip().splitlines() or ["no output"])[-1]
    return None


def recordings(pattern, out):
    """Its files, the trace first."""
    return sorted(glob.glob(os.path.join(out, pattern.program + ".*.gz")), reverse=True)


def report_of(cli, files):
    done = subprocess.run([cli, "report", "--json", *files], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def check_expected(report, expected):
    rules = [finding["rule"] for finding in report["findings"]]
    verdict = report["verdict"]
    told = None if verdict["finding"] is None else rules[verdict["finding"]]
    if expected.says and told != expected.says:
        yield f"the verdict tells {told}, not {expected.says}"
    if expected.bucket and verdict["bucket"] != expected.bucket:
        yield f"the verdict is {verdict['bucket']}, not {expected.bucket}"
    for rule in expected.finds:
        if rule not in rules:
            yield f"no {rule} among {', '.join(rules) or 'no findings'}"
    for rule in rules:
        if rule.startswith(expected.never):
            yield f"{rule} is not so"
    states = {item["check"]: item["state"] for item in report["checklist"]}
    for check in expected.seen:
        if states.get(check) != "seen":
            yield f"'{check}' is {states.get(check)}"


def check_operators(report, truth):
    """key_averages() leaves out what the profiler itself calls and has a row for the steps; all others must agree. It
    counts in µs: each call may be off by what it rounds away."""
    ours = {row["name"]: row for row in report["traces"][0]["operators"]}
    theirs = {row["name"]: row for row in truth["operators"]}
    common = [name for name in theirs if name in ours]
    for name in theirs:
        if name not in ours and not name.startswith(("ProfilerStep", "cuda", "hip", "Activity Buffer", "Lazy ")):
            yield f"{name} is missing"
    for name in common:
        mine, its = ours[name], theirs[name]
        if mine["calls"] != its["calls"]:
            yield f"{name}: {mine['calls']} calls, not {its['calls']}"
        for key in ("cpu_total", "cpu_self", "device_total", "device_self"):
            if abs(mine[key + "_ns"] - its[key + "_us"] * 1000) > its["calls"]:
                yield f"{name}: {key} {mine[key + '_ns']} ns, not {its[key + '_us'] * 1000:.0f} ns"
    if not common:
        yield "no operator is in both"


def check_peaks(report, truth):
    for memory in report["memory"] if truth["peaks"] else ():
        device = next(d for d in memory["devices"] if d["id"] == memory["default_device"])
        for key, stat in (("peak_active", "active_bytes.all.peak"), ("peak_reserved", "reserved_bytes.all.peak")):
            if device[key] != truth["peaks"][stat]:
                yield f"{key} {device[key]}, not {truth['peaks'][stat]}"
        if device["peak_active"] < truth["max_memory_allocated"]:
            yield f"peak_active {device['peak_active']} is less than {truth['max_memory_allocated']} were allocated"


def judge(cli, pattern, expected, out):
    """A row of the table and the problems."""
    files = recordings(pattern, out)
    report = report_of(cli, files)
    problems = list(check_expected(report, expected))
    told = [report["verdict"]["sentence"]] + [finding["headline"] for finding in report["findings"][:1]]
    operators = peaks = "–"
    truth_path = os.path.join(out, pattern.program + ".truth.json")
    if os.path.isfile(truth_path) and report["traces"]:
        truth = truth_at(truth_path)
        wrong = list(check_operators(report, truth))
        operators = f"{len(truth['operators'])} equal" if not wrong else f"{len(wrong)} differ"
        if report["memory"] and truth["peaks"]:
            wrong_peaks = list(check_peaks(report, truth))
            peaks = "equal" if not wrong_peaks else "differ"
            wrong += wrong_peaks
        problems += wrong
    size = sum(os.path.getsize(path) for path in files) / 1024
    row = (pattern.program, told[0], operators, peaks, f"{size:.0f} KiB", "no" if problems else "yes")
    return row, problems


def without_paths(text, prefixes):
    for prefix in prefixes:
        text = text.replace(prefix.rstrip("/") + "/", "")
    return text


def keep(path, folder):
    """Copies a recording, or a file beside it, without the paths of the machine that made it."""
    prefixes = [torch_tree.SOURCE, torch_tree.SOURCE_INSIDE, *(p for p in sys.path if os.path.isabs(p)), sys.prefix]
    target = os.path.join(folder, os.path.basename(path))
    if path.endswith(".pickle.gz"):
        with gzip.open(path) as file:
            snapshot = pickle.load(file)  # our own, made a minute ago
        seen = set()
        stack = [snapshot]
        while stack:
            value = stack.pop()
            if id(value) in seen or not isinstance(value, (dict, list, tuple)):
                continue
            seen.add(id(value))
            if isinstance(value, dict) and isinstance(value.get("filename"), str):
                value["filename"] = without_paths(value["filename"], prefixes)
            stack.extend(value.values() if isinstance(value, dict) else value)
        with gzip.open(target, "wb") as file:
            pickle.dump(snapshot, file, protocol=4)
    else:
        opened = gzip.open if path.endswith(".gz") else open
        with opened(path, "rt", encoding="utf-8", errors="replace") as file:
            text = file.read()
        with opened(target, "wt", encoding="utf-8") as file:
            file.write(NAMES_OF_THE_MACHINE.sub(r'\1: ""', without_paths(text, prefixes)))


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=os.path.abspath, nargs="?")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("--out", default=None)
    parser.add_argument("--keep", default=None)
    parser.add_argument("--only", nargs="*", default=None)
    options = parser.parse_args(argv[1:])
    if not options.here and not options.recorded and not torch_tree.is_ready():
        print(torch_tree.MISSING)
        return torch_tree.SKIPPED
    device = "gpu" if has_gpu(options) else "cpu"
    out = os.path.abspath(options.out or tempfile.mkdtemp(prefix="recordings-"))
    os.makedirs(out, exist_ok=True)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    print("| program | verdict | operators | peaks | size | as it should be |\n|---|---|---|---|---|---|", flush=True)
    problems = []
    for pattern in PATTERNS:
        expected = getattr(pattern, device)
        if expected is None or (options.only and pattern.program not in options.only):
            continue
        wrong = None if options.recorded else record(pattern, out, options.here)
        wrong = wrong or (None if recordings(pattern, out) else "there is no recording")
        row, found = (pattern.program, wrong or "recorded", "–", "–", "–", "no" if wrong else "–"), [wrong] if wrong else []
        if options.cli and not wrong:
            row, found = judge(options.cli, pattern, expected, out)
        print("| " + " | ".join(row) + " |", flush=True)
        problems += [f"{pattern.program}: {problem}" for problem in found]
        for path in glob.glob(os.path.join(out, pattern.program + ".*")) if options.keep else ():
            keep(path, options.keep)
    print("\n" + "\n".join(problems) if problems else "")
    if options.out is None:
        shutil.rmtree(out)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
