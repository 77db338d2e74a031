#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what every source, script and CMake file must have.

    check_sources.py [ROOT]

The licence line stands first (after `#!`), C++ files have at most 500 lines, headers have `#pragma once`, no path of a
developer's machine is written anywhere. Prints one line a violation; exit 1 when there is one.
"""
import os
import re
import sys

LICENCE = "SPDX-License-Identifier: GPL-3.0-or-later"
FOLDERS = ("app", "core", "widgets", "tests", "packaging", "resources", ".ci")
SKIPPED = (os.path.join("tests", "data"), os.path.join("tests", "golden"))
LONGEST = 500
MACHINE_PATH = re.compile(r"(?<![\w.])/(work|root)/")


def files(root):
    yield from (name for name in ("CMakeLists.txt", "CMakePresets.json", "README.md", ".clang-tidy")
                if os.path.isfile(os.path.join(root, name)))
    for top in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            here = os.path.relpath(folder, root)
            folders[:] = sorted(f for f in folders if f != "__pycache__" and os.path.join(here, f) not in SKIPPED)
            yield from (os.path.join(here, name) for name in sorted(names))


def text_of(path):
    with open(path, "rb") as file:
        raw = file.read()
    try:
        return None if b"\0" in raw[:1024] else raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def needs_licence(path, text):
    return path.endswith((".h", ".cpp", ".py", ".sh", ".cmake", "CMakeLists.txt")) or text.startswith("#!")


def problems(path, text):
    lines = text.splitlines()
    first = lines[1:2] if text.startswith("#!") else lines[:1]
    if needs_licence(path, text) and not (first and LICENCE in first[0]):
        yield 1, f"the first line must hold '{LICENCE}'"
    if path.endswith((".h", ".cpp")) and len(lines) > LONGEST:
        yield LONGEST, f"{len(lines)} lines; split files of more than {LONGEST}"
    if path.endswith(".h") and "#pragma once" not in lines:
        yield 1, "#pragma once is missing"
    for number, line in enumerate(lines, 1):
        if MACHINE_PATH.search(line):
            yield number, "a path of one machine"


def main(argv):
    root = os.path.abspath(argv[1] if len(argv) > 1 else os.path.join(os.path.dirname(__file__), "..", ".."))
    count = violations = 0
    for path in files(root):
        text = text_of(os.path.join(root, path))
        if text is None:
            continue
        count += 1
        for number, problem in problems(path, text):
            violations += 1
            print(f"{path}:{number}: {problem}")
    print(f"{count} files, {violations} violations")
    return 1 if violations or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
