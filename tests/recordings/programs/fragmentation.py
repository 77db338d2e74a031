# SPDX-License-Identifier: GPL-3.0-or-later
"""Long-lived buffers lie between freed ones, and requests that grow from step to step fit into none of the holes."""
import torch
from tiny import DEVICE, make_model, ready_batches, train

MIB = 1 << 20


def buffer(size):
    return torch.empty(size, dtype=torch.uint8, device=DEVICE)


cache = [buffer(9 * MIB) for _ in range(200)]  # two to a segment of 20 MiB
del cache[::2]


def batches():
    for step, batch in enumerate(ready_batches(256, 256)):
        parts = [buffer((12 + 4 * step) * MIB) for _ in range(24)]
        yield batch
        del parts


train(make_model(256, 2), batches())
