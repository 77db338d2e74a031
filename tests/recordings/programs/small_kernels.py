# SPDX-License-Identifier: GPL-3.0-or-later
"""A narrow, deep model and an optimizer that goes from parameter to parameter: thousands of short kernels."""
import torch
from tiny import make_model, ready_batches, train

model = make_model(64, 12)
train(model, ready_batches(32, 64), torch.optim.AdamW(model.parameters(), foreach=False, fused=False))
