# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches double until the memory that this process may use runs out."""
import torch
from tiny import STEPS, make_model, train

WIDTH, LIMIT = 512, 6 << 30
torch.cuda.set_per_process_memory_fraction(LIMIT / torch.cuda.mem_get_info()[1])
train(make_model(WIDTH, 4), (torch.randn(256 << step, WIDTH, device="cuda") for step in range(STEPS)))
