# SPDX-License-Identifier: GPL-3.0-or-later
"""Large matrix products on data that is there: nothing to complain about."""
import torch
from tiny import GPU, make_model, ready_batches, train

ROWS, WIDTH, DTYPE = (8192, 4096, torch.bfloat16) if GPU else (64, 256, torch.float32)
train(make_model(WIDTH, 4, DTYPE), ready_batches(ROWS, WIDTH, DTYPE))
