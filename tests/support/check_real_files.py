#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens every real file of the shared folder with stepscope-cli and compares it with an independent reading.

    check_real_files.py PATH/TO/stepscope-cli SOURCE_DIR

The folder is $STEPSCOPE_SHARED, else `shared` beside the source tree; without one the exit code is 77 (skipped).
Every file opens, or is refused where its README says so; the counts per phase are those that Python's own JSON reader
finds (for text that is no strict JSON: those that stand in the text). On each device busy + idle is the window, causes
add up to the idle time, and what the report gives as shares is between 0 and 1. Files without GPU work
have no findings.
"""
import collections
import gzip
import json
import os
import re
import subprocess
import sys

from report_sums import sum_problems

REFUSED = ("catapult-simple_trace_zip", "hta-execution_trace", "param-linear_et", "tracelens-rocprof-908_results")
TIMELINE = "hta-memory_timeline"  # no trace: memory by category


def traces_of(shared):
    for folder in ("traces", "multirank", "malformed"):
        for root, _, names in os.walk(os.path.join(shared, "data", folder)):
            yield from (os.path.join(root, name) for name in sorted(names))


def phases_of(path):
    text = open(path, "rb").read()
    if text[:2] == b"\x1f\x8b":
        text = gzip.decompress(text)
    try:
        document = json.loads(text.decode("utf-8", "replace"), strict=False)
        events = document if isinstance(document, list) else document["traceEvents"]
        found = collections.Counter(event.get("ph", "other") for event in events)
    except ValueError:
        found = collections.Counter(m.decode() for m in re.findall(rb'"ph"\s*:\s*"(.)"', text))
    return dict(found)


def run(cli, *arguments):
    done = subprocess.run([cli, *arguments], capture_output=True, timeout=120)
    return done.returncode, json.loads(done.stdout)


def timeline_problems(cli, path):
    rows = json.loads(gzip.decompress(open(path, "rb").read()))
    held = collections.Counter()
    totals = {}  # by time, the last of each
    for time, _, size, category in rows:
        held[category] += size
        totals[time] = sum(held.values())
    code, report = run(cli, "report", "--json", path)
    shown = report["memory_timelines"][0] if code == 0 else {}
    expected = {"points": len(totals) - 1, "initial": totals[-1], "peak": max(totals.values()),
                "end": sum(held.values())}
    for key, value in expected.items():
        if shown.get(key) != value:
            yield f"{key} is {shown.get(key)}, expected {value}"


def problems_of(cli, path):
    if os.path.basename(path).startswith(TIMELINE):
        yield from timeline_problems(cli, path)
        return
    code, info = run(cli, "info", "--json", path)
    if os.path.basename(path).startswith(REFUSED):
        if code != 2 or info["result"] != "refused" or info["error"]["class"] != "not_a_trace":
            yield f"should be refused as not_a_trace, got {info['result']}, exit {code}"
        return
    if code != 0 or info["result"] != "opened":
        yield f"does not open: {info['error']}"
        return
    counted, expected = info["per_phase"], phases_of(path)
    for phase in sorted(set(counted) | set(expected)):
        # An event without a phase is one that no text search for phases finds.
        if counted.get(phase) != expected.get(phase) and phase != "other":
            yield f"{counted.get(phase)} events of phase {phase}, expected {expected.get(phase)}"
    _, report = run(cli, "report", "--json", path)
    yield from sum_problems(report)
    for finding in report["findings"] if not report["traces"][0]["devices"] else ():
        if not finding["rule"].startswith(("host.", "step.")):
            yield f"no GPU work, but a finding: {finding['headline']}"


def main(cli, source):
    shared = os.environ.get("STEPSCOPE_SHARED") or os.path.join(source, "..", "shared")
    if not os.path.isdir(os.path.join(shared, "data")):
        print("there is no shared folder: skipped")
        return 77
    files = wrong = 0
    for path in traces_of(shared):
        files += 1
        for problem in problems_of(cli, path):
            wrong += 1
            print(f"{os.path.basename(path)}: {problem}")
    print(f"{files} files, {wrong} problems")
    return 1 if wrong or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
