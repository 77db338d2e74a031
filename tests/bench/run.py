#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the loader, the commands and the window side by side, and prints one Markdown table.

    run.py [--build DIR] [--cache DIR] [--mb 1000] [--entries 1000000] [--repeat 7] [--json OUT.json]
    run.py --smoke                     everything once on tiny files; checks results, never times (ctest label bench)

DIR is a build with -DWITH_BENCHMARKS=ON (default build/bench). The traces are made by tests/support/make_trace.py and kept
in --cache (default: a folder beside other temporary files; 1.2 GB). Each measurement is a process of its own; the programs
take turns, --repeat rounds of them, and medians are shown, so that a busy machine troubles all alike. Ratios and CPU times
are what to look at; wall times mean something only when nothing else runs. Standard library only; .zst needs zstd(1).
"""
import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MAKE_TRACE = os.path.join(ROOT, "tests", "support", "make_trace.py")
MAKE_SNAPSHOT = os.path.join(ROOT, "tests", "support", "make_snapshot.py")
# What Python takes to unpickle a file: the clock starts once the modules are there.
PYTHON_UNPICKLE = """
import json, pickle, sys, time
begin = time.process_time()
with open(sys.argv[1], "rb") as file:
    pickle.load(file)
print(json.dumps({"cpu_s": time.process_time() - begin}))
"""
NOT_MEASURED = "not measured"


def say(text):
    print(text, file=sys.stderr, flush=True)


def fail(text):
    sys.exit(f"run.py: {text}")


# ---- input ----

def make_file(path, make):
    """Calls make(temporary path) unless `path` is there already: a run that was interrupted leaves nothing behind."""
    if os.path.exists(path):
        return
    say(f"making {path}")
    temporary = path + ".part"
    make(temporary)
    os.replace(temporary, path)


def make_trace(folder, mb):
    path = os.path.join(folder, f"trace_{mb:g}mb.json")

    def generate(to):
        with tempfile.TemporaryDirectory(dir=folder) as work:
            made = os.path.join(work, os.path.basename(path))
            subprocess.run([sys.executable, MAKE_TRACE, made, "--mb", f"{mb:g}", "--seed", "1"],
                           check=True, stdout=subprocess.DEVNULL)
            os.replace(truth_of(made), truth_of(path))
            os.replace(made, to)

    make_file(path, generate)
    return path


def truth_of(path):
    """Where the generator writes what a trace holds."""
    return os.path.splitext(path)[0] + ".truth.json"


def make_snapshot(folder, entries):
    path = os.path.join(folder, f"snapshot_{entries}.pickle")

    def generate(to):
        with tempfile.TemporaryDirectory(dir=folder) as work:
            made = os.path.join(work, os.path.basename(path))
            subprocess.run([sys.executable, MAKE_SNAPSHOT, made, "--entries", str(entries)],
                           check=True, stdout=subprocess.DEVNULL)
            os.replace(made, to)

    make_file(path, generate)
    return path


def pack_gzip(path):
    def pack(to):
        with open(path, "rb") as text, gzip.open(to, "wb", compresslevel=6) as packed:
            shutil.copyfileobj(text, packed, 1 << 20)

    make_file(path + ".gz", pack)
    return path + ".gz"


def pack_zstd(path):
    if not shutil.which("zstd"):
        say("zstd(1) is not installed: .zst is left out")
        return None
    make_file(path + ".zst", lambda to: subprocess.run(["zstd", "-q", "-f", "-3", path, "-o", to], check=True))
    return path + ".zst"


def read_once(path):
    """Brings the file into the page cache, so that the first program that reads it is not the one that waits."""
    with open(path, "rb") as file:
        while file.read(1 << 24):
            pass


# ---- running ----

class Program:
    """A command line whose time is taken; `own_figures`: it prints them itself as JSON."""

    def __init__(self, command, own_figures=False):
        self.command = [str(part) for part in command]
        self.own_figures = own_figures
        self.runs = []

    def run(self):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            begin = time.monotonic()
            child = subprocess.Popen(self.command, stdout=out, stderr=errors)
            _, status, usage = os.wait4(child.pid, 0)
            wall = time.monotonic() - begin
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode != 0:
                errors.seek(0)
                fail(f"{' '.join(self.command)}\nended with {child.returncode}: {errors.read().decode(errors='replace')}")
            figures = {"cpu_s": usage.ru_utime + usage.ru_stime, "wall_s": wall}
            if self.own_figures:
                out.seek(0)
                figures = json.load(out)
            self.runs.append(figures)
            return figures

    def median(self, key):
        return statistics.median(run[key] for run in self.runs)


def binary(build, *names):
    for name in names:
        path = os.path.join(build, name)
        if os.access(path, os.X_OK):
            return path
    return None


class Setup:
    """All programs to be measured, by a short name. What is not built is left out, and said in the table."""

    def __init__(self, build, folder, mb, small_mb, picture_mb, entries):
        self.programs = {}
        self.floor = binary(build, "tests/bench/bench_floor")
        self.load = binary(build, "tests/bench/bench_load")
        self.unpickle = binary(build, "tests/bench/bench_unpickle")
        self.cli = binary(build, "app/stepscope-cli")
        self.gui = binary(build, "app/stepscope")
        if not self.floor or not self.load:
            fail(f"no benchmarks in {build}: configure with -DWITH_BENCHMARKS=ON and build bench_floor and bench_load")
        self.text = make_trace(folder, mb)
        self.gz = pack_gzip(self.text)
        self.zst = pack_zstd(self.text)
        self.small = make_trace(folder, small_mb)
        self.picture_of = make_trace(folder, picture_mb)
        self.entries = entries
        self.snapshot = make_snapshot(folder, entries) if self.unpickle else None
        self.window = os.path.join(folder, "window.png")
        self.picture = os.path.join(folder, "picture.png")
        self.add_programs()
        for path in (self.text, self.gz, self.zst, self.small, self.picture_of, self.snapshot):
            if path:
                read_once(path)

    def add(self, name, *command, own_figures=False):
        self.programs[name] = Program(command, own_figures)

    def add_programs(self):
        self.add("floor", self.floor, self.text, own_figures=True)
        self.add("load1", self.load, self.text, "--threads", 1, own_figures=True)
        self.add("load", self.load, self.text, own_figures=True)
        self.add("gz", self.load, self.gz, own_figures=True)
        if self.zst:
            self.add("zst", self.load, self.zst, own_figures=True)
        if self.snapshot:
            self.add("unpickle", self.unpickle, self.snapshot, own_figures=True)
            self.add("record", self.unpickle, self.snapshot, "--record", own_figures=True)
            self.add("python", sys.executable, "-c", PYTHON_UNPICKLE, self.snapshot, own_figures=True)
        if self.cli:
            self.add("info", self.cli, "info", self.small)
            self.add("report", self.cli, "report", "--json", self.text)
        if self.gui:
            # Without a file that is the start page, and writing the PNG comes on top: no less than showing the window.
            self.add("window", self.gui, "--screenshot", self.window)
            self.add("picture", self.gui, "--screenshot", self.picture, self.picture_of)

    def measure(self, repeat):
        for program in self.programs.values():
            program.run()  # a first time for nothing: what is loaded from disk is loaded now
            program.runs.clear()
        for round_number in range(repeat):
            say(f"round {round_number + 1} of {repeat}")
            for program in self.programs.values():
                program.run()


# ---- the table ----

def seconds(value):
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


class Table:
    def __init__(self, setup):
        self.setup = setup
        self.rows = []

    def of(self, name, key):
        program = self.setup.programs.get(name)
        return program.median(key) if program else None

    def add(self, what, value, shown=None, goal=None, shown_goal=""):
        if value is None:
            self.rows.append((what, NOT_MEASURED, shown_goal))
            return
        met = "" if goal is None else ", met" if value <= goal else ", missed"
        self.rows.append((what, shown(value), shown_goal + met))

    def add_ratio(self, what, value, base, goal, note=""):
        ratio = value / base if value is not None and base else None
        self.add(what, ratio, lambda r: f"{r:.2f}{note}", goal, f"≤ {goal}")

    def fill(self):
        text_bytes = os.path.getsize(self.setup.text)
        floor_cpu, load_cpu = self.of("floor", "cpu_s"), self.of("load", "cpu_s")
        self.add("floor: simdjson On-Demand, one thread, CPU", floor_cpu, seconds)
        self.add("load, all cores, CPU", load_cpu, seconds)
        self.add_ratio("load / floor, CPU", load_cpu, floor_cpu, 2.0)
        self.add_ratio("load on one thread / floor, CPU", self.of("load1", "cpu_s"), floor_cpu, 2.0)
        self.add("load, all cores, wall", self.of("load", "wall_s"), seconds)
        self.add_ratio("load on all cores / floor on one, wall", self.of("load", "wall_s"), self.of("floor", "wall_s"), 1.2)
        for name, label in (("load", "plain"), ("gz", ".gz"), ("zst", ".zst")):
            peak = self.of(name, "peak_bytes")
            note = f" ({peak / 1e6:.0f} MB)" if peak else ""
            self.add_ratio(f"peak memory / text, {label}", peak, text_bytes, 0.3, note)
        self.add("page faults of the load", self.of("load", "page_faults"), lambda n: f"{n:.0f}")
        self.add_ratio("load of .gz / plain, wall", self.of("gz", "wall_s"), self.of("load", "wall_s"), 1.6)
        self.add_ratio("load of .zst / plain, wall", self.of("zst", "wall_s"), self.of("load", "wall_s"), 1.6)
        analyses = None
        if "report" in self.setup.programs:
            analyses = self.of("report", "cpu_s") - load_cpu
        self.add_ratio("all analyses (report less load) / load, CPU", analyses, load_cpu, 0.5)
        self.add_time(f"stepscope-cli info of {size_of(self.setup.small)}", "info", 0.03)
        self.add_time("window shown (start page, as a picture)", "window", 0.3)
        self.add_time(f"first picture of {size_of(self.setup.picture_of)}", "picture", 0.5)

        self.fill_snapshot()

    def fill_snapshot(self):
        if not self.setup.snapshot:
            return
        snapshot_bytes = os.path.getsize(self.setup.snapshot)
        label = f"snapshot of {self.setup.entries:,} entries ({size_of(self.setup.snapshot)})"
        self.add(f"{label}, CPU", self.of("unpickle", "cpu_s"), seconds, 1.2, f"≤ {seconds(1.2)}")
        self.add_ratio("reading it / Python's unpickler, CPU", self.of("record", "cpu_s"), self.of("python", "cpu_s"), 0.33)
        peak = self.of("unpickle", "peak_bytes")
        self.add_ratio("peak memory / snapshot", peak, snapshot_bytes, 3.0, f" ({peak / 1e6:.0f} MB)")

    def add_time(self, what, name, goal):
        self.add(what, self.of(name, "wall_s"), seconds, goal, f"< {seconds(goal)}")

    def text(self):
        run = self.setup.programs["load"].runs[0]
        lines = [f"{size_of(self.setup.text)}, {run['events']:,} events, {os.cpu_count()} cores", "",
                 "| what | measured | goal |", "| --- | ---: | --- |"]
        lines += [f"| {what} | {measured} | {goal} |" for what, measured, goal in self.rows]
        return "\n".join(lines)


def size_of(path):
    return f"{os.path.getsize(path) / 1e6:.0f} MB"


# ---- checks ----

RESULT_KEYS = ("events", "slices", "flows", "gpu_work", "instants", "lanes", "names", "text_bytes", "checksum")


def check_results(setup):
    """Floor, loader and generator agree on the events, and every load gives the same model."""
    counts = {name: setup.programs[name].runs[-1]["events"] for name in ("floor", "load")}
    with open(truth_of(setup.text), encoding="utf-8") as file:
        counts["generator"] = json.load(file)["events"]
    if len(set(counts.values())) != 1:
        fail(f"different numbers of events: {counts}")
    reference = setup.programs["load1"].runs[-1]
    if setup.snapshot and setup.programs["unpickle"].runs[-1]["entries"] != setup.entries:
        fail(f"the snapshot has {setup.programs['unpickle'].runs[-1]['entries']} entries, not {setup.entries}")
    for name in ("load", "gz", "zst"):
        if name in setup.programs:
            check_same(name, setup.programs[name].runs[-1], reference)


def check_same(name, run, reference):
    for key in RESULT_KEYS:
        if run[key] != reference[key]:
            fail(f"{name}: {key} is {run[key]}, not {reference[key]}")


def check_variants(setup):
    """The same model for any number of threads and any chunk size, from each container."""
    reference = setup.programs["load1"].runs[-1]
    for path in filter(None, (setup.text, setup.gz, setup.zst)):
        for threads in (1, 2, 3):
            for chunk in (4096, 65536, 1 << 21):
                program = Program([setup.load, path, "--threads", threads, "--chunk", chunk], own_figures=True)
                check_same(f"{os.path.basename(path)}, {threads} threads, {chunk} bytes", program.run(), reference)


def smoke(build):
    with tempfile.TemporaryDirectory(prefix="stepscope-bench-") as folder:
        setup = Setup(build, folder, 1, 1, 1, 2000)
        setup.measure(1)
        check_results(setup)
        check_variants(setup)
        table = Table(setup)
        table.fill()
        if len(table.text().splitlines()) < 15:
            fail("the table is too short")
        for path in (setup.window, setup.picture) if setup.gui else ():
            if not os.path.exists(path):
                fail(f"stepscope --screenshot did not write {path}")
    print("bench: results agree")


def main():
    parser = argparse.ArgumentParser(description="Measures Stepscope; prints one table.")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "bench"))
    parser.add_argument("--cache", default=os.path.join(tempfile.gettempdir(), "stepscope-bench"))
    parser.add_argument("--mb", type=float, default=1000)
    parser.add_argument("--entries", type=int, default=1_000_000, help="of the memory snapshot")
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--json", help="also write all measurements to this file")
    parser.add_argument("--smoke", action="store_true", help="check results on tiny files")
    arguments = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if arguments.smoke:
        smoke(arguments.build)
        return
    if arguments.repeat < 1:
        fail("--repeat is at least 1")
    os.makedirs(arguments.cache, exist_ok=True)
    setup = Setup(arguments.build, arguments.cache, arguments.mb, 10, 100, arguments.entries)
    setup.measure(arguments.repeat)
    check_results(setup)
    table = Table(setup)
    table.fill()
    print(table.text())
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({name: program.runs for name, program in setup.programs.items()}, file, indent=1)


if __name__ == "__main__":
    main()
