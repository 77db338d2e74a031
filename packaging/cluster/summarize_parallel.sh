#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Summarises the traces of a job with GNU parallel, on this machine or on several:
#
#     packaging/cluster/summarize_parallel.sh TRACES SUMMARIES [options of parallel, such as --sshlogin node1,node2]
#     stepscope-cli ranks SUMMARIES
#
# TRACES: a folder of traces; SUMMARIES: a folder for one small file a rank. What is done already is kept.
set -euo pipefail

traces=$1
summaries=$2
shift 2
cli=${STEPSCOPE_CLI:-stepscope-cli}

mkdir -p "$summaries"
find "$traces" -maxdepth 1 -type f \( -name '*.json' -o -name '*.gz' -o -name '*.zst' \) -print0 | sort -z \
    | parallel --null --halt soon,fail=20% "$@" \
        "test -s '$summaries'/{/}.rank.json || { $cli summarize {} > '$summaries'/{/}.part && mv '$summaries'/{/}.part '$summaries'/{/}.rank.json; }"
