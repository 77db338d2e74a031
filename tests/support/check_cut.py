#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts real and generated traces and compares the events with those of the file, read by Python's own JSON reader.

    check_cut.py CLI ROOT [--largest BYTES] [FILE...]

Each real trace of the shared data (or FILE) is cut to the middle half of its time: every complete event (ph X) of that
range must be in the cut with the same text of its times and the same arguments, nothing may be changed, a cut of the cut
must be the same, and the cut must be what chrome://tracing and Perfetto read: an object or a list of events whose fields
have the kinds that the file gave them. Scrubbed whole, it must keep all events with their times and ids, the names of
operators and kernels, and have nothing more to mask. A generated trace with secrets is scrubbed: none of the planted values may be left. Files that
Python cannot read, or that hold no times, are counted and left out. Exit 1 when something is wrong.
"""
import argparse
import decimal
import gzip
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


FIXED = ("ph", "ts", "dur", "pid", "tid", "cat", "id", "s", "bp")  # what scrubbing never touches


def load(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as text:
        return json.load(text, parse_float=str, parse_int=str)


def read(path):
    document = load(path)
    return document if isinstance(document, list) else document["traceEvents"]


def viewable(path):
    """What keeps a viewer from opening the file, or None."""
    events = read(path)  # strict JSON; a list, or an object with traceEvents
    if not isinstance(events, list):
        return "traceEvents is no list"
    for event in events:
        if not isinstance(event, dict) or len(str(event.get("ph", "X"))) != 1:
            return f"no event: {str(event)[:150]}"
        if event.get("ph") in ("X", "B", "E", "i", "C") and "ts" in event:
            decimal.Decimal(event["ts"])
    return None


def ns(text):
    return int(decimal.Decimal(text) * 1000)


def complete(events):
    """(start, end, event) of complete events with times."""
    for event in events:
        if isinstance(event, dict) and event.get("ph") == "X" and event.get("ts") is not None:
            try:
                start = ns(event["ts"])
                yield start, start + max(0, ns(event.get("dur") or "0")), event
            except (decimal.InvalidOperation, TypeError):
                continue


def same(event):
    return json.dumps(event, sort_keys=True)


def cut(cli, path, out, arguments):
    return subprocess.run([cli, "cut", path, *([out] if out else []), *arguments], capture_output=True, text=True, timeout=300)


def check_file(cli, path, folder):
    """None when all is well, else what is wrong; "" when the file is left out."""
    try:
        events = read(path)
    except (ValueError, OSError, EOFError, KeyError, TypeError):
        return ""
    timed = list(complete(events))
    starts = sorted(start for start, _, _ in timed)
    if len(starts) < 10:
        return ""
    window = (starts[len(starts) // 4], starts[3 * len(starts) // 4])
    if window[0] >= window[1]:
        return ""
    out = os.path.join(folder, "cut.json")
    arguments = ["--window", f"{window[0]}..{window[1]}"]
    done = cut(cli, path, out, arguments)
    if done.returncode != 0:
        return done.stderr.strip()
    written = {}
    for event in read(out):
        written[same(event)] = written.get(same(event), 0) + 1
    whole = {}
    for event in events:
        whole[same(event)] = whole.get(same(event), 0) + 1
    for text, count in written.items():
        if whole.get(text, 0) < count:
            return f"an event that the file does not have: {text[:150]}"
    for start, end, event in timed:
        if start < window[1] and (end > window[0] or start >= window[0]) and not written.get(same(event)):
            return f"an event is missing: {same(event)[:150]}"
    again = os.path.join(folder, "again.json")
    if cut(cli, out, again, arguments).returncode != 0:
        return "the cut cannot be cut"
    with open(out, "rb") as first, open(again, "rb") as second:
        if first.read() != second.read():
            return "a cut of the cut is not the same"
    return viewable(out) or check_scrubbed(cli, path, events, folder)


def check_scrubbed(cli, path, events, folder):
    out = os.path.join(folder, "scrubbed.json")
    done = cut(cli, path, out, ["--scrub"])
    if done.returncode != 0:
        return done.stderr.strip()
    after = read(out)
    if len(after) != sum(isinstance(event, dict) for event in events):
        return f"{len(events) - len(after)} events are gone when scrubbed"
    for before, now in zip((event for event in events if isinstance(event, dict)), after):
        if any(before.get(key) != now.get(key) for key in FIXED):
            return f"scrubbing changed more than texts: {same(now)[:150]}"
        if before.get("cat") in ("kernel", "cpu_op", "cuda_runtime") and before.get("name") != now.get("name"):
            return f"the name of an operator or kernel is changed: {same(before)[:100]}"
    again = cut(cli, out, "", ["--list"])
    return None if "nothing to mask" in again.stdout else f"scrubbed, and yet: {again.stdout[:300]}"


def check_secrets(cli, folder):
    path = os.path.join(folder, "secrets.json")
    subprocess.run([sys.executable, os.path.join(HERE, "make_trace.py"), path, "--steps", "6", "--layers", "2", "--plant", "none",
                    "--secrets"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    out = os.path.join(folder, "scrubbed.json")
    done = cut(cli, path, out, ["--scrub"])
    if done.returncode != 0:
        return done.stderr.strip()
    with open(out, encoding="utf-8") as text:
        scrubbed = text.read()
    with open(os.path.join(folder, "secrets.truth.json"), encoding="utf-8") as text:
        secrets = json.load(text)["secrets"]
    left = [f"{secret['kind']}: {value}" for secret in secrets for value in secret["values"] if value in scrubbed]
    before, after = read(path), read(out)
    if len(before) != len(after):
        left.append(f"{len(before) - len(after)} events are gone")
    return ", ".join(left) or None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("root")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--largest", type=int, default=1 << 62, help="leave larger files out")
    options = parser.parse_args()
    cli, files = options.cli, options.files
    shared = os.environ.get("STEPSCOPE_SHARED", os.path.join(options.root, "..", "shared"))
    if not files:
        for folder, _, names in sorted(os.walk(os.path.join(shared, "data"))):
            files += [os.path.join(folder, name) for name in sorted(names) if name.endswith((".json", ".json.gz"))]
    files = [path for path in files if os.path.getsize(path) <= options.largest]
    wrong = left_out = 0
    with tempfile.TemporaryDirectory() as folder:
        problem = check_secrets(cli, folder)
        if problem:
            wrong += 1
            print(f"secrets: {problem}")
        for path in files:
            problem = check_file(cli, path, folder)
            if problem:
                wrong += 1
                print(f"{os.path.basename(path)}: {problem}")
            left_out += problem == ""
    print(f"secrets and {len(files) - left_out} files, {wrong} wrong; {left_out} files left out")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
