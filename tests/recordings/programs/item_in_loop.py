# SPDX-License-Identifier: GPL-3.0-or-later
"""The loss of every part of the batch is read by the CPU, which then has nothing queued for the GPU."""
import torch
from tiny import GPU, loss_of, make_model, ready_batches

WIDTH, PARTS = 1024, 16
model = make_model(WIDTH, 4)
optimizer = torch.optim.AdamW(model.parameters(), fused=GPU)
total = 0.0
for batch in ready_batches(2048, WIDTH):
    for part in batch.chunk(PARTS):
        loss = loss_of(model, part)
        loss.backward()
        total += loss.item()
    optimizer.step()
    optimizer.zero_grad()
