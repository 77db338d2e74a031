# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs of this folder share: a small residual model, made-up batches and the usual training loop."""
import torch
from torch import nn

GPU = torch.cuda.is_available()
DEVICE = "cuda" if GPU else "cpu"
STEPS = 14  # more than a recording waits for, warms up in and keeps


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


def make_model(width, depth, dtype=torch.float32):
    torch.manual_seed(0)
    return nn.Sequential(*(Block(width) for _ in range(depth))).to(DEVICE, dtype)


def ready_batches(rows, width, dtype=torch.float32):
    """The same batch, already where it is needed, again and again."""
    batch = torch.randn(rows, width, device=DEVICE, dtype=dtype)
    return (batch for _ in range(STEPS))


def loss_of(model, batch):
    return model(batch).float().pow(2).mean()


def train(model, batches, optimizer=None):
    optimizer = optimizer or torch.optim.AdamW(model.parameters(), fused=GPU)
    for batch in batches:
        loss_of(model, batch.to(DEVICE, non_blocking=True)).backward()
        optimizer.step()
        optimizer.zero_grad()
