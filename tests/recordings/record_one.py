#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records one program with the recording kit, and what PyTorch itself says about the same run.

    record_one.py FOLDER PROGRAM [option of the kit…]

Leaves in FOLDER what the kit writes, and PROGRAM.truth.json: key_averages() and, on a GPU, the allocator's peaks since
the recorded steps began.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "resources", "record"))
import stepscope_record as kit  # pylint: disable=wrong-import-position

PEAKS = ("allocated_bytes.all.peak", "active_bytes.all.peak", "reserved_bytes.all.peak")


def device_time(row, prefix):
    """In µs. Called cuda_… before PyTorch 2.5."""
    return getattr(row, prefix + "device_time_total", None) or getattr(row, prefix + "cuda_time_total", 0)


def truth_of(profile):
    torch = kit.import_torch()
    gpu = torch.cuda.is_available()
    stats = torch.cuda.memory_stats() if gpu else {}
    return {
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if gpu else "CPU",
        "operators": [{"name": row.key, "calls": row.count, "cpu_total_us": row.cpu_time_total,
                       "cpu_self_us": row.self_cpu_time_total, "device_total_us": device_time(row, ""),
                       "device_self_us": device_time(row, "self_")}
                      for row in profile.key_averages() if str(row.device_type).endswith("CPU")],
        "max_memory_allocated": torch.cuda.max_memory_allocated() if gpu else None,
        "peaks": {key: stats[key] for key in PEAKS if key in stats},
    }


def count_peaks_from_the_start_of_the_history():
    start = kit.Recorder._start_history

    def start_and_reset(recorder, entries):
        start(recorder, entries)
        recorder.torch.cuda.reset_peak_memory_stats()

    kit.Recorder._start_history = start_and_reset


def main(argv):
    folder, program, options = argv[1], argv[2], argv[3:]
    name = os.path.splitext(os.path.basename(program))[0]

    def write(profile):
        with open(os.path.join(folder, name + ".truth.json"), "w", encoding="utf-8") as file:
            json.dump(truth_of(profile), file, indent=1)

    count_peaks_from_the_start_of_the_history()
    return kit.run([*options, "--folder", folder, program], on_ready=write)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
