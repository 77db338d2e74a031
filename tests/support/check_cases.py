#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs stepscope-cli on every case folder and compares its report with the numbers in expect.md.

    check_cases.py PATH/TO/stepscope-cli [CASES_DIR] [--only NN[-MM]]

CASES_DIR defaults to tests/data/cases. The keys of the numbers blocks are looked up in the JSON report.
Prints one line a mismatch, then 'N passed, N failed'. Exit 0 when nothing failed. Standard library only.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read_numbers(path):
    text = open(path, encoding="utf-8").read()
    found = re.search(r"^```numbers\n(.*?)^```", text, re.S | re.M)
    out = []
    for line in (found.group(1) if found else "").splitlines():
        key, _, value = line.partition("=")
        if key.strip():
            out.append((key.strip(), value.strip()))
    return out


def report_of(cli, files):
    try:
        run = subprocess.run([cli, "report", "--json", "--slices", *files], capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return {"result": "no answer in 60 s"}
    if run.returncode < 0:
        return {"result": f"crashed by signal {-run.returncode}"}
    try:
        return json.loads(run.stdout)
    except ValueError as error:
        return {"result": f"no JSON ({error}); exit {run.returncode}"}


def total(report, key):
    return sum(t.get(key) or 0 for t in report.get("traces", []))


def find(items, **wanted):
    for item in items or []:
        if all(str(item.get(k)) == str(v) for k, v in wanted.items()):
            return item
    return {}


def trace_for(report, rank=None):
    traces = report.get("traces", [])
    if rank is not None:
        return find(traces, rank=rank)
    return traces[0] if traces else {}


def stream_of(trace, number):
    for device in trace.get("devices", []):
        for stream in device.get("streams", []):
            if str(stream.get("id")) == str(number):
                return stream
    return {}


def memory_device(report):
    memory = (report.get("memory") or [{}])[0]
    return find(memory.get("devices"), id=memory.get("default_device"))


def value_of(report, key):
    """The report's value for one key of a numbers block, as text."""
    diagnostics = report.get("diagnostics", [])
    if key == "result":
        return report.get("result")
    if key == "error":
        return (report.get("error") or {}).get("class")
    if found := re.fullmatch(r"(warn|note)\.(\w+)", key):
        return sum(d.get("count", 0) for d in diagnostics if d.get("kind") == found.group(2))
    rank = None
    if found := re.fullmatch(r"rank(\d+)\.(.+)", key):
        rank, key = found.group(1), found.group(2)
    trace = trace_for(report, rank)
    if key == "shift_ns":
        return trace.get("shift_ns")
    if key == "ranks":
        return len(report.get("traces", []))
    if found := re.fullmatch(r"collective\.(\d+)\.(\w+)", key):
        return find(report.get("collectives"), seq=found.group(1)).get(found.group(2))
    if key in ("slices", "dropped", "arrows", "instants", "counter_samples") and rank is None:
        return total(report, key)
    if key == "range_ns":
        if len(report.get("traces", [])) > 1:
            starts = [t["range_start_ns"] + (t.get("shift_ns") or 0) for t in report["traces"]]
            ends = [start + t["range_ns"] for start, t in zip(starts, report["traces"])]
            return max(ends) - min(starts)
        return trace.get("range_ns")
    if key in ("cpu_rows", "gpu_streams"):
        return trace.get(key)
    if key == "steps":
        return len(trace.get("steps", []))
    if found := re.fullmatch(r"step\.(\d+)_ns", key):
        return find(trace.get("steps"), number=found.group(1)).get("dur_ns")
    if found := re.fullmatch(r"stream(\d+)\.(\w+)", key):
        value = stream_of(trace, found.group(1)).get(found.group(2), "no such stream or field")
        return " ".join(map(str, value)) if isinstance(value, list) else value
    if found := re.fullmatch(r"device(\d+)\.(\w+)", key):
        return find(trace.get("devices"), id=found.group(1)).get(found.group(2))
    if found := re.fullmatch(r"kernel\.(.+)\.(\w+)", key):
        return find(trace.get("kernels"), name=found.group(1)).get(found.group(2))
    if found := re.fullmatch(r"slice\.(.+)\.depth", key):
        return find(trace.get("slices_list"), name=found.group(1)).get("depth")
    if found := re.fullmatch(r"slice\.(.+)_ns", key):
        return find(trace.get("slices_list"), name=found.group(1)).get("dur_ns")
    if key in ("sync_markers", "sync_total_ns"):
        return trace.get("syncs", {}).get({"sync_markers": "markers", "sync_total_ns": "total_ns"}[key])
    memory = (report.get("memory") or [{}])[0]
    device = memory_device(report)
    if key == "default_device":
        return memory.get(key)
    if key == "devices":
        return len(memory.get("devices", []))
    if key == "markers":
        return sum(d.get("markers") or 0 for d in memory.get("devices", []))
    if key == "oom":
        return len(device.get("ooms", []))
    if key == "oom.fragmentation":
        return sum(1 for o in device.get("ooms", []) if o.get("fragmentation"))
    if found := re.fullmatch(r"oom\.(\d+)\.(\w+)", key):
        return find(device.get("ooms"), entry=found.group(1)).get(found.group(2))
    if found := re.fullmatch(r"pool\.(default|private)\.(\w+)", key):
        want_default = found.group(1) == "default"
        return sum(p.get(found.group(2)) or 0 for p in device.get("pools", []) if (p.get("id") == "default") == want_default)
    return device.get(key)


def agrees(expected, actual):
    text = "" if actual is None else str(actual)
    for choice in expected.split("|"):
        choice = choice.strip()
        if choice.startswith(">="):
            if text.lstrip("-").isdigit() and int(text) >= int(choice[2:]):
                return True
        elif text == choice:
            return True
    return False


def unlisted_warnings(report, listed):
    return [d["kind"] for d in report.get("diagnostics", [])
            if d.get("level") == "warning" and d.get("count") and f"warn.{d['kind']}" not in listed]


def within(name, only):
    first, _, last = only.partition("-")
    return first <= name[:len(first)] <= (last or first)


def check_folder(cli, folder):
    numbers = read_numbers(os.path.join(folder, "expect.md"))
    inputs = sorted(f for f in os.listdir(folder) if f.startswith("input."))
    groups = {}
    for name in inputs:
        letter = re.match(r"input\.([a-z])\.", name)
        groups.setdefault(letter.group(1) if letter else "", []).append(os.path.join(folder, name))
    passed = failed = 0
    for prefix, files in groups.items():
        report = report_of(cli, files)
        mine = [(k[2:] if prefix else k, v) for k, v in numbers if not prefix or k.startswith(prefix + ".")]
        for key, expected in mine:
            actual = value_of(report, key)
            if agrees(expected, actual):
                passed += 1
            else:
                failed += 1
                print(f"{os.path.basename(folder)} {prefix}: {key}: expected {expected!r}, got {actual!r}")
        for kind in unlisted_warnings(report, {k for k, _ in mine}):
            failed += 1
            print(f"{os.path.basename(folder)} {prefix}: warning {kind} raised but not expected")
    return passed, failed


def main(argv):
    only = None
    if "--only" in argv:
        at = argv.index("--only")
        only = argv[at + 1]
        del argv[at:at + 2]
    if len(argv) < 2:
        sys.exit(__doc__)
    cases = argv[2] if len(argv) > 2 else os.path.join(HERE, "..", "data", "cases")
    passed = failed = 0
    for name in sorted(os.listdir(cases)):
        folder = os.path.join(cases, name)
        if not os.path.exists(os.path.join(folder, "expect.md")) or (only and not within(name, only)):
            continue
        p, f = check_folder(argv[1], folder)
        passed, failed = passed + p, failed + f
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
