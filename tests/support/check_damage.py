#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages one event (or two neighbours) of a trace in every way it can think of: every other event must stay as it was.

    check_damage.py PATH/TO/stepscope-cli SAMPLE.json.gz [--rounds N] [--seed S]

Takes a few dozen events of the sample, writes them indented or on one line, in object or array form, changes, removes or
inserts bytes inside an event, and compares the slices that the report lists with those of the events left alone. The
damage itself must be told by a diagnostic unless all events are still there.
"""
import argparse
import collections
import decimal
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

STRUCTURE = b'{}[],:"'
ODD = b'{}[],:"\\ \n0x'


def sample_events(path, rng):
    events = json.loads(gzip.open(path).read())["traceEvents"]
    slices = rng.sample([e for e in events if e["ph"] == "X"], 40)
    return slices + [e for e in events if e["ph"] == "M"][:6]


def frame(style):
    """Text before and behind the events."""
    if style == 2:
        return "[\n", "\n]\n"
    return ('{"schemaVersion": 1,\n "deviceProperties": [],\n "traceEvents": [\n',
            '\n],\n"traceName": "x.json",\n "displayTimeUnit": "ms"\n}\n')


def damaged(text, rng):
    data = bytearray(text.encode())
    at = rng.randrange(len(data))
    if rng.random() < 0.6:
        at = rng.choice([i for i, byte in enumerate(data) if byte in STRUCTURE])
    length = rng.choice([1, 1, 1, 2, 5, 20])
    kind = rng.randrange(8)
    if kind == 0:
        del data[at]
    elif kind == 1:
        data[at] = rng.randrange(256)
    elif kind == 2:
        data[at:at] = bytes([rng.randrange(256)])
    elif kind == 3:
        data[at:at] = bytes([rng.choice(ODD)])
    elif kind == 4:
        data[at] = rng.choice(ODD)
    elif kind == 5:
        del data[at:at + length * 3]
    elif kind == 6:
        data[at:at + length] = bytes(rng.choice(b'ab"{}\\,') for _ in range(length))
    else:
        data[at] = rng.randrange(32)
    return bytes(data)


def slice_of(event):
    return event["name"], event.get("cat", ""), int(decimal.Decimal(str(event["ts"])) * 1000)


def problem_of(cli, path, events, hit):
    try:
        run = subprocess.run([cli, "report", "--json", "--slices", path], capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no answer"
    if run.returncode < 0:
        return f"crashed by signal {-run.returncode}"
    report = json.loads(run.stdout)
    if report["result"] != "opened":
        return "refused: " + report["error"]["message"]
    trace = report["traces"][0]
    wanted = collections.Counter(slice_of(e) for i, e in enumerate(events) if i not in hit and e["ph"] == "X")
    found = collections.Counter((s["name"], s["cat"], s["start_ns"]) for s in trace["slices_list"])
    if wanted - found:
        return f"{sum((wanted - found).values())} other events are lost"
    if not report["diagnostics"] and trace["slices"] < sum(1 for e in events if e["ph"] == "X"):
        return "an event is missing without a word"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("sample")
    parser.add_argument("--rounds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    events = sample_events(args.sample, rng)
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "damaged.json")
        for number in range(args.rounds):
            style = number % 3
            layout = {"indent": 2} if style == 0 else {"separators": (",", ":")}
            parts = [json.dumps(e, **layout).encode() for e in events]
            first = rng.randrange(len(parts))
            hit = {first} | ({min(first + 1, len(parts) - 1)} if number % 5 == 4 else set())
            for i in hit:
                parts[i] = damaged(parts[i].decode(), rng)
            head, tail = frame(style)
            with open(path, "wb") as file:
                file.write(head.encode() + b",\n".join(parts) + tail.encode())
            problem = problem_of(args.cli, path, events, hit)
            if problem:
                problems += 1
                print(f"seed {args.seed} round {number}: {problem}; events {sorted(hit)}: {parts[first][:300]!r}")
    print(f"{args.rounds} damaged files, {problems} problems")
    return 1 if problems or args.rounds == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
