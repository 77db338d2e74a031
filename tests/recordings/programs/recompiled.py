# SPDX-License-Identifier: GPL-3.0-or-later
"""A compiled model meets a new number of rows in the middle of training and is compiled again."""
import torch
from tiny import DEVICE, GPU, STEPS, make_model, train

WIDTH = 128 if not GPU else 1024
NEW_ROWS_AT = 8
# Without a C++ compiler the model is traced again all the same.
model = torch.compile(make_model(WIDTH, 4), dynamic=False, backend="inductor" if GPU else "eager")
train(model, (torch.randn(64 if step < NEW_ROWS_AT else 96, WIDTH, device=DEVICE) for step in range(STEPS)))
