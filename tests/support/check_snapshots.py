#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares memory snapshots as stepscope-cli reads them with what Python's own unpickler finds.

    check_snapshots.py PATH/TO/stepscope-cli SOURCE_DIR [FILE...]

Without files: made ones of every shape (make_snapshot.py), each written again with protocols 0 to 5, as JSON, packed and
inside an HTML page, and the real ones of the shared folder ($STEPSCOPE_SHARED, else `shared` beside the source tree) where
there is one. Every entry, segment, block, frame and annotation must be the same. Files that ask for code must be refused by
the name of what they ask for. Python's unpickler is one that refuses every global.
"""
import base64
import gzip
import io
import json
import os
import pickle
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MAKE = os.path.join(HERE, "make_snapshot.py")
SHAPES = {
    "plain": [], "jit": ["--writer", "jit"], "list": ["--shape", "list"], "legacy": ["--shape", "legacy"],
    "2026": ["--shape-2026", "--host", "--max-entries", "2000"], "no_stacks": ["--stacks", "none"],
    "expandable": ["--expandable", "--oom", "--pending", "--streams", "2", "--device", "1"],
}
ACTIONS = {"alloc", "free_requested", "free_completed", "free", "segment_alloc", "segment_free", "segment_map",
           "segment_unmap", "oom", "snapshot", "annotate", "user_defined"}
STATES = {"active_allocated": "allocated", "active": "allocated", "active_pending_free": "pending",
          "active_awaiting_free": "pending", "inactive": "inactive", "free": "inactive"}


class PlainUnpickler(pickle.Unpickler):
    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"asks for {module}.{name}")

    def persistent_load(self, pid):
        raise pickle.UnpicklingError("asks for a persistent id")


def unpickled(path):
    data = open(path, "rb").read()
    return PlainUnpickler(io.BytesIO(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)).load()


# ---- what Python finds ----

def frames_of(holder):
    frames = holder.get("frames") or []
    return tuple((f["name"], f["filename"], f["line"] if 0 <= f["line"] < 2 ** 32 else 0) for f in frames)


def wide(number):
    return number % 2 ** 64


def entry_of(e):
    text = e.get("user_metadata") or ""
    return (e["action"] if e["action"] in ACTIONS else "?", wide(e.get("addr", 0)), e["size"], e.get("time_us", 0),
            wide(e.get("stream", 0)), tuple(e.get("pool_id") or (0, 0)), "" if text == "N/A" else text, frames_of(e))


def block_of(block, address):
    latest = (block.get("history") or [{}])[0]
    requested = block.get("requested_size", latest.get("real_size"))
    frames = frames_of(block) or frames_of(latest)
    return block.get("address", address), block["size"], requested, STATES[block["state"]], frames


def segment_of(segment, host):
    blocks, address = [], segment["address"]
    for block in segment["blocks"]:
        blocks.append(block_of(block, address))
        address = blocks[-1][0] + blocks[-1][1]
    return (-1 if host else segment.get("device", 0), segment["address"], segment["total_size"], wide(segment.get("stream", 0)),
            tuple(segment.get("segment_pool_id") or (0, 0)), segment.get("segment_type") != "small",
            bool(segment.get("is_expandable")), frames_of(segment), tuple(sorted(blocks, key=lambda b: b[0])))


def annotations_of(marks):
    found, started = [], {}
    for mark in marks:
        key = mark["device"], mark["name"]
        if mark["stage"] == "START":
            started.setdefault(key, []).append(mark["time_us"])
        elif started.get(key):
            begin = started[key].pop()
            found.append((*key, begin, max(begin, mark["time_us"])))
    return sorted(found)


def expected(data):
    if isinstance(data, list):
        data = {"segments": data}
    histories = {i: [entry_of(e) for e in trace] for i, trace in enumerate(data.get("device_traces", []))}
    host = data.get("host_traces") or []
    host = [e for part in host for e in part] if host and isinstance(host[0], list) else host
    if host:
        histories[-1] = [entry_of(e) for e in host]
    segments = [segment_of(s, False) for s in data.get("segments", [])]
    segments += [segment_of(s, True) for s in data.get("host_segments", [])]
    for segment in segments:
        histories.setdefault(segment[0], [])
    return {"histories": histories, "segments": sorted(segments),
            "annotations": annotations_of(data.get("external_annotations", [])),
            "settings": len(data.get("allocator_settings", {}))}


# ---- what the dump says ----

class Dump:
    def __init__(self, text):
        self.streams, self.pools, self.frames, self.stacks = [], [], [], [()]
        self.found = {"histories": {}, "segments": [], "annotations": [], "settings": 0}
        self.warnings = []
        for line in text.split("\n"):
            word, _, rest = line.strip().partition(" ")
            read = getattr(self, "read_" + word, None)
            if read:
                read(rest)
        self.found["segments"] = sorted(s[:-1] + (tuple(s[-1]),) for s in self.found["segments"])
        self.found["annotations"].sort()

    def read_stream(self, rest):
        self.streams.append(int(rest.split()[1], 16))

    def read_pool(self, rest):
        name = rest.partition(" ")[2]
        self.pools.append((0, 0) if not any(c.isdigit() for c in name) else
                          tuple(int(n) for n in "".join(c if c.isdigit() or c == "-" else " " for c in name).split()[:2]))

    def read_setting(self, _):
        self.found["settings"] += 1

    def read_annotation(self, rest):
        parts = rest.split(" ", 4)
        if not parts[4].startswith("unfinished") and not parts[3].endswith("unfinished"):
            self.found["annotations"].append((int(parts[1]), json.loads(parts[4]), int(parts[2]), int(parts[3])))

    def read_frame(self, rest):
        _, line, names = rest.split(" ", 2)
        name, end = json.JSONDecoder().raw_decode(names)
        self.frames.append((name, json.loads(names[end:]), int(line)))

    def read_stack(self, rest):
        _, _, frame, _, outer = rest.split()
        self.stacks.append((self.frames[int(frame)],) + self.stack(outer))

    def stack(self, name):
        return () if name == "-" else self.stacks[int(name) + 1]

    def read_device(self, rest):
        self.device = int(rest)
        self.found["histories"][self.device] = []

    def read_entry(self, rest):
        parts = rest.split(" ", 14)
        more = parts[14] if len(parts) > 14 else ""
        text = ""
        if '"' in more:
            more, text = more[:more.index('"')], json.loads(more[more.index('"'):])
        fields = more.split()
        given = dict(zip(fields[::2], fields[1::2]))
        self.found["histories"][self.device].append(
            (parts[1], int(parts[2], 16), int(parts[3]), int(parts[5]), self.streams[int(parts[7])],
             self.pools[int(given.get("pool", 0))], text, self.stack(given.get("stack", "-"))))

    def read_segment(self, rest):
        parts = rest.split()
        self.found["segments"].append((self.device, int(parts[0], 16), int(parts[1]), self.streams[int(parts[3])],
                                       self.pools[int(parts[5])], "large" in parts, "expandable" in parts,
                                       self.stack(parts[7]), []))

    def read_block(self, rest):
        address, size, _, requested, _, stack, state = rest.split()
        self.found["segments"][-1][-1].append(
            (int(address, 16), int(size), None if requested == "-" else int(requested), state, self.stack(stack)))


def dump_of(cli, path):
    done = subprocess.run([cli, "dump", path], capture_output=True, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def difference(want, got):
    for part in want:
        if want[part] == got[part]:
            continue
        if not isinstance(want[part], (dict, list)) or len(want[part]) != len(got[part]):
            return f"{part}: {str(want[part])[:200]} became {str(got[part])[:200]}"
        keys = want[part] if isinstance(want[part], dict) else range(len(want[part]))
        for key in keys:
            a, b = want[part][key], got[part][key] if not isinstance(got[part], dict) else got[part].get(key)
            if a != b and isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
                key, (a, b) = next((i, pair) for i, pair in enumerate(zip(a, b)) if pair[0] != pair[1])
            if a != b:
                return f"{part}[{key}]: {str(a)[:400]} became {str(b)[:400]}"
    return None


class Check:
    def __init__(self, cli):
        self.cli, self.files, self.entries, self.problems = cli, 0, 0, []

    def same(self, path, want):
        self.files += 1
        code, text, error = dump_of(self.cli, path)
        if code != 0:
            self.problems.append(f"{path}: refused: {error.strip()}")
            return
        if found := difference(want, Dump(text).found):
            self.problems.append(f"{path}: {found}")
        self.entries += sum(len(h) for h in want["histories"].values())

    def refused(self, path, name):
        self.files += 1
        code, _, error = dump_of(self.cli, path)
        if code == 0 or name not in error:
            self.problems.append(f"{path}: should be refused because of {name}: {error.strip()}")


def write(path, data):
    with open(path, "wb") as out:
        out.write(data)
    return path


def rewritten(folder, data):
    """The same data in every other form."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield write(os.path.join(folder, f"protocol{protocol}"), pickle.dumps(data, protocol))
    yield write(os.path.join(folder, "json"), json.dumps(data).encode())
    yield write(os.path.join(folder, "json_packed"), gzip.compress(json.dumps(data, indent=1).encode(), 1))
    yield write(os.path.join(folder, "packed"), gzip.compress(pickle.dumps(data), 1))
    padded = pickle.dumps(data)
    padded += b"\0" * (3 - len(padded) % 3)
    files = json.dumps([{"name": "snapshot.pickle", "base64": base64.b64encode(padded).decode()}])
    page = f"\n<!DOCTYPE html>\n<html>\n<body>\n<script type=\"module\">\nconst local_files = {files}\n</script>\n</body>\n</html>"
    yield write(os.path.join(folder, "page"), page.encode())


class Bomb:
    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


def check_made(check, folder):
    for name, options in SHAPES.items():
        path = os.path.join(folder, name + ".pickle")
        subprocess.run([sys.executable, MAKE, path, "--entries", "3000", *options], check=True, stdout=subprocess.DEVNULL)
        data = unpickled(path)
        check.same(path, expected(data))
        for other in rewritten(folder, data):
            check.same(other, expected(data))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        for function, name in ((os.system, "system"), (eval, "eval"), (subprocess.call, ".call")):
            data = {"segments": [], "device_traces": [[{"action": "alloc", "user_metadata": Bomb(function, "true")}]]}
            check.refused(write(os.path.join(folder, "bomb"), pickle.dumps(data, protocol)), name)


def real_files(source):
    shared = os.environ.get("STEPSCOPE_SHARED") or os.path.join(os.path.dirname(os.path.abspath(source)), "shared")
    folder = os.path.join(shared, "data", "snapshots")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))] if os.path.isdir(folder) else []


def main():
    check = Check(sys.argv[1])
    files = sys.argv[3:]
    if not files:
        with tempfile.TemporaryDirectory() as folder:
            check_made(check, folder)
    for path in files or real_files(sys.argv[2]):
        check.same(path, expected(unpickled(path)))
    for problem in check.problems:
        print(problem)
    print(f"{check.files} files, {check.entries} entries, {len(check.problems)} problems")
    return 1 if check.problems or not check.files else 0


if __name__ == "__main__":
    sys.exit(main())
