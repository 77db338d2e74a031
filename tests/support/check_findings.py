#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates traces with known faults and checks that the report finds each, and finds nothing where there is none.

    check_findings.py PATH/TO/stepscope-cli [--seeds N] [--first-seed N] [--jobs N] [--keep DIR]

For each seed a file of make_trace.py, in turn: every kind of item, the four usual ones (the host running ahead), none;
in both layouts, with and without stacks. Checked against the truth file:
  - each planted item is found by the rule made for it, with evidence that covers the planted interval: intersection
    over union of at least 0.9
  - where an item costs more than 20 % of its step, the first finding with evidence in that step, and the first of
    `report --step N`, is the rule made for it
  - without planted items no finding claims more than 20 %
  - in every file busy + idle = window, the causes add up to the idle time, the parts of each gap to the gap, and no
    share is above 1
Exit code 0: all hold. --keep leaves the files in DIR for a closer look.
"""
import json
import os
import re
import subprocess
import sys

from report_sums import sum_problems
from seeded_checks import check_all, options_of

GENERATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "make_trace.py")
LEAST_OVERLAP = 0.9
LARGE = 0.20  # of a step

# kind: the rule that must find it, and what of the truth file its evidence must cover (any one of the keys)
RULES = {
    "input_bound": ("idle.input", ("gpu_idle",)),
    "small_kernel_wall": ("wall.short_kernels", ("gpu",)),
    "sync_in_step": ("sync.in_step", ("sync", "gpu_idle_after")),
    "long_all_reduce": ("comm.exposed", ("kernel",)),
    "comm_exposed": ("comm.exposed", ("kernels",)),
    "pageable_copies": ("copy.pageable", ("copies",)),
    "warm_up_step": ("step.warm_up", ("step_span",)),
    "slow_step": ("step.throttled", ("gpu", "step_span")),
    "recompile": ("host.recompile", ("cpu", "gpu_idle")),
}

# More layers where nothing is planted: with few, the collectives alone take more than 20 % of a step.
RECIPES = (
    ("more", ["--plant", "more", "--steps", "12", "--layers", "6"]),
    ("usual", ["--steps", "8", "--layers", "6"]),
    ("more", ["--plant", "more", "--steps", "16", "--layers", "5"]),
    ("none", ["--plant", "none", "--steps", "6", "--layers", "8"]),
)


def recipe_of(seed):
    kind, arguments = RECIPES[seed % len(RECIPES)]
    turn = seed // len(RECIPES)
    layout = ["--layout", ("classic", "v2026")[turn % 2]]
    return kind, arguments + layout + (["--no-stack"] if turn // 2 % 2 else [])


def run(command, **options):
    return subprocess.run(command, capture_output=True, timeout=300, **options)


def interval_of(item):
    return item["ts_ns"], item["ts_ns"] + item["dur_ns"]


def overlap(a, b):
    """Intersection over union."""
    union = max(a[1], b[1]) - min(a[0], b[0])
    return max(0, min(a[1], b[1]) - max(a[0], b[0])) / union if union > 0 else 0


def evidence_of(finding):
    return [(e["start_ns"], e["end_ns"]) for e in finding["evidence"] if e.get("start_ns") is not None]


def intervals_of(item, key):
    """The planted intervals of which each must be covered."""
    if key == "copies":
        return [interval_of(copy["memcpy"]) for step in item.get("steps", [item]) for copy in step["copies"]]
    value = item.get(key)
    if value is None:
        return []
    return [interval_of(one) for one in (value if isinstance(value, list) else [value])]


def best_overlap(findings, rule, interval):
    return max((overlap(e, interval) for f in findings if f["rule"] == rule for e in evidence_of(f)), default=0)


def missed(item, findings):
    """What of a planted item its rule does not cover; nothing when it is found."""
    rule, keys = RULES[item["kind"]]
    misses = []
    for key in keys:
        found = [best_overlap(findings, rule, interval) for interval in intervals_of(item, key)]
        if found and min(found) >= LEAST_OVERLAP:
            return []
        misses += [f"{key} covered by {one:.2f}" for one in found[:1] or [0.0]]
    if not any(f["rule"] == rule for f in findings):
        misses = ["no such finding"]
    return [f"{rule}: {', '.join(misses)}"]


def cost_of(entry):
    """The part of its step that an item costs, where the truth file knows."""
    if "with" not in entry or "without" not in entry:
        return None
    return (entry["with"]["dur_ns"] - entry["without"]["dur_ns"]) / entry["with"]["dur_ns"]


def first_in(findings, step):
    """The first finding with evidence whose middle lies in the step."""
    start, end = interval_of(step)
    for finding in findings:
        if any(start <= (a + b) // 2 <= end for a, b in evidence_of(finding)):
            return finding["rule"]
    return None


def top_problems(cli, path, report, item):
    rule = RULES[item["kind"]][0]
    for entry in item.get("steps", [item]):
        cost = cost_of(entry)
        if cost is None or cost <= LARGE:
            continue
        step = re.search(r"\d+$", entry["step"]).group()
        first = first_in(report["findings"], entry["step_span"])
        if first != rule:
            yield "top", f"{item['kind']} costs {cost:.0%} of step {step}, but its first finding is {first}"
        done = run([cli, "report", "--json", "--step", step, path])
        findings = json.loads(done.stdout)["findings"] if done.returncode == 0 else []
        alone = findings[0]["rule"] if findings else None
        if alone != rule:
            yield "top", f"{item['kind']} costs {cost:.0%} of step {step}, but --step {step} begins with {alone}"


def planted_problems(cli, path, report, truth):
    for item in truth["planted"]:
        if item["kind"] == "graph_launch":
            states = [c["state"] for c in report["checklist"] if "graph" in c["check"].lower()]
            if "seen" not in states:
                yield "checklist", f"graph launches are not seen: {states}"
        elif item["kind"] in RULES:
            yield from (("found", miss) for miss in missed(item, report["findings"]))
            yield from top_problems(cli, path, report, item)
        else:
            yield "found", f"no rule for {item['kind']}"


def healthy_problems(report):
    for finding in report["findings"]:
        if finding["share"] is not None and finding["share"] > LARGE:
            yield "none", f"nothing is planted, but {finding['rule']} claims {finding['share']:.0%}: {finding['headline']}"


def problems_of(cli, seed, folder):
    kind, arguments = recipe_of(seed)
    path = os.path.join(folder, f"{kind}_{seed}.json")
    label = f"seed {seed} ({' '.join(arguments)})"
    made = run([sys.executable, GENERATOR, path, "--seed", str(seed), *arguments])
    if made.returncode != 0:
        return label, [("generator", made.stderr.decode().strip())], 0
    with open(path[:-len(".json")] + ".truth.json", encoding="utf-8") as file:
        truth = json.load(file)
    done = run([cli, "report", "--json", path])
    if done.returncode != 0:
        return label, [("report", f"exit {done.returncode}: {done.stderr.decode().strip()}")], 0
    report = json.loads(done.stdout)
    problems = [("sums", problem) for problem in sum_problems(report)]
    problems += healthy_problems(report) if kind == "none" else planted_problems(cli, path, report, truth)
    return label, problems, len(truth["planted"])


def main():
    options = options_of(__doc__, 32)
    return check_all(options, options.range, lambda seed, folder: problems_of(options.cli, seed, folder))


if __name__ == "__main__":
    sys.exit(main())
