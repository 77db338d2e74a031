# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks on generated files share: their options, and running them on many files at once."""
import argparse
import collections
import concurrent.futures
import os
import tempfile


def options_of(doc, seeds):
    """The command line: stepscope-cli, which seeds (as a range in options.range), how many at once, where files stay."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seeds", type=int, default=seeds)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", metavar="DIR")
    options = parser.parse_args()
    options.range = range(options.first_seed, options.first_seed + options.seeds)
    return options


def check_all(options, jobs, check):
    """Runs check(job, folder) -> (label, [(group, problem)], items) for each job; prints problems and a last line.

    Returns the exit code: 0 where there are no problems and some items."""
    wrong = collections.Counter()
    items = 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for label, problems, count in pool.map(lambda job: check(job, folder), jobs):
            items += count
            for group, problem in problems:
                wrong[group] += 1
                print(f"{label}: {problem}")
    print(f"{len(jobs)} files, {items} items checked, {sum(wrong.values())} problems"
          + "".join(f", {group} {count}" for group, count in sorted(wrong.items())))
    return 1 if wrong or not items else 0
