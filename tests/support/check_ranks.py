#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds `stepscope-cli ranks` against worlds whose truth is known.

    check_ranks.py CLI [--world N] [--why input,compute,host] [--seed N] [--steps N]

Writes all ranks of a job with make_trace.py, one of them late, every clock off by up to 300 us. Checks: clock shifts to
2 us; arrival order, waits and last rank of every collective exactly, once each rank's shift is that of the truth; the
late rank and why it was late as the first finding; the same answer with ranks missing and from summaries. Prints one
line a world; exit 1 when one is wrong.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SHIFT_NS = 2000


def make_world(folder, world, late, why, seed, steps):
    """The truth of each rank; each has the whole job's as well."""
    truths = []
    for rank in range(world):
        out = os.path.join(folder, f"rank{rank}.json")
        subprocess.run([sys.executable, os.path.join(HERE, "make_trace.py"), out, "--rank", str(rank), "--world", str(world),
                        "--late-rank", str(late), "--late-why", why, "--clock-skew-us", "300", "--seed", str(seed),
                        "--steps", str(steps), "--no-stack", "--no-memory"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        truth = os.path.join(folder, f"rank{rank}.truth.json")
        with open(truth, encoding="utf-8") as text:
            truths.append(json.load(text))
        os.remove(truth)
    return truths


def ranks(cli, paths):
    done = subprocess.run([cli, "ranks", "--json", *paths], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


class Wrong(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Wrong(message)


def true_shifts(truth):
    """Of each rank against the first: what brings its file's times onto the first one's clock."""
    clocks = truth["ranks"]["clocks"]
    first = clocks[0]
    return {clock["rank"]: (clock["base_unix_ns"] - clock["offset_ns"]) - (first["base_unix_ns"] - first["offset_ns"])
            for clock in clocks}


def check_job(job, truth, present):
    shifts = true_shifts(truth)
    start = {rank["rank"]: shifts[present[0]] for rank in job["ranks"]}
    off = {}
    for rank in job["ranks"]:
        want = shifts[rank["rank"]] - start[rank["rank"]]
        got = rank["clock"]["shift_ns"]
        off[rank["rank"]] = got - want
        expect(abs(got - want) <= SHIFT_NS, f"rank {rank['rank']}: shift {got}, should be {want}")
    matched = {(shared["group"].split()[0], shared["seq"]): shared for shared in job["collectives"]}
    expect(len(matched) == len(truth["ranks"]["collectives"]),
           f"{len(matched)} collectives, should be {len(truth['ranks']['collectives'])}")
    for want in truth["ranks"]["collectives"]:
        got = matched[(want["group"], want["seq"])]
        expect(got["ranks"] == present, f"seq {want['seq']}: ranks {got['ranks']}")
        arrivals = {one["rank"]: one["start_ns"] - off[one["rank"]] for one in got["per_rank"]}
        wanted = {rank: want["arrival_unix_ns"][rank] for rank in present}
        last = max(wanted.values())
        base = arrivals[present[0]] - wanted[present[0]]
        for rank in present:
            expect(arrivals[rank] - base == wanted[rank], f"seq {want['seq']}: rank {rank} arrives at {arrivals[rank] - base}")
            expect(max(arrivals.values()) - arrivals[rank] == last - wanted[rank], f"seq {want['seq']}: wait of rank {rank}")
        slack = 2 * SHIFT_NS  # of arrivals so close that the shifts decide
        expect(wanted[got["last_rank"]] >= last - slack, f"seq {want['seq']}: last is rank {got['last_rank']}")


def lateness_of_step(world, present):
    """How much later than the median of the others the late rank came to the collectives of its step."""
    total = 0
    for shared in world["collectives"]:
        if shared["step"] == world["late_step"]:
            arrivals = shared["arrival_unix_ns"]
            others = [arrivals[rank] for rank in present if rank != world["late_rank"]]
            total += max(0, arrivals[world["late_rank"]] - statistics.median(others))
    return total


def check_finding(job, truth):
    world = truth["ranks"]
    expect(job["findings"], "nobody is called late")
    top = job["findings"][0]
    expect(top["metrics"]["rank"] == world["late_rank"], f"late rank {top['metrics']['rank']}")
    expect(top["metrics"]["why"] == world["late_why"], f"why {top['metrics']['why']}, should be {world['late_why']}")
    late_ns = lateness_of_step(world, [rank["rank"] for rank in job["ranks"]])
    expect(abs(top["total_ns"] - late_ns) <= 4 * SHIFT_NS, f"late by {top['total_ns']}, should be {late_ns}")
    expect([f"ProfilerStep#{number}" for number in top["steps"]] == [world["late_step"]], f"steps {top['steps']}")


def check_world(cli, folder, options, why):
    late = min(2, options.world - 1)
    truths = make_world(folder, options.world, late, why, options.seed, options.steps)
    everyone = list(range(options.world))
    paths = {rank: os.path.join(folder, f"rank{rank}.json") for rank in everyone}
    whole = ranks(cli, [folder])
    expect(len(whole["jobs"]) == 1, f"{len(whole['jobs'])} jobs")
    check_job(whole["jobs"][0], truths[0], everyone)
    check_finding(whole["jobs"][0], truths[0])

    summaries = []
    for rank in everyone:
        small = os.path.join(folder, f"summary{rank}.txt")
        with open(small, "w", encoding="utf-8") as out:
            subprocess.run([cli, "summarize", paths[rank]], check=True, stdout=out)
        summaries.append(small)
    expect(ranks(cli, summaries) == whole, "summaries say something else than traces")

    some = [rank for rank in everyone if rank not in (0, options.world - 1)] if options.world > 3 else everyone
    part = ranks(cli, [paths[rank] for rank in some])["jobs"][0]
    expect(part["missing_ranks"] == [rank for rank in everyone if rank not in some], f"missing {part['missing_ranks']}")
    check_job(part, truths[0], some)
    check_finding(part, truths[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cli")
    parser.add_argument("--world", type=int, default=8)
    parser.add_argument("--why", default="input,compute,host")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=6)
    options = parser.parse_args()
    wrong = 0
    for why in options.why.split(","):
        with tempfile.TemporaryDirectory() as folder:
            try:
                check_world(options.cli, folder, options, why)
                print(f"{options.world} ranks, late because of {why}: as it should be")
            except Wrong as problem:
                wrong += 1
                print(f"{options.world} ranks, late because of {why}: {problem}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
