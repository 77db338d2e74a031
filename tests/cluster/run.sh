#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs packaging/cluster on 16 generated ranks: GNU parallel, and a Slurm of one node that is started for it (needs
# slurm-wlm and munge, and to be root). Checks that both give what `ranks` says of the traces themselves.
#
#     tests/cluster/run.sh STEPSCOPE_CLI
#
# Exit 77 (skipped) where neither is installed.
set -euo pipefail

cli=$(readlink -f "$1")
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
export STEPSCOPE_CLI=$cli
ran=0
slurm_started=0

# Its daemons write to their folders until the last moment, so they are waited for.
stop_slurm() {
    local file pid
    [ "$slurm_started" = 1 ] || return 0
    for file in slurmd slurmctld munged; do
        [ -f "$work/slurm/$file.pid" ] || continue
        pid=$(cat "$work/slurm/$file.pid")
        kill "$pid" 2>/dev/null || continue
        timeout 20 tail --pid="$pid" -f /dev/null || true
    done
}
trap 'stop_slurm; rm -rf "$work"' EXIT

make_ranks() {
    mkdir "$work/traces"
    for rank in $(seq 0 15); do
        python3 "$root/tests/support/make_trace.py" "$work/traces/rank$rank.json" --rank "$rank" --world 16 \
            --late-rank 5 --clock-skew-us 300 --steps 6 --layers 2 --no-stack --no-memory > /dev/null 2>&1
    done
    rm "$work"/traces/*.truth.json
    "$cli" ranks --json "$work/traces" > "$work/direct.json"
    grep -q '"rule": "comm.straggler"' "$work/direct.json" || { echo "no late rank in the traces"; exit 1; }
}

check() { # NAME FOLDER
    [ "$(find "$2" -name '*.rank.json' | wc -l)" = 16 ] || { echo "$1: not 16 summaries"; exit 1; }
    "$cli" ranks --json "$2" > "$work/merged.json"
    cmp "$work/direct.json" "$work/merged.json" || { echo "$1: another result than from the traces"; exit 1; }
    echo "$1: 16 ranks, the same result as from the traces"
    ran=1
}

with_parallel() {
    "$root/packaging/cluster/summarize_parallel.sh" "$work/traces" "$work/by_parallel" --jobs 2
    check "GNU parallel" "$work/by_parallel"
}

# One node that is this machine, as root, with everything in a folder of its own.
start_slurm() {
    local dir=$work/slurm host
    host=$(hostname -s)
    mkdir -p "$dir/state" "$dir/spool"
    chmod 755 "$work"
    dd if=/dev/urandom of="$dir/munge.key" bs=1024 count=1 status=none
    chmod 600 "$dir/munge.key"
    slurm_started=1
    munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munged.pid" \
        --seed-file="$dir/munged.seed" --log-file="$dir/munged.log"
    cat > "$dir/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SwitchType=switch/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(free -m | awk '/^Mem:/ {print $2}') State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$dir/slurm.conf
    slurmctld -f "$SLURM_CONF"
    slurmd -f "$SLURM_CONF"
    for _ in $(seq 1 60); do
        [ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || return 0
        sleep 1
    done
    tail -5 "$dir"/*.log
    echo "Slurm did not start"
    exit 1
}

with_slurm() {
    start_slurm
    sbatch --wait --array=0-3 --cpus-per-task=1 --mem=1G --output="$work/slurm/%a.out" --chdir="$work" \
        --export=ALL,STEPSCOPE_CLI="$cli" "$root/packaging/cluster/summarize.sbatch" "$work/traces" "$work/by_slurm"
    check "Slurm" "$work/by_slurm"
}

have() { command -v "$1" > /dev/null; }
have_parallel() { have parallel && parallel --version 2>/dev/null | grep -q '^GNU parallel'; } # moreutils has another one

have_parallel || have sbatch || { echo "neither GNU parallel nor Slurm is installed"; exit 77; }
make_ranks
if have_parallel; then with_parallel; else echo "GNU parallel is not installed"; fi
if have sbatch && have slurmctld && have slurmd && have munged && [ "$(id -u)" = 0 ]; then
    with_slurm
else
    echo "Slurm is not installed, or this is not root"
fi
[ "$ran" = 1 ]
