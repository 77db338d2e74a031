#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the #include lines of app, core and widgets against the dependency rules.

    check_layers.py [ROOT]

Rules: app -> widgets -> core; no Qt in core and in the command line program; folders of core include only what
CORE_MAY_INCLUDE allows; headers of the parsing and compression libraries only in .cpp files of core; quoted includes
are written from the root of the repository and exist. Prints one line a violation; exit 1 when there is one.
"""
import os
import re
import sys

CORE_MAY_INCLUDE = {
    "util": set(),
    "io": {"util"},
    "model": {"util"},
    "json": {"io", "model", "util"},
    "pickle": {"io", "json", "model", "util"},
    "load": {"analysis", "io", "json", "model", "pickle", "ranks", "util"},
    "analysis": {"model", "util"},
    "view": {"model", "util"},
    "compare": {"model", "analysis", "util"},
    "ranks": {"model", "analysis", "util"},
    "session": {"util", "io"},
    "share": {"io", "model", "util"},
    "export": {"model", "analysis", "compare", "ranks", "util"},
}
LAYERS = {"core": {"core"}, "widgets": {"core", "widgets"}, "app": {"core", "widgets", "app"}}
QT = re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*|q[a-z]+\.h)$")
HIDDEN = re.compile(r"^(simdjson|zstd|zlib|nlohmann/|isa-l|igzip|xxhash|tsl/)")
INCLUDE = re.compile(r'^\s*#\s*include\s*(<([^>]+)>|"([^"]+)")')
GENERATED = re.compile(r"\.moc$|^(ui|moc)_")


def sources(root):
    for layer in sorted(LAYERS):
        for folder, folders, names in os.walk(os.path.join(root, layer)):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".h", ".cpp")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def includes(path):
    with open(path, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            if found := INCLUDE.match(line):
                yield number, found.group(2), found.group(3)


def why_not_system(source, header):
    """Why `source` must not include <header>, or None."""
    without_qt = source.startswith(("core/", "app/cli/"))
    if without_qt and QT.match(header):
        return "no Qt here"
    if HIDDEN.match(header) and not (source.startswith("core/") and source.endswith(".cpp")):
        return "only .cpp files of core may include this library"
    return None


def why_not_own(root, source, header):
    """Why `source` must not include "header", or None."""
    if GENERATED.search(os.path.basename(header)):
        return None
    if not os.path.isfile(os.path.join(root, header)):
        return "not a file of the repository; includes are written from its root"
    layer, target = source.split("/")[0], header.split("/")
    if target[0] not in LAYERS[layer]:
        return f"{layer} must not include {target[0]}"
    if source.startswith("app/cli/") and target[0] == "widgets":
        return "the command line program does without widgets"
    if layer == "core":
        mine = source.split("/")[1]
        if mine not in CORE_MAY_INCLUDE:
            return f"core/{mine} has no rule; add it to CORE_MAY_INCLUDE"
        if target[1] != mine and target[1] not in CORE_MAY_INCLUDE[mine]:
            return f"core/{mine} must not include core/{target[1]}"
    return None


def main(argv):
    root = os.path.abspath(argv[1] if len(argv) > 1 else os.path.join(os.path.dirname(__file__), "..", ".."))
    files = violations = 0
    for source in sources(root):
        files += 1
        for number, system, own in includes(os.path.join(root, source)):
            why = why_not_system(source, system) if system else why_not_own(root, source, own)
            if why:
                violations += 1
                print(f"{source}:{number}: {system or own}: {why}")
    print(f"{files} files, {violations} violations of the include rules")
    return 1 if violations or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
