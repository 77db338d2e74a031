# SPDX-License-Identifier: GPL-3.0-or-later
"""Forward and backward of the model are replayed as CUDA graphs."""
import torch
from tiny import make_model, ready_batches, train

ROWS, WIDTH = 512, 512
model = make_model(WIDTH, 8)
sample = torch.randn(ROWS, WIDTH, device="cuda")
train(torch.cuda.make_graphed_callables(model, (sample,)), ready_batches(ROWS, WIDTH))
