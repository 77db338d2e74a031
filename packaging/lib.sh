# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by packaging/run.sh, packaging/test.sh and .ci/run: installs what is missing, configures and builds.
#
# Sourced by bash scripts with `set -euo pipefail`. Never changes the current folder, so that relative paths given by
# the caller stay right. Does nothing slow when there is nothing to do: one dpkg-query, one run of ninja.
# No process substitution in here: it needs /proc, which a bare chroot may lack.

source_dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=$source_dir/build/release
export LC_ALL=C.UTF-8

say() { printf '== %s\n' "$*" >&2; }

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# packages SECTION…: the packages of these sections of dependencies.txt, one a line
packages() {
    awk -v wanted=" $* " '
        /^# \[.*\]$/ { section = substr($2, 2, length($2) - 2); next }
        /^[^#]/ && index(wanted, " " section " ") { print $1 }' "$source_dir/packaging/dependencies.txt"
}

# missing_packages SECTION…: those of them that are not installed, on one line
missing_packages() {
    local wanted installed package missing=()
    wanted=$(packages "$@")
    # shellcheck disable=SC2086  # names of packages hold no blanks
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null || true)
    for package in $wanted; do
        case $'\n'$installed$'\n' in
        *$'\n'"installed $package"$'\n'*) ;;
        *) missing+=("$package") ;;
        esac
    done
    printf '%s' "${missing[*]-}"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# install_packages SECTION…: brings these sections onto the machine
install_packages() {
    command -v dpkg-query >/dev/null || die "this script installs Debian 12 packages, and this is no Debian system"
    local missing
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        die "these packages are missing, and installing them needs root: $missing"
    fi
    say "installing $(wc -w <<<"$missing") packages: $missing"
    as_root apt-get update -q >&2 || say "apt-get update failed; trying with the package lists at hand"
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2 \
        || die "installing packages failed"
}

# configure_release [-DNAME=VALUE…]: the first time, or when options are given; later ninja sees to it itself
configure_release() {
    local cache=$build_dir/CMakeCache.txt
    if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_dir" "$cache"; then
        say "the build folder belongs to another place; starting afresh"
        rm -rf -- "$build_dir"
    fi
    if [ $# -gt 0 ] || [ ! -f "$build_dir/build.ninja" ]; then
        say "configuring in build/release"
        (cd -- "$source_dir" && cmake --preset release "$@") >&2 || die "configuring failed"
    fi
}

# build_release [TARGET…]
build_release() {
    say "building in build/release"
    ninja -C "$build_dir" "$@" >&2 || die "building failed"
}
