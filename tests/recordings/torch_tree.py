#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A PyTorch with its real profiler for machines that have none: Debian's testing suite in a folder.

    torch_tree.py make            # 1.6 GB and a few minutes; needs root and debootstrap
    torch_tree.py run SCRIPT …    # runs a Python script of this project in it; exit 77 when there is nothing in it
    torch_tree.py                 # prints the folder; exit 77 when there is nothing in it

The folder is $STEPSCOPE_TORCH_TREE, else stepscope/torch-tree below $XDG_CACHE_HOME (~/.cache).
"""
import os
import subprocess
import sys
import tempfile

SKIPPED = 77  # as ctest is told
MISSING = "there is no PyTorch to record with, or no right to enter its folder; 'torch_tree.py make' installs one"
SUITE = "testing"
MIRROR = os.environ.get("STEPSCOPE_MIRROR", "http://deb.debian.org/debian")
PACKAGES = "python3-torch"
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE_INSIDE, OUT_INSIDE = "/mnt/stepscope", "/mnt/out"


def tree():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("STEPSCOPE_TORCH_TREE") or os.path.join(cache, "stepscope", "torch-tree")


def is_made():
    return os.path.isfile(os.path.join(tree(), "usr/lib/python3/dist-packages/torch/__init__.py"))


def is_ready():
    """Whether there is a PyTorch and this process may enter the folder it is in."""
    return is_made() and subprocess.run(command("true"), stderr=subprocess.DEVNULL, check=False).returncode == 0


def command(script, binds=()):
    """The command that runs a shell script inside the tree, with folders of this machine bound to paths in it."""
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    mounts = [("/proc", "/proc"), ("/dev", "/dev"), *binds]
    lines = [f'mkdir -p "$1{inside}" && mount --rbind "{outside}" "$1{inside}"' for outside, inside in mounts]
    lines.append('exec chroot "$1" /bin/sh -c "$2"')
    return ["unshare", *user, "--mount", "/bin/sh", "-ec", "\n".join(lines), "sh", tree(), script]


def python(arguments, out):
    """The command that runs the tree's Python; SOURCE_INSIDE is this project, OUT_INSIDE the folder `out`."""
    words = " ".join(f"'{word}'" for word in arguments)
    return command(f"cd {OUT_INSIDE} && OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 exec python3 {words}",
                   [(SOURCE, SOURCE_INSIDE), (os.path.abspath(out), OUT_INSIDE)])


def make():
    if is_made():
        return
    os.makedirs(tree(), exist_ok=True)
    subprocess.run(["debootstrap", "--variant=minbase", SUITE, tree(), MIRROR], check=True)
    # A mirror that stands still for a while is no danger here.
    subprocess.run(command("apt-get -o Acquire::Check-Valid-Until=false update && DEBIAN_FRONTEND=noninteractive "
                           f"apt-get install -y --no-install-recommends {PACKAGES} && apt-get clean"), check=True)


def main(argv):
    if argv[1:] == ["make"]:
        make()
    elif argv[1:2] == ["run"] and is_ready():
        script = os.path.join(SOURCE_INSIDE, os.path.relpath(os.path.abspath(argv[2]), SOURCE))
        with tempfile.TemporaryDirectory() as out:
            return subprocess.run(python([script, *argv[3:]], out), check=False).returncode
    elif argv[1:] and argv[1] != "run":
        sys.exit(__doc__)
    ready = is_ready()
    print(tree() if ready else MISSING)
    return 0 if ready else SKIPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv))
