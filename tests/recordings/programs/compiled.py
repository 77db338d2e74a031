# SPDX-License-Identifier: GPL-3.0-or-later
"""A model compiled by Inductor, always with the same shapes."""
import torch
from tiny import make_model, ready_batches, train

WIDTH = 2048
train(torch.compile(make_model(WIDTH, 4, torch.bfloat16)), ready_batches(4096, WIDTH, torch.bfloat16))
