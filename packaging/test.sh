#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Stepscope and runs all its tests: packaging/test.sh [-DNAME=VALUE…] [ARGUMENT OF CTEST…]
#
# Installs missing Debian packages first (as root or with sudo). Exit code 0 when every test passed.
# Examples: packaging/test.sh -R core.TestTime      packaging/test.sh -DWARNINGS_AS_ERRORS=ON
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

case "${1-}" in
-h | --help)
    sed -n '3,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac

options=()
while [[ "${1-}" == -D* ]]; do
    options+=("$1")
    shift
done

install_packages build run test
configure_release "${options[@]}"
build_release
ctest --test-dir "$build_dir" --output-on-failure --no-tests=error -j2 "$@"
