# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches of 128 MiB from ordinary host memory."""
import torch
from tiny import STEPS, make_model, train

ROWS, WIDTH = 16384, 2048
batches = [torch.randn(ROWS, WIDTH) for _ in range(2)]
train(make_model(WIDTH, 1), (batches[step % 2] for step in range(STEPS)))
