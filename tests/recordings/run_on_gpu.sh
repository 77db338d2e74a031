#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records all programs on a machine with a GPU and PyTorch 2: tests/recordings/run_on_gpu.sh STEPSCOPE-CLI OUT
#
# Needs less than ten minutes, python3 with torch (PYTHON=… for another), and a stepscope-cli that runs there (built on
# Debian 12 it needs fmt, isal, simdjson and zstd; LD_LIBRARY_PATH is kept). Leaves in OUT: table.md with what was checked,
# kept/ with each recording as small as it can be and without paths of that machine, logs and truth files for what differs.
# Exit 0 when every pattern is named and every figure equals PyTorch's own.
set -uo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
cli=${1:?which stepscope-cli} out=${2:?where to}
python=${PYTHON:-python3}
limit=${LIMIT_S:-540}

mkdir -p "$out/raw" "$out/kept"
{
    echo "# Recordings on a GPU"
    echo
    "$python" - <<'PY'
import torch
print("PyTorch", torch.__version__, "on", torch.cuda.get_device_name() if torch.cuda.is_available() else "the CPU")
PY
    echo
} >"$out/table.md"
started=$SECONDS code=0
PYTHONUNBUFFERED=1 timeout "$limit" "$python" "$here/record_all.py" "$cli" --here --out "$out/raw" --keep "$out/kept" \
    >>"$out/table.md" 2>&1 || code=$?
echo "$((SECONDS - started)) s, exit $code" | tee -a "$out/table.md"

# One recording is at most 1 MiB; what is larger stays where it is and is told.
find "$out/kept" -size +1024k -printf '%f is larger than 1 MiB: %k KiB\n' | tee -a "$out/table.md"
find "$out/kept" -size +1024k -delete
mkdir -p "$out/checks"
cp -- "$out"/raw/*.log "$out"/raw/*.truth.json "$out/checks/" 2>/dev/null
rm -rf "$out/raw"
cat "$out/table.md"
exit "$code"
