#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Stepscope and opens traces in it: packaging/run.sh [FILE…]
#
# Without files it opens the samples of the repository. Installs missing Debian packages first (as root or with sudo).
# Without a display, or when the window cannot be opened, it prints the report of each file instead and writes a
# picture of the window to stepscope.png in the current folder.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

case "${1-}" in
-h | --help)
    sed -n '3,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac

files=("$@")
if [ ${#files[@]} -eq 0 ]; then
    shopt -s nullglob
    files=("$source_dir"/resources/samples/*.json "$source_dir"/resources/samples/*.gz
        "$source_dir"/resources/samples/*.zst "$source_dir"/resources/samples/*.pickle)
    shopt -u nullglob
fi
for file in "${files[@]}"; do
    [ -r "$file" ] || die "cannot read '$file'"
done

install_packages build run
configure_release
build_release stepscope stepscope-cli
stepscope=$build_dir/app/stepscope
cli=$build_dir/app/stepscope-cli

# has_display: a display, or a platform of the user's choice that needs none
has_display() {
    case "${QT_QPA_PLATFORM-}" in
    "") [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] ;;
    offscreen | minimal) false ;;
    *) true ;;
    esac
}

# print_instead: reports and a picture; returns the first exit code that is not 0
print_instead() {
    local file code status=0 picture=$PWD/stepscope.png
    for file in "${files[@]}"; do
        printf '\n%s\n' "$file"
        code=0
        "$cli" report "$file" || code=$?
        [ "$status" -ne 0 ] || status=$code
    done
    [ -w "$PWD" ] || picture=$build_dir/stepscope.png
    code=0
    QT_QPA_PLATFORM=offscreen "$stepscope" --screenshot "$picture" "${files[@]}" || code=$?
    if [ "$code" -eq 0 ]; then
        printf '\nA picture of the window is in %s\n' "$picture"
    else
        printf '\nThe picture of the window could not be made (exit code %d).\n' "$code" >&2
    fi
    [ "$status" -ne 0 ] || status=$code
    return "$status"
}

if ! has_display; then
    say "there is no display: here is the report instead of the window"
    print_instead
    exit
fi

say "opening the window"
started=$SECONDS
code=0
"$stepscope" "${files[@]}" || code=$?
# Qt aborts when it cannot reach the display. A window that was open for a while and then failed is another matter.
if [ "$code" -ne 0 ] && [ $((SECONDS - started)) -lt 5 ]; then
    say "the window could not be opened (exit code $code): here is the report instead"
    code=0
    print_instead || code=$?
fi
exit "$code"
