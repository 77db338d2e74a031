# SPDX-License-Identifier: GPL-3.0-or-later
"""The first recorded step does what is done once: it makes a table that all later steps use."""
import torch
from tiny import DEVICE, make_model, ready_batches, train

WIDTH = 128
FIRST_RECORDED = 1
model = make_model(WIDTH, 2)
table = None


def batches():
    global table
    for step, batch in enumerate(ready_batches(64, WIDTH)):
        if step == FIRST_RECORDED:
            table = torch.linalg.qr(torch.randn(1200, 1200, device=DEVICE))[0][:WIDTH, :WIDTH].contiguous()
        yield batch if table is None else batch @ table


train(model, batches())
