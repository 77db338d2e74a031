# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold in every report, whatever the trace: sums that add up, and shares between 0 and 1."""
import collections


def device_problems(trace):
    for device in trace["devices"]:
        if device["busy_ns"] + device["idle_ns"] != device["window_ns"]:
            yield f"device {device['id']}: busy and idle do not add up to the window"
    for step in trace["steps"]:
        if step["gpu_busy_ns"] is None:
            continue
        if step["gpu_busy_ns"] + step["gpu_idle_ns"] != step["gpu_dur_ns"] * len(trace["devices"]):
            yield f"step {step['number']}: busy and idle do not add up to its GPU interval on all devices"


def cause_problems(trace):
    """Idle time by cause adds up to the idle time: of each device, of all, of each step; parts add up to their gap."""
    sums = [(f"device {device['id']}", device["idle_ns"], device["idle_by_cause_ns"]) for device in trace["devices"]]
    if trace["devices"]:
        sums.append(("all devices", trace["idle"]["total_ns"], trace["idle"]["by_cause_ns"]))
    sums += [(f"step {step['number']}", step["gpu_idle_ns"], step["idle_by_cause_ns"])
             for step in trace["steps"] if step["gpu_idle_ns"] is not None]
    for what, idle, by_cause in sums:
        if sum(by_cause.values()) != idle:
            yield f"{what}: idle is {idle}, its causes are {by_cause}"
    for gap in trace["idle"]["gaps"]:
        by_cause = collections.Counter()
        for part in gap["parts"]:
            by_cause[part["cause"]] += part["dur_ns"]
        if sum(by_cause.values()) != gap["dur_ns"] or by_cause[gap["cause"]] != max(by_cause.values()):
            yield f"gap at {gap['start_ns']}: {gap['dur_ns']} ns for {gap['cause']}, parts {dict(by_cause)}"


def share_problems(report, trace):
    shares = [(f"kernel {kernel['name'][:40]}", kernel["share"]) for kernel in trace["kernels"]]
    shares += [(f"{key} of the wall at {wall['start_ns']}", wall[key])
               for wall in trace["walls"] for key in wall if "share" in key]
    shares += [(finding["rule"], finding["share"]) for finding in report["findings"]]
    for what, share in shares:
        if share is not None and not 0 <= share <= 1:
            yield f"{what}: share {share}"


def sum_problems(report):
    for trace in report["traces"]:
        yield from device_problems(trace)
        yield from cause_problems(trace)
        yield from share_problems(report, trace)
