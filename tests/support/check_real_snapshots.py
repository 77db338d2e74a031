#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the report on every real memory snapshot of the shared folder with an independent reading.

    check_real_snapshots.py PATH/TO/stepscope-cli SOURCE_DIR

The folder is $STEPSCOPE_SHARED, else `shared` beside the source tree; without one the exit code is 77 (skipped).
Python's own reader decodes each file, with nothing but plain data let through, and the reading rules are applied once
more in their simplest form: what is live before, at most and at the end, segments, blocks, and each kind of warning.
"""
import json
import os
import subprocess
import sys

from check_snapshots import PlainUnpickler


def decoded(path):
    with open(path, "rb") as file:
        found = PlainUnpickler(file).load()
    return {"segments": found, "device_traces": []} if isinstance(found, list) else found


def blocks_of(segments):
    """(address, size, requested, state) of every block."""
    for segment in segments:
        at = segment["address"]
        for block in segment["blocks"]:
            history = block.get("history") or [{}]
            requested = block.get("requested_size", history[0].get("real_size"))
            yield block.get("address", at), block["size"], requested, block["state"]
            at = block.get("address", at) + block["size"]


def is_live(state):
    return state not in ("inactive", "free")


class Reading:
    """The reading rules for one device, entry by entry."""

    def __init__(self, entries, segments):
        self.live, self.initial, self.warnings = {}, 0, dict.fromkeys(
            ("free_without_alloc", "alloc_not_in_history", "missed_free", "end_state_differs"), 0)
        deltas = [self.delta(entry) for entry in entries]
        seen = any(e["action"] in ("alloc", "free", "free_requested", "free_completed") for e in entries)
        blocks = list(blocks_of(segments))
        for address, size, requested, state in blocks:
            if is_live(state) and address not in self.live:
                self.initial += size if requested is None else requested
                self.warnings["alloc_not_in_history"] += seen
        ends = {address for address, _, _, state in blocks if is_live(state)}
        self.warnings["end_state_differs"] = sum(a not in ends for a in self.live) if segments else 0
        self.peak, self.peak_entry, active = self.initial, -1, self.initial
        for i, delta in enumerate(deltas):
            active += delta
            if active > self.peak:
                self.peak, self.peak_entry = active, i
        self.live_blocks = sum(state.startswith("active") and "pending" not in state and "awaiting" not in state
                               for _, _, _, state in blocks)
        self.inactive = sum(size for _, size, _, state in blocks if not is_live(state))

    def delta(self, entry):
        """What the entry adds to the active bytes."""
        action, address, size = entry["action"], entry.get("addr"), entry.get("size", 0)
        if action == "alloc":
            before = self.live.pop(address, None)
            self.warnings["missed_free"] += before is not None
            self.live[address] = size
            return size - (before or 0)
        if action in ("free", "free_requested", "free_completed"):
            if address not in self.live:
                self.warnings["free_without_alloc"] += 1
                self.live[address] = size
                self.initial += size
            if action != "free_requested":
                return -self.live.pop(address)
        return 0


def problems_of(cli, path):
    done = subprocess.run([cli, "report", "--json", path], capture_output=True, timeout=120)
    report = json.loads(done.stdout)
    if done.returncode != 0:
        yield f"does not open: {report['error']}"
        return
    data = decoded(path)
    expected_warnings = {}
    for device in report["memory"][0]["devices"]:
        number = device["id"]
        if number < 0:
            continue
        traces = data.get("device_traces", [])
        entries = traces[number] if number < len(traces) else []
        segments = [s for s in data.get("segments", []) if s.get("device", 0) == number]
        reading = Reading(entries, segments)
        for kind, count in reading.warnings.items():
            expected_warnings[kind] = expected_warnings.get(kind, 0) + count
        expected = {"entries": len(entries), "segments": len(segments), "initial": reading.initial,
                    "peak_active": reading.peak, "peak_active_entry": reading.peak_entry,
                    "reserved_end": sum(s["total_size"] for s in segments), "inactive": reading.inactive,
                    "live_blocks_end": reading.live_blocks,
                    "ooms": sum(e["action"] == "oom" for e in entries)}
        found = dict(device, ooms=len(device["ooms"]))
        for key, value in expected.items():
            if found[key] != value and (segments or key not in ("reserved_end", "inactive", "live_blocks_end")):
                yield f"device {number}: {key} is {found[key]}, should be {value}"
    counts = {d["kind"]: d["count"] for d in report["diagnostics"]}
    for kind, count in expected_warnings.items():
        if counts.get(kind, 0) != count:
            yield f"{counts.get(kind, 0)} x {kind}, should be {count}"


def main(cli, source):
    shared = os.environ.get("STEPSCOPE_SHARED") or os.path.join(source, "..", "shared")
    folder = os.path.join(shared, "data", "snapshots")
    if not os.path.isdir(folder):
        print("there is no shared folder: skipped")
        return 77
    wrong = 0
    names = sorted(os.listdir(folder))
    for name in names:
        for problem in problems_of(cli, os.path.join(folder, name)):
            wrong += 1
            print(f"{name}: {problem}")
    print(f"{len(names)} files, {wrong} problems")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
