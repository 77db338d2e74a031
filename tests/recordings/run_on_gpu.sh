#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records all programs on a machine with a GPU and PyTorch 2: tests/recordings/run_on_gpu.sh OUT [STEPSCOPE-CLI]
#
# Needs less than ten minutes and python3 with torch (PYTHON=… for another). Leaves in OUT the table (table.md) and in
# OUT/kept each recording without paths of that machine, its log and PyTorch's own figures of the run. Where the
# stepscope-cli does not run (it needs the libraries it was built with; LD_LIBRARY_PATH is kept) or is not given, nothing is
# checked there; afterwards, anywhere:
#
#     tests/recordings/record_all.py STEPSCOPE-CLI --recorded --out OUT/kept
#
# Exit 0 when all was recorded and, if checked, every pattern is named and every figure equals PyTorch's own.
set -uo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
out=${1:?where to} cli=${2-}
python=${PYTHON:-python3}
limit=${LIMIT_S:-540}
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT

mkdir -p "$out/kept"
if [ -n "$cli" ] && ! "$cli" --version >/dev/null 2>&1; then
    echo "$cli does not run here: recorded, not checked" | tee "$out/table.md"
    cli=
fi
"$python" - <<'PY' | tee -a "$out/table.md"
import torch
print("PyTorch", torch.__version__, "on", torch.cuda.get_device_name() if torch.cuda.is_available() else "the CPU", "\n")
PY
code=0
PYTHONUNBUFFERED=1 timeout "$limit" "$python" "$here/record_all.py" ${cli:+"$cli"} --here --out "$raw" \
    --keep "$out/kept" 2>&1 | tee -a "$out/table.md" || code=$?
echo "$SECONDS s, exit $code" | tee -a "$out/table.md"
find "$out/kept" -name '*.gz' -size +1024k -printf '%f: %k KiB, more than a kept recording should have\n' | tee -a "$out/table.md"
exit "$code"
